/*
 * The games that are played on this device alone, kept by the browser after every move. What is read back is checked:
 * storage belongs to the whole address, not to this file.
 */
import type { Result, Side } from '../../../wasm/types.ts';

export interface KeptGame {
  id: string;
  kind: string;
  /** Local rules and settings: "name=value name=value". */
  rules: string;
  settings: string;
  /** Where the computer sits; null: two people. */
  computer: Side | null;
  moves: readonly string[];
  result: Result | null;
  /** Of the sitting, before this game. */
  score: Readonly<Record<Side | 'draws', number>>;
  number: number;
  /** When it was last changed, ms since 1970. */
  at: number;
}

const KEY = 'games here';
/** How many games are kept. A new one drops the oldest that is over, or the oldest of all. */
export const KEPT_MOST = 24;

const isText = (value: unknown): value is string => typeof value === 'string';
const isSide = (value: unknown): value is Side => value === 'b' || value === 'w';
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function isKept(value: unknown): value is KeptGame {
  const { id, kind, rules, settings, computer, moves, result, score, number, at } = fieldsOf(value);
  const { winner, reason } = fieldsOf(result);
  const { b, w, draws } = fieldsOf(score);
  return (
    isText(id) &&
    /^[\w-]{1,64}$/.test(id) &&
    [kind, rules, settings].every(isText) &&
    (computer === null || isSide(computer)) &&
    Array.isArray(moves) &&
    moves.every(isText) &&
    (result === null || ((isSide(winner) || winner === 'draw') && isText(reason))) &&
    [b, w, draws, number, at].every(isCount)
  );
}

/** The newest first; none where storage is forbidden. */
export function keptGames(): KeptGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** False where the browser keeps nothing. */
function write(games: readonly KeptGame[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(games));
    return true;
  } catch {
    return false;
  }
}

/** False where the browser keeps nothing: storage is forbidden, or full. */
export function keepGame(game: KeptGame): boolean {
  const games = [game, ...keptGames().filter(({ id }) => id !== game.id)];
  while (games.length > KEPT_MOST) {
    const over = games.findLastIndex(({ result }, i) => i > 0 && result !== null);
    games.splice(over < 0 ? games.length - 1 : over, 1);
  }
  return write(games);
}

export function dropGame(gone: string): void {
  write(keptGames().filter(({ id }) => id !== gone));
}

/** Another tab changed the games of this device. */
export function watchKept(changed: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) changed();
  });
}
