/*
 * A move that was typed: which one is meant. No notation is known here beside USI, which is how moves are named
 * throughout: what was typed is compared with how the rules core writes each legal move in every style, and with the
 * names of a piece and a square. What names a piece and a square but no legal move can still be explained.
 */
import { moveStyles } from '../../../wasm/types.ts';
import { kindOf, sideOf, squareName } from '../board/sfen.ts';
import { type Origin, partsOf } from '../board/usi.ts';
import type { Replay } from './replay.ts';

/** The game as far as it must be asked. */
export type Asked = Pick<Replay, 'view' | 'steps' | 'explain' | 'canonical' | 'written'>;

/** What pieces and squares may be called. */
export interface Naming {
  /** Of a kind as SFEN writes sente's: "P", "pawn", "歩". */
  pieces(kind: string): readonly string[];
  /** "7f", "７六". */
  squares(square: string): readonly string[];
}

export type Typed =
  | { kind: 'move'; usi: string }
  /** Several could be meant, or one that is written otherwise: one is to be chosen. */
  | { kind: 'choice'; moves: readonly string[] }
  /** It is clear what is meant, and it is not legal. */
  | { kind: 'refused'; usi: string }
  | { kind: 'unclear' };

/** More than these are not offered. */
const MOST = 12;

const DIGITS: Record<string, string> = { 一: '1', 二: '2', 三: '3', 四: '4', 五: '5', 六: '6', 七: '7', 八: '8', 九: '9' };

/** Without what is written in several ways or left out: width, case, accents, spaces, signs between squares. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/十(?=[一二])/g, '1')
    .replace(/十/g, '10')
    .replace(/[一二三四五六七八九]/g, (one) => DIGITS[one] ?? one)
    .replace(/[\s\-‐‑–—−×x・·.,:'’▲△☗☖]/g, '');
}

/** `text` as USI: its squares, and whether it says that the piece promotes or does not; null: it is no USI. */
function usiOf(text: string): { usi: string; says: '' | '+' | '=' } | null {
  const drop = /^([a-z])\*(\d{1,2}[a-l])$/.exec(text);
  if (drop) return { usi: `${drop[1]?.toUpperCase()}*${drop[2]}`, says: '=' };
  const [, squares, says = ''] = /^((?:\d{1,2}[a-l]){2,3})([+=]?)$/.exec(text) ?? [];
  return squares === undefined ? null : { usi: squares, says: says as '' | '+' | '=' };
}

/** The planned move that `text` names in USI, of those that are possible; null: it names none. */
export function readPlanned(possible: readonly string[], text: string): string | null {
  const typed = usiOf(plain(text));
  const usi = typed && (typed.says === '+' ? `${typed.usi}+` : typed.usi);
  return usi !== null && possible.includes(usi) ? usi : null;
}

/** Whether all of `part` stands in `whole` in this order. */
function within(part: string, whole: string): boolean {
  let at = 0;
  for (const one of part) {
    at = whole.indexOf(one, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The legal moves, each double move in every spelling. */
function spellings(asked: Asked, legal: readonly string[]): string[] {
  const origins = new Set<Origin>(legal.map((usi) => partsOf(usi).origin));
  const doubles = [...origins].flatMap((origin) => [...asked.steps(origin).values()].flatMap((seconds) => [...seconds.values()]));
  return [...new Set([...legal, ...doubles])];
}

/** The same moves, each once whatever its spelling. */
function distinct(asked: Asked, moves: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const usi of moves) {
    const canonical = asked.canonical(usi);
    if (!seen.has(canonical)) seen.set(canonical, usi);
  }
  return [...seen.values()].slice(0, MOST);
}

/** What is meant by `text` as a move of the side to move. */
export function readTyped(asked: Asked, text: string, naming: Naming): Typed {
  const typed = plain(text);
  const usi = usiOf(typed);
  if (usi) return readUsi(asked, usi.usi, usi.says);
  const view = asked.view();
  const all = spellings(asked, view.legal).map((move) => ({ move, ways: moveStyles.map((style) => asked.written(move, style)) }));
  const exact = text.normalize('NFKC').trim();
  const bare = (way: string): boolean => way.normalize('NFKC') === exact;
  for (const fits of [bare, (way: string) => typed.length > 2 && plain(way) === typed]) {
    const [one, ...others] = distinct(
      asked,
      all.filter(({ ways }) => ways.some(fits)).map(({ move }) => move),
    );
    if (one !== undefined) return others.length === 0 ? { kind: 'move', usi: one } : { kind: 'choice', moves: [one, ...others] };
  }
  const named = readNames(view, typed, naming);
  const possible = named.flatMap((move) => [`${move}+`, move]).filter((move) => view.legal.includes(move));
  const [only] = possible;
  // A drop is said to be one; a piece and a square alone may be meant for a piece on the board.
  if (only !== undefined && possible.length === 1 && only[1] !== '*') return { kind: 'move', usi: only };
  if (possible.length > 0) return { kind: 'choice', moves: possible.slice(0, MOST) };
  const [first] = named;
  if (first !== undefined)
    return { kind: 'refused', usi: named.find((move) => asked.explain(move).rule !== 'not_reachable') ?? first };
  const near =
    typed.length > 1 && /\d/.test(typed)
      ? all.filter(({ ways }) => ways.some((way) => within(typed, plain(way)))).map(({ move }) => move)
      : [];
  return near.length > 0 ? { kind: 'choice', moves: distinct(asked, near) } : { kind: 'unclear' };
}

function readUsi(asked: Asked, usi: string, says: '' | '+' | '='): Typed {
  const wanted = says === '+' ? `${usi}+` : usi;
  const legal = asked.explain(wanted).rule === null;
  if (says === '') {
    const promoted = asked.explain(`${usi}+`).rule === null;
    // Who leaves the sign out may have forgotten it.
    if (legal && promoted) return { kind: 'choice', moves: [`${usi}+`, usi] };
    if (promoted) return { kind: 'move', usi: `${usi}+` };
  }
  return { kind: legal ? 'move' : 'refused', usi: wanted };
}

/** From each piece of the side to move that is meant to the square that is meant, legal or not. */
function readNames({ position }: ReturnType<Asked['view']>, typed: string, naming: Naming): string[] {
  const { board, turn, hands, files, ranks } = position;
  const origins: [kind: string, origin: Origin][] = [
    ...[...board].flatMap(([square, piece]): [string, Origin][] => (sideOf(piece) === turn ? [[kindOf(piece), square]] : [])),
    ...[...hands[turn].keys()].map((letter): [string, Origin] => [letter, `${letter}*`]),
  ];
  const found: string[] = [];
  for (let file = 1; file <= files; file++)
    for (let rank = 0; rank < ranks; rank++) {
      const target = squareName(file, rank);
      const squares = naming.squares(target).map(plain);
      if (!squares.some((square) => typed.includes(square))) continue;
      for (const [kind, origin] of origins) {
        const names = naming.pieces(kind).map(plain);
        const fits = names.some((name) => squares.some((square) => typed === name + square || typed === square + name));
        if (fits && origin !== target) found.push(origin + target);
      }
    }
  return found;
}
