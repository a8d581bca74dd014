/*
 * The page that opens a record: first a place to paste or choose one, then the board with its moves.
 */
import { useEffect, useState } from 'preact/hooks';
import { gameNames } from '../../client/loading.ts';
import type { Speech } from '../../i18n/words.ts';
import { Shell } from '../shell.tsx';
import { FaultNote, Show } from './show.tsx';
import type { Viewer } from './viewer.ts';

interface RecordPageProps {
  speech: Speech;
  seal: string;
  /** Null: as the page was built, before its script runs. */
  viewer: Viewer | null;
  version: number;
}

const RECORD_PATH = 'record/';

export function RecordPage({ speech, seal, viewer, version }: RecordPageProps) {
  useDrop(viewer);
  const [early] = useState(() => ({ text: filledIn(viewer, 'textarea'), kind: filledIn(viewer, 'select') }));
  const [text, setText] = useState('');
  const [kind, setKind] = useState('');
  // Once the page is alive: what hydration finds, it takes to be as it was built.
  useEffect(() => {
    setText(early.text);
    setKind(early.kind);
    const input = document.querySelector<HTMLInputElement>('[data-record-file]');
    if (viewer && input) openChosen(viewer, input, early.kind);
  }, []);
  const { t } = speech;
  if (viewer?.record && viewer.loaded)
    return (
      <Shell speech={speech} seal={seal} path={RECORD_PATH + location.hash} narrow>
        <Show key={viewer.opened} speech={speech} viewer={viewer} version={version}>
          <button
            type="button"
            class="quiet"
            data-act="other-record"
            onClick={() => {
              history.replaceState(null, '', location.pathname);
              viewer.close();
            }}
          >
            {t('record.other')}
          </button>
        </Show>
      </Shell>
    );
  return (
    <Shell speech={speech} seal={seal} path={RECORD_PATH}>
      <main class="open-record">
        <h1>{t('record.title')}</h1>
        <p class="lead">{t('record.lead')}</p>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void viewer?.open(text, kind);
          }}
        >
          <label for="record-text">{t('record.text')}</label>
          <textarea
            id="record-text"
            rows={10}
            spellcheck={false}
            data-record-text=""
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <label class="of-game">
            {t('record.game')}
            <select data-act="record-game" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              <option value="">{t('record.game.any')}</option>
              {gameNames.map((name) => (
                <option key={name} value={name}>
                  {speech.game(name).name}
                </option>
              ))}
            </select>
          </label>
          <div class="choices">
            <button type="submit" class="primary" data-act="open-record" disabled={text.trim() === '' || viewer?.busy}>
              {t(viewer?.busy ? 'record.loading' : 'record.open')}
            </button>
            <label class="secondary button">
              {t('record.choose')}
              <input
                type="file"
                class="unseen"
                data-record-file=""
                onChange={(event) => viewer && openChosen(viewer, event.currentTarget, kind)}
              />
            </label>
          </div>
        </form>
        <div aria-live="polite">{viewer?.fault && <FaultNote speech={speech} fault={viewer.fault} />}</div>
        <noscript>
          <p class="trouble">{t('record.noscript')}</p>
        </noscript>
      </main>
    </Shell>
  );
}

/** What somebody filled in before the script ran. */
function filledIn(viewer: Viewer | null, field: 'textarea' | 'select'): string {
  return (viewer && document.querySelector(field)?.value) || '';
}

function openChosen(viewer: Viewer, input: HTMLInputElement, kind: string): void {
  const file = input.files?.[0];
  input.value = ''; // so that the same one can be chosen once more
  if (file) void viewer.openFile(file, kind);
}

/** A file that is dropped anywhere on the page is opened. */
function useDrop(viewer: Viewer | null): void {
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void viewer?.openFile(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, [viewer]);
}
