/* Entry of a game's problems, /<language>/problems/<game>/. */
import '../../style/pages/problems.css';
import { problems } from 'virtual:problems';
import { hydrate, render } from 'preact';
import { loadGame } from '../../client/loading.ts';
import { applyTheme } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import { isLanguage } from '../../i18n/words.ts';
import { ProblemsPage } from './page.tsx';
import { ProblemPlayer } from './player.ts';

applyTheme();

const root = document.getElementById('page');
const kind = document.querySelector<HTMLElement>('[data-problems]')?.dataset.problems ?? '';
const { lang } = document.documentElement;
const load = problems[kind];
if (!root || !isLanguage(lang) || !load) throw new Error('this script belongs to the page of problems');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const [speech, { set }] = await Promise.all([loadSpeech(lang), load()]);
let player: ProblemPlayer | null = null;
let trouble = false;
let version = 0;
const page = () => <ProblemsPage {...{ speech, seal, kind, set, player, trouble, version }} />;
const draw = () => {
  version++;
  render(page(), root);
};
hydrate(page(), root);
try {
  const [loaded, { openEngine }] = await Promise.all([loadGame(kind), import('../../client/engine.ts')]);
  player = new ProblemPlayer(loaded, set, openEngine(), Date.now(), () => draw());
} catch (error) {
  console.error(error);
  trouble = true;
}
draw();
