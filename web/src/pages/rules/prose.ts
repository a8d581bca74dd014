/*
 * What a game's rules say beside what the core knows: prose, vocabulary, questions and tips, as data in the game's folder
 * (web/rules.json for all languages, web/rules-<language>.json), checked and drawn by web/tools/prose.ts.
 */

/** A paragraph, a list of short sentences, or a picture. In text, [words](address) is a link and nothing else is special. */
export type Block = string | { list: string[] } | { diagram: string; alt: string; caption: string };

/** A part of a section, with a heading and an anchor of its own. */
export interface Part {
  id: string;
  title: string;
  body: Block[];
}

export interface Prose {
  object: Block[];
  start: Block[];
  turn: Block[];
  pieces: Block[];
  /** Empty where nothing promotes. */
  promotion: Block[];
  special: Part[];
  ends: Block[];
  variants: Block[];
  /** By the id of a word in `ProseFrame.words`. */
  vocabulary: Record<string, { term: string; text: string }>;
  questions: { id: string; question: string; answer: Block[] }[];
  tips: { id: string; title: string; text: string }[];
  source: Block[];
}

/** A position to look at. Squares as in USI; everything that it claims is asked of the rules core at build time, under the default rules. */
export interface Diagram {
  sfen: string;
  /** First and last square of the part that is shown. */
  view: [string, string];
  /** Squares of pieces whose legal moves are dotted. */
  movers?: string[];
  /** Moves that are legal: what they take is ringed, where they go is dotted. */
  moves?: string[];
  /** Moves that are refused, and the rule that refuses them: a cross. */
  refused?: Record<string, string>;
  /** How the game ends after the first of `moves`. */
  ends?: string;
  /** Squares with a frame, to speak about. */
  frames?: string[];
}

/** What is the same in every language. */
export interface ProseFrame {
  /** Day on which the text last changed, YYYY-MM-DD. */
  changed: string;
  /** Words of the game in Japanese: as written, in kana, in Latin letters. */
  words: Record<string, [written: string, kana: string, latin: string]>;
  /** How the Japanese names of the pieces (pieces.json) are said, by SFEN letters: in kana, in Latin letters. */
  readings: Record<string, [kana: string, latin: string]>;
  diagrams: Record<string, Diagram>;
}

/** Words and links of a text, in order. */
export function linksIn(text: string): { text: string; href: string | null }[] {
  const parts: { text: string; href: string | null }[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: match[1] ?? '', href: match[2] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
