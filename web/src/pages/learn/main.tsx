/* Entry of a lesson, /<language>/learn/<game>/. */
import '../../style/pages/learn.css';
import { lessons } from 'virtual:lessons';
import { hydrate, render } from 'preact';
import { loadGame } from '../../client/loading.ts';
import { applyTheme } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import { isLanguage } from '../../i18n/words.ts';
import { LessonPage } from './page.tsx';
import { LessonPlayer } from './player.ts';

applyTheme();

const root = document.getElementById('page');
const kind = document.querySelector<HTMLElement>('[data-learn]')?.dataset.learn ?? '';
const { lang } = document.documentElement;
const load = lessons[kind];
if (!root || !isLanguage(lang) || !load) throw new Error('this script belongs to the page of a lesson');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const [speech, { frame, text }] = await Promise.all([loadSpeech(lang), load[lang]()]);
const ids = frame.steps.map(({ id }) => id);
const others = Object.keys(lessons).filter((name) => name !== kind);
let player: LessonPlayer | null = null;
let trouble = false;
let version = 0;
const page = () => <LessonPage {...{ speech, seal, kind, ids, text, player, trouble, version, others }} />;
const draw = () => {
  version++;
  render(page(), root);
};
hydrate(page(), root);
try {
  player = new LessonPlayer(await loadGame(kind), frame, () => draw());
} catch (error) {
  console.error(error);
  trouble = true;
}
draw();
