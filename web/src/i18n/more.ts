/* The words of pages that show a game which nobody plays, on top of those that every page has. */
import { loadSpeech } from './load.ts';
import { type Language, type Speech, speak } from './words.ts';

const loaders: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  fr: () => import('../../locales/analysis/fr.json'),
  en: () => import('../../locales/analysis/en.json'),
  ja: () => import('../../locales/analysis/ja.json'),
};

export async function loadViewerSpeech(language: Language): Promise<Speech> {
  const [every, { default: common }] = await Promise.all([loadSpeech(language), loaders[language]()]);
  const own = speak(language, { common, games: {} });
  return {
    ...every,
    t: (key, values) => (own.has(key) ? own : every).t(key, values),
    has: (key) => own.has(key) || every.has(key),
  };
}
