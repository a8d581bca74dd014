/*
 * A game by its address, /g/<game>: a link for ever. While it is being played the page leads to its table.
 */
import type { ServerRecord } from '../../../../protocol/wire.ts';
import type { Language, Speech } from '../../i18n/words.ts';
import { Show } from '../record/show.tsx';
import type { Viewer } from '../record/viewer.ts';
import { Shell } from '../shell.tsx';

/** Nothing is at this address. */
export const NO_GAME = 'trouble.game_not_found';
/** Not yet: the connection is tried again. */
export const WAITING = 'link.waiting';

interface GamePageProps {
  speech: Speech;
  seal: string;
  viewer: Viewer;
  version: number;
  told: ServerRecord | null;
  /** Why it is not shown, by the key of its words; "": it is on its way. */
  trouble: string;
  onLanguage: (language: Language) => void;
}

export function GamePage({ speech, seal, viewer, version, told, trouble, onLanguage }: GamePageProps) {
  const { t } = speech;
  if (!told || !viewer.record || !viewer.loaded)
    return (
      <Shell speech={speech} seal={seal} onLanguage={onLanguage} narrow>
        <main class="alone">
          {trouble === '' || trouble === WAITING ? (
            <p role="status" class="opening">
              {t(trouble || 'table.opening')}
            </p>
          ) : (
            <div class="trouble" role="alert" data-trouble={trouble}>
              <p>{t(trouble)}</p>
              {trouble === NO_GAME ? (
                <a class="primary button" href={`/${speech.language}/`}>
                  {t('trouble.home')}
                </a>
              ) : (
                <button type="button" class="primary" onClick={() => location.reload()}>
                  {t('trouble.reload')}
                </button>
              )}
            </div>
          )}
        </main>
      </Shell>
    );
  return (
    <Shell speech={speech} seal={seal} onLanguage={onLanguage} narrow>
      <Show speech={speech} viewer={viewer} version={version}>
        {told.next !== undefined && (
          <a class="quiet button" data-act="next-game" href={`/g/${told.next}`}>
            {t('game.next')}
          </a>
        )}
        {told.table !== '' && (
          <a class={`${told.result ? 'quiet' : 'primary'} button`} data-act="to-table" href={`/t/${told.table}`}>
            {t(told.result ? 'game.table' : 'game.live')}
          </a>
        )}
      </Show>
    </Shell>
  );
}
