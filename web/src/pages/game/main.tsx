/* Entry of the page of one game, /g/<game>. */
import '../../style/pages/record.css';
import { render } from 'preact';
import type { ServerRecord } from '../../../../protocol/wire.ts';
import { readGame } from '../../client/open.ts';
import { applyTheme, chosenLanguage } from '../../i18n/choice.ts';
import { loadViewerSpeech } from '../../i18n/more.ts';
import type { Speech } from '../../i18n/words.ts';
import { Viewer } from '../record/viewer.ts';
import { recordOf } from './game.ts';
import { GamePage, NO_GAME, WAITING } from './page.tsx';

applyTheme();

const root = document.getElementById('page');
const game = /^\/g\/([^/]+)\/?$/.exec(location.pathname)?.[1];
if (!root || !game) throw new Error('this script belongs to the page of a game');

const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
let speech: Speech | null = null;
let told: ServerRecord | null = null;
let trouble = '';
let version = 0;

const viewer = new Viewer(() => {
  version++;
  draw();
});

function draw(): void {
  if (!speech || !root) return;
  document.title = `${told ? speech.game(told.kind).name : speech.t('game.page')} · Shogikan`;
  const use = (loading: Promise<Speech>) => void speak(loading);
  render(
    <GamePage
      speech={speech}
      seal={seal}
      viewer={viewer}
      version={version}
      told={told}
      trouble={trouble}
      onLanguage={(language) => use(loadViewerSpeech(language))}
    />,
    root,
  );
}

/** The names of the players are in the record, so a change of language shows it anew. */
async function speak(loading: Promise<Speech>): Promise<void> {
  speech = await loading;
  document.documentElement.lang = speech.language;
  if (told) await show(told, speech);
  draw();
}

async function show(record: ServerRecord, words: Speech): Promise<void> {
  try {
    const ply = viewer.record ? viewer.ply : Number.POSITIVE_INFINITY;
    await viewer.showGame(recordOf(record, words), record.result ?? null);
    viewer.lookAt(ply);
  } catch (error) {
    console.error(error);
    trouble = 'trouble.core';
  }
}

root.replaceChildren();
const ready = speak(loadViewerSpeech(chosenLanguage()));
readGame(decodeURIComponent(game), {
  answered: (record) => {
    told = record;
    trouble = '';
    void ready.then(async () => {
      if (speech) await show(record, speech);
      draw();
    });
  },
  waiting: () => {
    trouble = WAITING;
    draw();
  },
  refused: (code) => {
    trouble = code === 'not_found' ? NO_GAME : code === 'version' ? 'trouble.version' : `error.${code}`;
    void ready.then(() => {
      if (!speech?.has(trouble)) trouble = 'error.other';
      draw();
    });
  },
});
