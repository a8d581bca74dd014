/*
 * What the core of wasm/core.ts says and is told: plain data, and its two errors.
 */

export type Side = 'b' | 'w';

/** What a kind of piece is. `kind` is its index in `GameInfo.pieces`; index 0 is no piece. */
export interface PieceInfo {
  kind: number;
  letter: string;
  promoted: boolean;
  royal: boolean;
  /** Kind that it becomes, 0: never promotes. */
  promotes: number;
  /** Kind that its captor holds in hand, 0: it leaves the game. */
  inHand: number;
  /** As sente's piece is written in SFEN: "P", "+P". */
  sfen: string;
}

export interface RuleInfo {
  name: string;
  /** The default first; null: a number from 0 (the default) to `max`. */
  values: string[] | null;
  max: number;
}

export interface GameInfo {
  name: string;
  files: number;
  ranks: number;
  /** Depth of the promotion zone in ranks, 0: none. */
  zone: number;
  drops: boolean;
  /** Usual length of a game. */
  minutes: number;
  startSfen: string;
  /** Letters of the kinds in hand, in SFEN's order. */
  handOrder: string;
  /** What SFEN's third field means. */
  third: 'hands' | 'mark';
  /** Raised when a correction changed what is legal. */
  rulesVersion: number;
  pieces: PieceInfo[];
  rules: RuleInfo[];
}

export interface Result {
  winner: Side | 'draw';
  /** "checkmate", "repetition", ...: rules/verdict.h. */
  reason: string;
}

export interface Explanation {
  legal: boolean;
  /** The rule that forbids it: a code of the game's RULES.md; "syntax" or "game_over" where no rule was asked. */
  rule: string | null;
  /** Squares that cause it, possibly none. */
  squares: string[];
}

export type Played =
  | { ok: true; usi: string }
  | {
      ok: false;
      /** base/error.h: "illegal", "game_over", "syntax", ... */
      code: string;
      rule: string | null;
      squares: string[];
    };

export interface StartOptions {
  sfen?: string;
  rules?: string;
  moves?: string[];
}

/** How moves are written: ７六歩, ７六歩(77), 7g7f, P-7f. */
export type MoveStyle = 'japanese' | 'kif' | 'usi' | 'western';
export const moveStyles: MoveStyle[] = ['japanese', 'kif', 'usi', 'western'];

/** docs/records.md */
export type RecordFormat = 'kif' | 'ki2' | 'csa' | 'usi' | 'sfen';
export const recordFormats: RecordFormat[] = ['kif', 'ki2', 'csa', 'usi', 'sfen'];

/** What a record says beside its moves. */
export interface RecordAbout {
  sente?: string;
  gote?: string;
  /** "resignation", "time", ...: rules/record.h. What the rules decide is known without it. */
  ending?: string;
  /** Where it does not follow from the ending. */
  winner?: Side;
  /** That each ply took; -1: not known. */
  seconds?: number[];
  /** Lines of the head: ["棋戦", "..."]. */
  headers?: [key: string, value: string][];
  /** By ply; 0 is before the first. */
  comments?: [ply: number, text: string][];
}

export interface GameRecord extends Omit<RecordAbout, 'winner'> {
  /** Name of the game that it is a record of. */
  game: string;
  winner: Side | null;
  format: RecordFormat;
  sfen: string;
  rules: string;
  moves: string[];
  ending: string;
  comments: [ply: number, text: string][];
  /** Variations in the file, which are not read. */
  branches: number;
}

/** A record that cannot be read: where, the move as written ("" if it is not about one), and a rule or other code. */
export class RecordError extends Error {
  readonly line: number;
  /** As which game it was read; "": that was not known yet. */
  readonly game: string;
  readonly code: string;
  readonly move: string;
  constructor(fault: { line: number; game: string; code: string; move: string; message: string }) {
    super(fault.message);
    this.name = 'RecordError';
    this.line = fault.line;
    this.game = fault.game;
    this.code = fault.code;
    this.move = fault.move;
  }
}

/** Text that cannot be used: `at` is "sfen", "rules" or "moves[i]". */
export class RuleError extends Error {
  readonly code: string;
  readonly at: string;
  constructor(code: string, at: string, message: string) {
    super(message);
    this.name = 'RuleError';
    this.code = code;
    this.at = at;
  }
}
