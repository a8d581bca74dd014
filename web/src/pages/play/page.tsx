/*
 * Games on this device: first what is kept and how a new one is to be played, then the table, which needs no server.
 */
import { useState } from 'preact/hooks';
import type { RuleInfo } from '../../../../wasm/core.ts';
import type { KeptGame } from '../../client/kept.ts';
import { keepLevel, levelFor } from '../../client/level.ts';
import type { Speech } from '../../i18n/words.ts';
import { type Chosen, readChosen, USUAL_LEVEL } from '../agreed.ts';
import { LessonLink } from '../learn/link.tsx';
import { LevelChoice } from '../levelchoice.tsx';
import { Options } from '../options.tsx';
import { Shell } from '../shell.tsx';
import type { Controller } from '../table/controller.ts';
import { Play } from '../table/page.tsx';
import { type LocalGame, settingsHere } from './local.ts';
import { herePath, playPath } from './path.ts';

/** The game that is on the board. */
export interface Playing {
  game: LocalGame;
  controller: Controller;
}

interface PlayPageProps {
  speech: Speech;
  seal: string;
  kind: string;
  rules: readonly RuleInfo[];
  /** Of this kind, the newest first. */
  kept: readonly KeptGame[];
  playing: Playing | null;
  /** The rules core could not be fetched, or a kept game is none. */
  trouble: '' | 'trouble.core' | 'play.broken';
  version: number;
  begin: (computer: boolean, chosen: Chosen) => void;
  open: (id: string) => void;
  drop: (id: string) => void;
  leave: () => void;
}

export function PlayPage(props: PlayPageProps) {
  const { speech, seal, kind, playing, version, leave } = props;
  const path = playPath(kind);
  if (!playing?.controller.loaded)
    return (
      <Shell speech={speech} seal={seal} path={path}>
        <Begin {...props} />
      </Shell>
    );
  const { game, controller } = playing;
  return (
    <Shell speech={speech} seal={seal} path={`${path}#${game.game.id}`} narrow>
      <Play speech={speech} controller={controller} version={version}>
        <HereActions speech={speech} game={game} leave={leave} />
      </Play>
    </Shell>
  );
}

/** What can be done at a table of this device alone: both sides are here, so nobody is asked. */
function HereActions({ speech: { t, language }, game, leave }: { speech: Speech; game: LocalGame; leave: () => void }) {
  const { computer, result } = game.game;
  return (
    <>
      <div class="requests">
        {computer === null && result === null && (
          <button type="button" class="quiet" data-act="draw" onClick={() => game.offer('draw')}>
            {t('play.draw')}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          data-act="takeback"
          disabled={game.takesBack === 0 && result === null}
          onClick={() => game.offer('takeback')}
        >
          {t('act.takeback')}
        </button>
        {result !== null && game.game.moves.length > 0 && (
          <a class="quiet button" data-act="analyse-here" href={`/${language}/${herePath(game.game.id)}`}>
            {t('play.analyse')}
          </a>
        )}
        <button type="button" class="quiet" data-act="games-here" onClick={leave}>
          {t('play.all')}
        </button>
      </div>
      <p class="hint kept-here" data-safe={String(game.safe)}>
        {t(game.safe ? 'play.safe' : 'play.unsafe')}
      </p>
    </>
  );
}

function Begin({ speech, kind, rules, kept, trouble, begin, open, drop }: PlayPageProps) {
  const { t } = speech;
  const [chosen, setChosen] = useState<Chosen>({ level: levelFor(kind) });
  const [shown, setShown] = useState<'' | 'computer' | 'two'>('');
  const choose = (name: string, value: string) => {
    setChosen({ ...chosen, [name]: value });
    if (name === 'level') keepLevel(kind, value);
  };
  const { name } = speech.game(kind);
  const way = (which: 'computer' | 'two') => (
    <section class="way" data-way={which}>
      <h2>{t(`play.${which}`)}</h2>
      <p>{t(`play.${which}.text`)}</p>
      <div class={which === 'computer' ? 'choices against' : 'choices'}>
        <button
          type="button"
          class={which === 'computer' ? 'primary' : 'secondary'}
          data-act={`here-${which}`}
          onClick={() => begin(which === 'computer', chosen)}
        >
          {t(`play.${which}.start`)}
        </button>
        {which === 'computer' && (
          <LevelChoice
            speech={speech}
            game={kind}
            level={chosen.level ?? USUAL_LEVEL}
            choose={(level) => choose('level', level)}
          />
        )}
      </div>
      <button
        type="button"
        class="disclosure"
        data-act={`options-${which}`}
        aria-expanded={shown === which}
        onClick={() => setShown(shown === which ? '' : which)}
      >
        {t('options.title')}
        <span class="unseen"> {t(`play.${which}`)}</span>
      </button>
      {shown === which && (
        <Options
          speech={speech}
          game={kind}
          rules={rules}
          chosen={chosen}
          settings={settingsHere(which === 'computer', false)}
          settingsFirst
          choose={choose}
        />
      )}
    </section>
  );
  return (
    <main class="play-here" data-here={kind}>
      <h1>{t('play.title', { game: name })}</h1>
      <p class="lead">{t('play.lead')}</p>
      <p class="trouble" role="status">
        {trouble && t(trouble)}
      </p>
      {kept.length > 0 && <KeptGames speech={speech} kept={kept} open={open} drop={drop} />}
      <div class="ways">
        {way('computer')}
        {way('two')}
      </div>
      <p class="how">
        <a class="to-rules" href={`/${speech.language}/rules/${kind}/`}>
          {t('rules.title', { game: name })}
        </a>
        <LessonLink speech={speech} game={kind} class="to-rules" />
      </p>
      <noscript>
        <p class="trouble">{t('landing.noscript')}</p>
      </noscript>
    </main>
  );
}

type KeptProps = Pick<PlayPageProps, 'speech' | 'kept' | 'open' | 'drop'>;

function KeptGames({ speech, kept, open, drop }: KeptProps) {
  const { t, n, language } = speech;
  const [asked, setAsked] = useState('');
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const who = ({ computer, settings }: KeptGame): string =>
    computer === null ? t('play.two') : t('seat.computer', { level: readChosen(settings)['level'] ?? USUAL_LEVEL });
  return (
    <section class="kept-games" aria-labelledby="kept-games">
      <h2 id="kept-games">{t('play.kept')}</h2>
      <ul>
        {kept.map((game) => (
          <li key={game.id} data-kept={game.id}>
            <button type="button" class="go-on" data-act="continue" onClick={() => open(game.id)}>
              <strong>{who(game)}</strong>
              <span>
                {[n('play.moves', game.moves.length), ...(game.result ? [t('play.over')] : [])].join(' · ')}
                {' · '}
                <time dateTime={new Date(game.at).toISOString()}>{day.format(game.at)}</time>
              </span>
            </button>
            {asked === game.id ? (
              <button type="button" class="danger" data-act="drop-yes" onClick={() => drop(game.id)}>
                {t('play.drop.yes')}
              </button>
            ) : (
              <button
                type="button"
                class="icon"
                data-act="drop"
                aria-label={t('play.drop')}
                title={t('play.drop')}
                onClick={() => setAsked(game.id)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
