/* The words of pages that show a game which nobody plays, on top of those that every page has. */
import { words } from 'virtual:words/analysis';
import { loadSpeech } from './load.ts';
import { inLanguage, type Language, type Speech, speak } from './words.ts';

export async function loadViewerSpeech(language: Language): Promise<Speech> {
  const [every, { default: common }] = await Promise.all([loadSpeech(language), inLanguage(words, language)()]);
  const own = speak(language, { common, games: {} });
  return {
    ...every,
    t: (key, values) => (own.has(key) ? own : every).t(key, values),
    has: (key) => own.has(key) || every.has(key),
  };
}
