/* Entry of the table page, /t/<table>. */
import '../../style/pages/table.css';
import { render } from 'preact';
import { forgetTable, rememberTable } from '../../client/recent.ts';
import { applyTheme, chosenLanguage } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import type { Speech } from '../../i18n/words.ts';
import { Controller } from './controller.ts';
import { TablePage } from './page.tsx';

applyTheme();

const root = document.getElementById('page');
const table = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1];
if (!root || !table) throw new Error('this script belongs to the page of a table');

const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
let speech: Speech | null = null;
let version = 0;

const controller = new Controller(decodeURIComponent(table), () => {
  version++;
  draw();
});

function draw(): void {
  if (!speech || !root) return;
  const { state, session } = controller;
  // A dot in the browser's tab: it is the viewer's turn.
  document.title = `${controller.active === null ? '' : '● '}${state.table ? speech.game(state.table.kind).name : speech.t('table.page')} · Shogikan`;
  if (state.table && session.link === 'open') session.sitDown();
  if (state.table && controller.mine.length > 0) {
    const { table, kind, moves, result } = state.table;
    rememberTable({ table, kind, moves: moves.length, over: result !== null });
  }
  if (state.fatal === 'not_found') forgetTable(controller.table);
  render(
    <TablePage
      speech={speech}
      seal={seal}
      controller={controller}
      version={version}
      onLanguage={(language) => {
        void use(loadSpeech(language));
      }}
    />,
    root,
  );
}

async function use(loading: Promise<Speech>): Promise<void> {
  speech = await loading;
  document.documentElement.lang = speech.language;
  draw();
}

root.replaceChildren();
// Where there is room beside the board.
controller.openChat(matchMedia('(min-width: 60rem)').matches);
controller.start();
void use(loadSpeech(chosenLanguage()));
addEventListener('online', () => controller.session.hurry());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') controller.session.hurry();
});
