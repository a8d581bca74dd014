/*
 * What the engine found in the positions of a game, and what that says of the moves: by how much each made winning less
 * likely, and whether that is worth a word. Pure; docs/analysis.md says it in prose.
 */
import type { Score, Thought } from '../../../wasm/engine.ts';
import type { Result, Side } from '../../../wasm/types.ts';

/** A position as it was judged, from sente's view. */
export interface Found {
  score: Score;
  /** That sente wins: 0 to 1. */
  chance: number;
  /** The best line from here; empty where the game is over. */
  pv: readonly string[];
  depth: number;
  nodes: number;
}

/** From the lightest to the gravest: how much of the chance to win such a move loses at least. */
export const SLIPS = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 } as const;
export type Slip = keyof typeof SLIPS;
export const slips = Object.keys(SLIPS) as Slip[];

/** A move as it is judged. */
export interface Judged {
  /** From 1. */
  ply: number;
  side: Side;
  /** How much less likely it made winning, from the view of who played it; never below 0. */
  loss: number;
  /** It is what the engine would have played. */
  best: boolean;
  slip: Slip | null;
}

export const slipOf = (loss: number): Slip | null => slips.findLast((slip) => loss >= SLIPS[slip] - 1e-9) ?? null;

/** What the engine says to who moves, as sente sees it. */
export function fromSente(turn: Side, { score, chance, pv, depth, nodes }: Omit<Thought, 'best' | 'ponder'>): Found {
  if (turn === 'b') return { score, chance, pv, depth, nodes };
  const turned = 'mate' in score ? { mate: 0 - score.mate } : { cp: 0 - score.cp };
  return { score: turned, chance: 1 - chance, pv, depth, nodes };
}

/** The end of a game by its rules: nothing is left to think about. */
export function overBy({ winner }: Result): Found {
  const over = { pv: [], depth: 0, nodes: 0 };
  if (winner === 'draw') return { ...over, score: { cp: 0 }, chance: 0.5 };
  return { ...over, score: { mate: 0 }, chance: winner === 'b' ? 1 : 0 };
}

/**
 * The moves of a game: `found` has its positions, one more than there are moves, null where the engine has not been yet;
 * so has the answer a null for each move that cannot be judged.
 */
export function judge(moves: readonly { usi: string; side: Side }[], found: readonly (Found | null)[]): (Judged | null)[] {
  return moves.map(({ usi, side }, i) => {
    const before = found[i];
    const after = found[i + 1];
    if (!before || !after) return null;
    const best = before.pv[0] === usi;
    const lost = side === 'b' ? before.chance - after.chance : after.chance - before.chance;
    // The engine's own move loses nothing: it only saw further one move later.
    const loss = best ? 0 : Math.max(0, lost);
    return { ply: i + 1, side, loss, best, slip: slipOf(loss) };
  });
}

/** How often each side slipped. */
export function tally(judged: readonly (Judged | null)[]): Record<Side, Record<Slip, number>> {
  const none = () => Object.fromEntries(slips.map((slip) => [slip, 0])) as Record<Slip, number>;
  const counts = { b: none(), w: none() };
  for (const one of judged) if (one?.slip) counts[one.side][one.slip]++;
  return counts;
}

/** The runs of positions that are known, for the line of the graph: points of [ply, chance]. */
export function runsOf(found: readonly (Found | null)[]): [ply: number, chance: number][][] {
  const runs: [number, number][][] = [];
  for (const [ply, one] of found.entries()) {
    if (!one) continue;
    if (ply === 0 || !found[ply - 1]) runs.push([]);
    runs.at(-1)?.push([ply, one.chance]);
  }
  return runs;
}
