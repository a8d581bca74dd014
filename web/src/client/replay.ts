/*
 * A game as far as it is shown, kept in a match of the rules core: goes forward and back to any list of moves, and
 * remembers for each ply what a move list needs to write it down.
 */
import type { Core, Match, Result, Side } from '../../../wasm/core.ts';
import { type Position, parseSfen } from '../board/sfen.ts';
import { partsOf } from '../board/usi.ts';

/** One ply as a move list needs it. */
export interface Ply {
  usi: string;
  side: Side;
  /** As sente's in SFEN: "P", "+R". */
  piece: string;
  captures: boolean;
  /** Onto the square of the move before. */
  same: boolean;
  /** Another piece of that kind could have gone there. */
  ambiguous: boolean;
  /** It could have promoted and did not. */
  declined: boolean;
}

export interface View {
  sfen: string;
  position: Position;
  legal: string[];
  check: boolean;
  givers: string[];
  /** Squares of the royal pieces of the side to move. */
  royals: string[];
  result: Result | null;
}

export class Replay {
  readonly plies: Ply[] = [];
  private readonly core: Core;
  private readonly match: Match;

  /** Throws RuleError when the start cannot be used. */
  constructor(core: Core, start: string, rules: string) {
    this.core = core;
    this.match = core.start({ sfen: start, rules });
  }

  free(): void {
    this.match.free();
  }

  /** Goes to the position after these moves; throws when one of them is not legal. */
  go(moves: readonly string[]): void {
    let common = 0;
    while (common < this.plies.length && this.plies[common]?.usi === moves[common]) common++;
    while (this.plies.length > common) {
      this.match.back();
      this.plies.pop();
    }
    for (const usi of moves.slice(common)) {
      const ply = this.describe(usi);
      const played = this.match.play(usi);
      if (!played.ok) throw new Error(`${usi}: ${played.rule ?? played.code}`);
      this.plies.push(ply);
    }
  }

  view(): View {
    const sfen = this.match.sfen();
    const position = parseSfen(sfen, this.core.game.third === 'hands');
    const { check, givers } = this.match.check();
    const royal = new Set(this.core.game.pieces.filter((piece) => piece.royal).map((piece) => piece.kind));
    const royals = this.match
      .board()
      .filter((placed) => placed.side === position.turn && royal.has(placed.kind))
      .map((placed) => placed.square);
    return { sfen, position, legal: this.match.legal(), check, givers, royals, result: this.match.result() };
  }

  explain(usi: string): { rule: string | null; squares: string[] } {
    return this.match.explain(usi);
  }

  private describe(usi: string): Ply {
    const { origin, target, promote } = partsOf(usi);
    const { board, turn } = parseSfen(this.match.sfen(), false);
    const drop = origin.endsWith('*');
    const pieceAt = (from: string): string => (from.endsWith('*') ? from.slice(0, -1) : (board.get(from) ?? '').toUpperCase());
    const piece = pieceAt(origin);
    const before = this.plies.at(-1);
    const legal = this.match.legal().map((other) => ({ usi: other, ...partsOf(other) }));
    return {
      usi,
      side: turn,
      piece,
      captures: board.has(target),
      same: before !== undefined && partsOf(before.usi).target === target,
      ambiguous: legal.some((other) => other.target === target && other.origin !== origin && pieceAt(other.origin) === piece),
      declined: !promote && !drop && legal.some((other) => other.usi === `${usi}+`),
    };
  }
}
