/* Entry of the page of a player, /<language>/player/<id>, and of one's own, /<language>/player/. */
import '../../style/pages/player.css';
import { games } from 'virtual:games';
import { render } from 'preact';
import { applyTheme } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import { isLanguage } from '../../i18n/words.ts';
import { PlayerPage } from './page.tsx';

applyTheme();

const root = document.getElementById('page');
const { lang } = document.documentElement;
if (!root || !isLanguage(lang)) throw new Error('this script belongs to the page of a player');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const id = /\/player\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
const speech = await loadSpeech(lang);
// The page was built for nobody in particular.
root.replaceChildren();
render(<PlayerPage speech={speech} seal={seal} games={games} id={id} />, root);
