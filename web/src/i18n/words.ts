/*
 * What the page says. A language's words are those of web/locales/ and of each game's web/ folder, which come as one
 * module (CONTRIBUTING.md says what else a language needs). Keys are flat; {name} is replaced; a key that depends on a
 * number has the forms of that language's plural rules (watchers.one, watchers.other).
 */
import { languages } from 'virtual:languages';

/** A local rule: what it is about, and for each value its name, one sentence, and the whole of it. */
export interface RuleWords {
  name: string;
  text: string;
  values: Record<string, { name: string; short: string; long: string }>;
}

export interface GameWords {
  name: string;
  tagline: string;
  pieces: Record<string, string>;
  rules: Record<string, string>;
  /** How a game can end by its own rules: by the reason's name. */
  ends: Record<string, string>;
  local?: Record<string, RuleWords>;
}

export interface Words {
  common: Record<string, string>;
  games: Record<string, GameWords>;
}

/** A code of `languages`: "fr". */
export type Language = string;

export const isLanguage = (text: string | null | undefined): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text);

/** What there is of a language; all of them have the same. */
export function inLanguage<T>(each: Record<Language, T>, language: Language): T {
  const own = each[language];
  if (own === undefined) throw new Error(`nothing in ${language}`);
  return own;
}

export interface Speech {
  language: Language;
  t(key: string, values?: Record<string, string | number>): string;
  /** With the plural form for `count`, which is also the value {count}. */
  n(key: string, count: number): string;
  has(key: string): boolean;
  game(name: string): GameWords;
}

export function speak(language: Language, words: Words): Speech {
  const plural = new Intl.PluralRules(language);
  const { format } = new Intl.NumberFormat(language);
  const t = (key: string, values: Record<string, string | number> = {}): string => {
    const text = words.common[key];
    if (text === undefined) throw new Error(`${language}: no words for ${key}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
  return {
    language,
    t,
    n: (key, count) => t(`${key}.${plural.select(count)}`, { count: format(count) }),
    has: (key) => key in words.common,
    game: (name) => {
      const game = words.games[name];
      if (!game) throw new Error(`${language}: no words for the game ${name}`);
      return game;
    },
  };
}
