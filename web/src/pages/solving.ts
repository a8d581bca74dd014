/*
 * A task on the board that is solved by moving: what lessons and problems have in common. What is asked for, what a move
 * does and what is said, each says for itself. No markup here.
 */

import type { Side } from '../../../wasm/types.ts';
import type { BoardState } from '../board/board.ts';
import { otherSide } from '../board/sfen.ts';
import { type Origin, partsOf, type Steps } from '../board/usi.ts';
import type { Loaded } from '../client/loading.ts';
import type { View } from '../client/replay.ts';
import type { Why } from './table/controller.ts';
import { Viewing } from './viewing.ts';

/** What the board shows of a task besides the position. */
interface Shown {
  /** Who solves it. */
  side: Side;
  /** The last move. */
  last: string | null;
  mayMove: boolean;
  marked: readonly string[];
  hinted: readonly string[];
}

/** What the board of a task asks of it (solvingboard.tsx). */
export interface Solver extends Pick<Viewing, 'loaded' | 'look' | 'size' | 'movesAs'> {
  /** Which of the tasks is shown; null: not begun. */
  at: number | null;
  boardState(): BoardState | null;
  /** A legal move. */
  move(usi: string): void;
  /** What is no legal move; null where it cannot be told which. */
  attempt(usi: string | null): void;
  doubleSteps(origin: Origin): Steps;
  /** Somebody does something with the board. */
  touched(): void;
}

/** `M`: what there is to say; a refusal says why. */
export abstract class Solving<M extends { kind: string; why?: Why }> extends Viewing implements Solver {
  at: number | null = null;
  readonly kind: string;
  message: M | null = null;
  /** Counts what was said, so that the same words are read out again. */
  said = 0;
  /** It is solved, or its solution was shown. */
  solved = false;
  protected readonly core: Loaded['core'];
  /** Something is about to happen by itself. */
  protected busy = false;
  private timer = 0;
  /** Rises by one with each move that is played on the board. */
  private ply = 0;

  constructor(loaded: Loaded, changed: () => void) {
    super(changed);
    this.loaded = loaded;
    this.core = loaded.core;
    this.kind = loaded.kind;
  }

  abstract boardState(): BoardState | null;
  abstract move(usi: string): void;
  abstract attempt(usi: string | null): void;
  abstract doubleSteps(origin: Origin): Steps;
  abstract touched(): void;

  /** Takes a position over; `moves` of 1 makes the board move the piece there. */
  protected take(view: View | null, moves: 0 | 1): void {
    this.shown = view;
    this.ply = moves === 1 ? this.ply + 1 : 0;
  }

  protected later(ms: number, act: () => void): void {
    this.busy = true;
    this.timer = window.setTimeout(() => {
      this.busy = false;
      act();
      this.changed();
    }, ms);
  }

  /** What was to happen later does not. */
  protected halt(): void {
    window.clearTimeout(this.timer);
    this.busy = false;
  }

  protected say(message: M | null): void {
    this.message = message;
    this.said++;
  }

  protected stateOf({ side, last, mayMove, marked, hinted }: Shown): BoardState | null {
    const { shown, loaded } = this;
    if (!shown || !loaded) return null;
    return {
      ...this.positionState(shown, loaded),
      game: this.kind,
      confirmed: shown.sfen,
      turn: shown.position.turn,
      bottom: this.flipped ? otherSide(side) : side,
      legal: mayMove ? shown.legal : [],
      active: mayMove ? side : null,
      mine: [side],
      showLegal: true,
      ply: this.ply,
      last: last === null ? null : partsOf(last),
      lit: this.message?.why?.squares ?? [],
      marked,
      hinted,
      promotes: null,
    };
  }
}
