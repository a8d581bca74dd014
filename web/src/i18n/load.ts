/* The words of one language, fetched when they are wanted. */
import { type Language, type Speech, speak, type Words } from './words.ts';

const loaders: Record<Language, () => Promise<{ words: Words }>> = {
  fr: () => import('virtual:words/fr'),
  en: () => import('virtual:words/en'),
  ja: () => import('virtual:words/ja'),
};

export async function loadSpeech(language: Language): Promise<Speech> {
  return speak(language, (await loaders[language]()).words);
}
