/*
 * Moves as USI, taken apart for display, and the legal moves sorted by where they start and end.
 */

/** Where a move starts: a square, or "P*" for a piece from the hand. */
export type Origin = string;

export interface Parts {
  origin: Origin;
  target: string;
  /** The first step of a double move. */
  middle: string | null;
  promote: boolean;
}

export function partsOf(usi: string): Parts {
  const drop = /^([A-Z])\*(\d+[a-z])$/.exec(usi);
  if (drop) return { origin: `${drop[1]}*`, target: drop[2] ?? '', middle: null, promote: false };
  const squares = usi.match(/\d+[a-z]/g) ?? [];
  if (squares.length < 2) throw new Error(`not a move: ${usi}`);
  return {
    origin: squares[0] ?? '',
    target: squares[squares.length - 1] ?? '',
    middle: squares.length > 2 ? (squares[1] ?? '') : null,
    promote: usi.endsWith('+'),
  };
}

/** The moves between one origin and one target: with and without promotion, as far as they are legal. */
export interface Choice {
  plain: string | null;
  promoted: string | null;
}

/** The double moves of one piece: by first step, then by where they end, in a spelling that the core reads. */
export type Steps = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Legal moves by origin, then by target. Double moves only name their origin: they are shown step by step (Steps). */
export function targetsOf(legal: readonly string[]): Map<Origin, Map<string, Choice>> {
  const result = new Map<Origin, Map<string, Choice>>();
  for (const usi of legal) {
    const { origin, target, middle, promote } = partsOf(usi);
    const targets = result.get(origin) ?? new Map<string, Choice>();
    result.set(origin, targets);
    if (middle !== null) continue;
    const choice = targets.get(target) ?? { plain: null, promoted: null };
    if (promote) choice.promoted = usi;
    else choice.plain = usi;
    targets.set(target, choice);
  }
  return result;
}

/** The squares of a move: "7g7f" gives 7g and 7f; "P*5b" 5b; "6f6e6d" all three. */
export const squaresIn = (usi: string): string[] => usi.match(/\d+[a-l]/g) ?? [];
