/* Entry of the list of ratings of a game, /<language>/ratings/<game>/. */
import '../../style/pages/player.css';
import { games } from 'virtual:games';
import { hydrate } from 'preact';
import { applyTheme } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import { isLanguage } from '../../i18n/words.ts';
import { RatingsPage } from './page.tsx';

applyTheme();

const root = document.getElementById('page');
const { lang } = document.documentElement;
const game = /\/ratings\/([\w-]+)/.exec(location.pathname)?.[1];
if (!root || !isLanguage(lang) || !game) throw new Error('this script belongs to a list of ratings');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const speech = await loadSpeech(lang);
hydrate(<RatingsPage speech={speech} seal={seal} games={games} game={game} />, root);
