/* The words of pages that show a game which nobody plays, on top of those that every page has. */
import { words } from 'virtual:words/analysis';
import { loadSpeech } from './load.ts';
import { type Language, type Speech, speak } from './words.ts';

export async function loadViewerSpeech(language: Language): Promise<Speech> {
  const load = words[language];
  if (!load) throw new Error(`no words in ${language}`);
  const [every, { default: common }] = await Promise.all([loadSpeech(language), load()]);
  const own = speak(language, { common, games: {} });
  return {
    ...every,
    t: (key, values) => (own.has(key) ? own : every).t(key, values),
    has: (key) => own.has(key) || every.has(key),
  };
}
