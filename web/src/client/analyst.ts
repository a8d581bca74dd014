/*
 * Has the engine look at a whole game, position after position, or at one position for as long as somebody looks at it.
 *
 * The game is gone through from its end: what the engine has found out about a later position is still in its table when
 * it comes to an earlier one, so it sees in a short time what a move led to. Each position gets a bounded number of nodes,
 * the same on every device, and a time that no slow device goes beyond. The engine answers one question at a time, and
 * what was asked before is given up whenever something else is wanted.
 */
import type { Result, Side } from '../../../wasm/types.ts';
import { type EngineClient, StoppedError } from './engine_client.ts';
import { type Found, fromSente, overBy } from './judge.ts';

/** What is spent on one position of a game. */
export const NODES = 100_000;
export const LONGEST_MS = 5_000;
/** Looking on at one position ends here, for the sake of the battery. */
export const LOOK_NODES = 50_000_000;

export interface Analysed {
  game: string;
  rules: string;
  sfen: string;
  moves: readonly string[];
  /** Who moves in each position: one more than there are moves. */
  turns: readonly Side[];
  /** How it ended by its rules; null: it did not. */
  result: Result | null;
}

export type Thinking = Pick<EngineClient, 'think' | 'stop' | 'close'>;

export class Analyst {
  readonly game: Analysed;
  /** By ply, from 0; null: not yet. */
  readonly found: (Found | null)[];
  /** It goes through the game. */
  running = false;
  /** The engine could not be had. */
  failed = false;
  /** What is being looked at, move by move; null: nothing. */
  looked: readonly string[] | null = null;
  /** Enough nodes were spent there. */
  rests = false;
  /** What was found there. */
  live: Found | null = null;
  private readonly engine: Thinking;
  private readonly changed: () => void;
  /** The newest wish: an answer to an older one is dropped. */
  private wish = 0;
  /** Ends when the engine has let go of the last question. */
  private last: Promise<unknown> = Promise.resolve();

  /** `found`: what is known already, of the same length as there are positions. */
  constructor(game: Analysed, found: (Found | null)[], engine: Thinking, changed: () => void) {
    this.game = game;
    this.found = found;
    this.engine = engine;
    this.changed = changed;
    if (game.result) found[game.moves.length] = overBy(game.result);
  }

  get count(): number {
    return this.found.length;
  }

  get done(): number {
    return this.found.filter((one) => one !== null).length;
  }

  get complete(): boolean {
    return this.done === this.count;
  }

  /** Goes through what is not known yet; resolves when that is done, stopped or failed. */
  async run(): Promise<void> {
    if (this.running || this.complete) return;
    const wish = this.begin();
    this.running = true;
    this.changed();
    for (let ply = this.count - 1; ply >= 0 && wish === this.wish; ply--) {
      if (this.found[ply]) continue;
      const moves = this.game.moves.slice(0, ply);
      const found = await this.ask(wish, moves, this.game.turns[ply], { nodes: NODES, movetime: LONGEST_MS });
      if (wish !== this.wish || !found) continue;
      this.found[ply] = found;
      this.changed();
    }
    if (wish !== this.wish) return;
    this.running = false;
    this.changed();
  }

  /** Looks at the position after these moves until something else is wanted; `turn` is who moves there. */
  async look(moves: readonly string[], turn: Side): Promise<void> {
    if (this.looked && this.looked.join() === moves.join()) return;
    const wish = this.begin();
    this.looked = [...moves];
    this.changed();
    await this.ask(wish, moves, turn, { infinite: true, nodes: LOOK_NODES }, (found) => {
      this.live = found;
      this.changed();
    });
    if (wish !== this.wish) return;
    this.rests = true;
    this.changed();
  }

  /** Whatever it does, it stops. What was found stays. */
  stop(): void {
    this.begin();
    this.changed();
  }

  /** Gives up what was asked before. */
  private begin(): number {
    // In the middle of a bounded question the engine hears nothing, so its worker is ended; an endless one it lets go of.
    if (this.running) this.engine.close();
    else if (this.looked) this.engine.stop();
    this.running = false;
    this.failed = false;
    this.looked = null;
    this.rests = false;
    this.live = null;
    return ++this.wish;
  }

  /** Null: given up, or the engine could not be had. */
  private async ask(
    wish: number,
    moves: readonly string[],
    turn: Side,
    limits: { nodes: number; movetime?: number; infinite?: boolean },
    told?: (found: Found) => void,
  ): Promise<Found | null> {
    await this.last.catch(() => {});
    if (wish !== this.wish) return null;
    const { game, rules, sfen } = this.game;
    const asked = this.engine.think({
      game,
      rules,
      sfen,
      moves: [...moves],
      ...limits,
      ...(told && {
        info: (insight) => {
          if (wish === this.wish && insight.rank === 1) told(fromSente(turn, insight));
        },
      }),
    });
    this.last = asked;
    try {
      return fromSente(turn, await asked);
    } catch (error) {
      if (wish !== this.wish || error instanceof StoppedError) return null;
      console.error(error);
      this.begin();
      this.failed = true;
      this.changed();
      return null;
    }
  }
}
