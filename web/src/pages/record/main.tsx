/* Entry of the page that opens a record, /<language>/record/. */
import '../../style/pages/record.css';
import { hydrate, render } from 'preact';
import { applyTheme } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import { isLanguage } from '../../i18n/words.ts';
import { RecordPage } from './page.tsx';
import { Viewer } from './viewer.ts';

applyTheme();

const root = document.getElementById('page');
const { lang } = document.documentElement;
if (!root || !isLanguage(lang)) throw new Error('this script belongs to the page of a record');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const speech = await loadSpeech(lang);
let version = 0;
const page = () => <RecordPage speech={speech} seal={seal} viewer={viewer} version={version} />;
const viewer = new Viewer(() => {
  version++;
  render(page(), root);
});
hydrate(page(), root);
