/* Entry of the landing page, /<language>/. */
import '../style/pages/landing.css';
import { games } from 'virtual:games';
import { hydrate } from 'preact';
import { applyTheme } from '../i18n/choice.ts';
import { loadSpeech } from '../i18n/load.ts';
import { isLanguage } from '../i18n/words.ts';
import { Landing } from './landing.tsx';

applyTheme();

const root = document.getElementById('page');
const { lang } = document.documentElement;
if (!root || !isLanguage(lang)) throw new Error('this script belongs to the landing page');
const pictures = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string; boards: Record<string, string> };
const speech = await loadSpeech(lang);
hydrate(<Landing speech={speech} games={games} seal={pictures.seal} picture={(game) => pictures.boards[game] ?? ''} />, root);
