/* The words of one language, fetched when they are wanted. */
import { words } from 'virtual:words';
import { inLanguage, type Language, type Speech, speak } from './words.ts';

export async function loadSpeech(language: Language): Promise<Speech> {
  return speak(language, (await inLanguage(words, language)()).words);
}
