/*
 * Entry of the page that opens a record, /<language>/record/. Behind the # it may name a game of this device that is over:
 * that one is shown then.
 */
import '../../style/pages/record.css';
import { hydrate, render } from 'preact';
import { keptGames } from '../../client/kept.ts';
import { loadGame } from '../../client/loading.ts';
import { applyTheme } from '../../i18n/choice.ts';
import { loadViewerSpeech } from '../../i18n/more.ts';
import { isLanguage } from '../../i18n/words.ts';
import { recordOfKept } from './here.ts';
import { RecordPage } from './page.tsx';
import { Viewer } from './viewer.ts';

applyTheme();

const root = document.getElementById('page');
const { lang } = document.documentElement;
if (!root || !isLanguage(lang)) throw new Error('this script belongs to the page of a record');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const speech = await loadViewerSpeech(lang);
let version = 0;
const page = () => <RecordPage speech={speech} seal={seal} viewer={viewer} version={version} />;
const viewer = new Viewer(() => {
  version++;
  render(page(), root);
});
hydrate(page(), root);
await showHere();
addEventListener('hashchange', () => void showHere());

async function showHere(): Promise<void> {
  const game = keptGames().find(({ id, result }) => result !== null && location.hash === `#${id}`);
  if (!game) return;
  try {
    const loaded = await loadGame(game.kind);
    await viewer.showGame(recordOfKept(game, loaded.core, speech), game.result, loaded);
    viewer.lookAt(Number.POSITIVE_INFINITY);
  } catch (error) {
    console.error(error);
    viewer.refuse({ line: 0, code: 'core', game: '', text: '' });
  }
}
