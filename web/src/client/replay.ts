/*
 * A game as far as it is shown, kept in a match of the rules core: goes forward and back to any list of moves,
 * remembers for each ply what is said when it is read out, and has the core write the moves down.
 */
import type { Core, Explanation, Match, MoveStyle, Result, Side } from '../../../wasm/core.ts';
import { losses } from '../board/motion.ts';
import { kindOf, type Position, parseSfen, rankOf } from '../board/sfen.ts';
import { type Origin, partsOf, type Steps } from '../board/usi.ts';

/** One ply as it is read out. */
export interface Ply {
  usi: string;
  side: Side;
  /** As sente's in SFEN: "P", "+R". */
  piece: string;
  /** What was taken, in the order of the move's squares. */
  taken: readonly Taken[];
}

/** A piece that left the board, as sente's in SFEN. */
export interface Taken {
  square: string;
  piece: string;
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
  /** By square: whose movement a piece has ("B", "+R"), where it is not its own. */
  movesAs: ReadonlyMap<string, string>;
  /** Captures that each side still needs to win; null where captures do not decide. */
  capturesLeft: Readonly<Record<Side, number>> | null;
}

export class Replay {
  readonly plies: Ply[] = [];
  private readonly core: Core;
  private readonly match: Match;
  private last: { style: MoveStyle; texts: readonly string[] } | null = null;

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
    if (common < this.plies.length || common < moves.length) this.last = null;
    while (this.plies.length > common) {
      this.match.back();
      this.plies.pop();
    }
    for (const usi of moves.slice(common)) {
      const { board, turn: side } = parseSfen(this.match.sfen(), false);
      const played = this.match.play(usi);
      if (!played.ok) throw new Error(`${usi}: ${played.rule ?? played.code}`);
      const { origin, middle, target } = partsOf(usi);
      const piece = origin.endsWith('*') ? origin.slice(0, -1) : kindOf(board.get(origin) ?? '');
      const taken = losses(board, parseSfen(this.match.sfen(), false).board, side);
      const order = [middle, target].flatMap((square) => taken.filter((one) => one === square));
      const squares = [...new Set([...order, ...taken])];
      this.plies.push({
        usi,
        side,
        piece,
        taken: squares.map((square) => ({ square, piece: kindOf(board.get(square) ?? '') })),
      });
    }
  }

  /** The plies as people write them. */
  texts(style: MoveStyle): readonly string[] {
    if (this.last?.style !== style) this.last = { style, texts: this.match.texts(style) };
    return this.last.texts;
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
    const letters = new Map(this.core.game.pieces.map((piece) => [piece.kind, piece.sfen]));
    const movesAs = new Map([...this.match.movesAs()].map(([square, kind]) => [square, letters.get(kind) ?? '']));
    return {
      sfen,
      position,
      legal: this.match.legal(),
      check,
      givers,
      royals,
      result: this.match.result(),
      movesAs,
      capturesLeft: this.match.capturesLeft(),
    };
  }

  /**
   * The double moves of one piece in every spelling. The core lists each result once, possibly as the move of another
   * piece or by another way, so each way through a square that the piece can step on is asked for. A first step stays
   * one when no second is legal just now (a pass that would repeat the position): the player is told so.
   */
  steps(origin: Origin): Steps {
    const steps = new Map<string, Map<string, string>>();
    if (origin.endsWith('*')) return steps;
    const legal = this.match.legal().map(partsOf);
    const singles = new Set(legal.filter((move) => move.origin === origin).map((move) => move.target));
    const middles = new Set([...singles, ...legal.flatMap((move) => move.middle ?? [])]);
    middles.delete(origin);
    for (const middle of middles) {
      if (this.match.explain(origin + middle + origin).rule === 'not_reachable') continue;
      const seconds = new Map<string, string>();
      for (const target of new Set([origin, ...singles])) {
        const usi = origin + middle + target;
        if (target !== middle && this.match.explain(usi).legal) seconds.set(target, usi);
      }
      if (seconds.size > 0 || singles.has(middle)) steps.set(middle, seconds);
    }
    return steps;
  }

  /** Why a move that touches the promotion zone may not promote a piece that can: people take it for a mistake. */
  whyUnpromoted(usi: string): { rule: string | null; squares: string[] } | null {
    const { origin, target, middle, promote } = partsOf(usi);
    const { zone, ranks, pieces } = this.core.game;
    const piece = this.match.board().find((placed) => placed.square === origin);
    if (promote || middle !== null || !piece || !pieces.some((info) => info.kind === piece.kind && info.promotes !== 0))
      return null;
    const depth = (square: string) => (piece.side === 'b' ? rankOf(square) : ranks - 1 - rankOf(square));
    if (depth(origin) >= zone && depth(target) >= zone) return null;
    const why = this.match.explain(`${usi}+`);
    return why.legal ? null : { rule: why.rule, squares: [target] };
  }

  /** The canonical spelling of a legal move. */
  canonical(usi: string): string {
    const played = this.match.play(usi);
    if (!played.ok) return usi;
    this.match.back();
    return played.usi;
  }

  /** A legal move, in any spelling, as people write it. */
  written(usi: string, style: MoveStyle): string {
    return this.match.text(usi, style) ?? usi;
  }

  explain(usi: string): Explanation {
    return this.match.explain(usi);
  }
}
