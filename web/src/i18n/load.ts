/* The words of one language, fetched when they are wanted. */
import { words } from 'virtual:words';
import { type Language, type Speech, speak } from './words.ts';

export async function loadSpeech(language: Language): Promise<Speech> {
  const load = words[language];
  if (!load) throw new Error(`no words in ${language}`);
  return speak(language, (await load()).words);
}
