/* The order in which an analysis asks, and that it lets go; the engine is one whose answers the test gives. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Question, Thought } from '../../../wasm/engine.ts';
import type { Side } from '../../../wasm/types.ts';
import { type Analysed, Analyst, NODES, type Thinking } from './analyst.ts';
import { StoppedError } from './engine_client.ts';

const thought = (cp: number, pv: string[]): Thought => ({
  best: pv[0] ?? null,
  ponder: null,
  score: { cp },
  chance: 0.5 + cp / 1000,
  pv,
  nodes: 7,
  depth: 3,
});

class Slow implements Thinking {
  readonly asked: Question[] = [];
  closed = 0;
  stopped = 0;
  private done: ((thought: Thought) => void) | null = null;
  private fail: ((error: Error) => void) | null = null;
  think(question: Question): Promise<Thought> {
    if (this.done) throw new Error('it thinks about another position');
    this.asked.push(question);
    return new Promise((done, fail) => {
      this.done = done;
      this.fail = fail;
    });
  }
  get open() {
    return this.done !== null;
  }
  async says(cp: number, ...pv: string[]) {
    const { done } = this;
    this.done = null;
    done?.(thought(cp, pv));
    await settled();
  }
  async breaks(error: Error) {
    const { fail } = this;
    this.done = null;
    fail?.(error);
    await settled();
  }
  stop() {
    this.stopped++;
  }
  close() {
    this.closed++;
    const { fail } = this;
    if (this.done) fail?.(new StoppedError());
    this.done = null;
  }
}

const settled = () => new Promise<void>((done) => setTimeout(done));
const sides: Side[] = ['b', 'w', 'b', 'w'];
const game = (moves: string[], result: Analysed['result'] = null): Analysed => ({
  game: 'g',
  rules: 'r=1',
  sfen: 's',
  moves,
  turns: sides.slice(0, moves.length + 1),
  result,
});

let engine: Slow;
let changes: number;
const open = (moves: string[], result: Analysed['result'] = null) => {
  engine = new Slow();
  changes = 0;
  return new Analyst(game(moves, result), new Array(moves.length + 1).fill(null), engine, () => changes++);
};
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a game', () => {
  test('is gone through from its end, a bounded number of nodes a position, seen by sente', async () => {
    const analyst = open(['a', 'b']);
    const running = analyst.run();
    await settled();
    expect(engine.asked).toMatchObject([{ game: 'g', rules: 'r=1', sfen: 's', moves: ['a', 'b'], nodes: NODES }]);
    expect(analyst).toMatchObject({ running: true, done: 0, count: 3 });
    await engine.says(100, 'c');
    await engine.says(100, 'b');
    expect(analyst.done).toBe(2);
    await engine.says(-30, 'x', 'y');
    await running;
    expect(engine.asked.map(({ moves }) => moves)).toEqual([['a', 'b'], ['a'], []]);
    expect(analyst).toMatchObject({ running: false, complete: true });
    expect(analyst.found.map((one) => one?.score)).toEqual([{ cp: -30 }, { cp: -100 }, { cp: 100 }]);
    expect(analyst.found[1]?.chance).toBeCloseTo(0.4);
    expect(changes).toBeGreaterThan(3);
    await analyst.run();
    expect(engine.asked).toHaveLength(3);
  });

  test('that is over by its rules has its end without asking', async () => {
    const analyst = open(['a'], { winner: 'b', reason: 'checkmate' });
    expect(analyst.found[1]).toMatchObject({ chance: 1 });
    void analyst.run();
    await settled();
    expect(engine.asked.map(({ moves }) => moves)).toEqual([[]]);
  });

  test('stops at once, keeps what was found, and goes on where it stopped', async () => {
    const analyst = open(['a', 'b', 'c']);
    const running = analyst.run();
    await settled();
    await engine.says(5, 'd');
    analyst.stop();
    await running;
    expect(engine).toMatchObject({ closed: 1, open: false });
    expect(analyst).toMatchObject({ running: false, done: 1, failed: false });
    void analyst.run();
    await settled();
    expect(engine.asked.at(-1)?.moves).toEqual(['a', 'b']);
    expect(engine.asked).toHaveLength(3);
  });

  test('says so where the engine cannot be had, and can be tried again', async () => {
    const analyst = open(['a']);
    void analyst.run();
    await settled();
    await engine.breaks(new Error('no network'));
    expect(analyst).toMatchObject({ running: false, failed: true, done: 0 });
    void analyst.run();
    await settled();
    expect(analyst).toMatchObject({ running: true, failed: false });
  });
});

describe('a position that is looked at', () => {
  test('is thought about without end, and the last thing wanted comes next', async () => {
    const analyst = open(['a', 'b']);
    void analyst.look(['a'], 'w');
    await settled();
    expect(engine.asked).toMatchObject([{ moves: ['a'], infinite: true }]);
    const insight = { ...thought(40, ['q']), rank: 1, seldepth: 4, time: 1, hashfull: 0 };
    engine.asked[0]?.info?.(insight);
    expect(analyst.live).toMatchObject({ score: { cp: -40 }, pv: ['q'] });
    void analyst.look(['a'], 'w'); // the same: nothing begins anew
    expect(engine.stopped).toBe(0);
    void analyst.look(['a', 'b'], 'b');
    void analyst.look(['a', 'x'], 'b');
    expect(engine.stopped).toBe(2);
    expect(analyst.live).toBeNull();
    engine.asked[0]?.info?.(insight); // too late
    expect(analyst.live).toBeNull();
    await engine.says(40, 'q');
    expect(engine.asked.map(({ moves }) => moves)).toEqual([['a'], ['a', 'x']]);
    expect(analyst.rests).toBe(false);
    await engine.says(3, 'r');
    expect(analyst.rests).toBe(true);
  });

  test('gives way to the whole game, and the game to it', async () => {
    const analyst = open(['a']);
    void analyst.look([], 'b');
    await settled();
    void analyst.run();
    await engine.says(1, 'a');
    expect(analyst).toMatchObject({ looked: null, running: true });
    expect(engine.asked.at(-1)).toMatchObject({ moves: ['a'], nodes: NODES });
    void analyst.look([], 'b');
    await settled();
    expect(analyst.running).toBe(false);
    expect(engine.asked.at(-1)).toMatchObject({ moves: [], infinite: true });
    expect(engine.closed).toBe(1);
  });
});
