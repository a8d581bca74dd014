/* Games on this device, on the real rules core as built (SHOGIKAN_WASM, or build/release/wasm), with an engine of a few lines. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import type { Question, Thought } from '../../../../wasm/engine.ts';
import { dropGame, KEPT_MOST, type KeptGame, keepGame, keptGames } from '../../client/kept.ts';
import { LocalGame, newGame, type Thinking } from './local.ts';

/** For what surely comes, on whatever machine. */
const PATIENCE = { timeout: 30_000 };

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const cores = new Map<string, Core>();
const core = (kind = 'shogi') => cores.get(kind) as Core;
const MATE = ['7g7f', '6a7b', '8h3c+', '5a5b', '9i9h', '4a4b', '3c4b', '5b6b', 'G*5b'];

beforeAll(async () => {
  for (const kind of ['shogi', 'hasami']) cores.set(kind, await Core.load(readFileSync(join(wasm, `core-${kind}.wasm`))));
});
const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});

/** An engine whose answers are given by the test. */
class Slow implements Thinking {
  readonly asked: Question[] = [];
  private answer: ((best: string) => void) | null = null;
  private give: ((error: Error) => void) | null = null;
  get thinking() {
    return this.answer !== null;
  }
  think(question: Question): Promise<Thought> {
    this.asked.push(question);
    return new Promise((done, fail) => {
      this.answer = (best) => done({ best, ponder: null, score: { cp: 0 }, chance: 0.5, pv: [best], nodes: 1, depth: 1 });
      this.give = fail;
    });
  }
  async says(best: string) {
    const answer = this.answer;
    this.answer = null;
    answer?.(best);
    await Promise.resolve();
    await Promise.resolve();
  }
  close() {
    this.answer = null;
    this.give?.(new Error('closed'));
  }
}

function begun(computer: boolean, chosen: Record<string, string> = {}, kind = 'shogi') {
  const engine = new Slow();
  const game = new LocalGame(newGame(kind, core(kind), computer, chosen), core(kind), engine, () => {});
  game.start();
  return { game, engine, table: () => game.state.table };
}

describe('two people at one device', () => {
  test('a game is kept after every move, ends as the core says, and is gone on with', () => {
    const { game, table } = begun(false);
    expect(keptGames()).toEqual([]);
    for (const [i, usi] of MATE.entries()) {
      game.move(usi);
      expect(keptGames()[0]?.moves).toHaveLength(i + 1);
    }
    expect(table()?.result).toEqual({ winner: 'b', reason: 'checkmate' });
    game.move('3a3b');
    expect(table()?.moves).toHaveLength(MATE.length);
    const again = new LocalGame(keptGames()[0] as KeptGame, core(), new Slow(), () => {});
    expect(again.state.table).toEqual({ ...table(), notice: null });
    again.offer('takeback');
    expect(again.state.table?.result).toBeNull();
    expect(again.state.table?.moves).toEqual(MATE.slice(0, -1));
    expect(again.state.table?.notice).toMatchObject({ kind: 'takeback', plies: 1 });
  });

  test('whoever is to move resigns; taking that back takes no move; the next game counts it', () => {
    const { game, table } = begun(false);
    game.move('7g7f');
    game.resign();
    expect(table()?.result).toEqual({ winner: 'b', reason: 'resignation' });
    game.offer('takeback');
    expect(table()).toMatchObject({ result: null, moves: ['7g7f'] });
    game.offer('draw');
    expect(table()?.result).toEqual({ winner: 'draw', reason: 'agreement' });
    const first = table()?.game;
    game.again();
    expect(table()).toMatchObject({ number: 2, moves: [], score: { b: 0, w: 0, draws: 1 }, fixed: false });
    game.move('2g2f');
    expect(keptGames().map(({ id, moves }) => [id, moves])).toEqual([
      [table()?.game, ['2g2f']],
      [first, ['7g7f']],
    ]);
  });

  test('local rules change the start until the first move', () => {
    const { game, table } = begun(false);
    const even = table()?.start;
    game.set('handicap', 'two');
    const start = table()?.start;
    expect(start).not.toBe(even);
    expect(table()?.rules).toBe('handicap=two');
    game.move('4a3b');
    game.set('handicap', 'none');
    expect(table()).toMatchObject({ start, moves: ['4a3b'], fixed: true });
  });

  test('says so where nothing is kept', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    const { game, table } = begun(false);
    game.move('7g7f');
    expect(game.safe).toBe(false);
    expect(table()?.moves).toEqual(['7g7f']);
  });
});

describe('against the computer', () => {
  test('it is asked at its turn with level, rules and moves, and its answer is played', async () => {
    const { game, engine, table } = begun(true, { level: '3', show_legal: 'off' }, 'hasami');
    expect(engine.asked).toEqual([]);
    game.move('5i5d');
    expect(engine.asked).toMatchObject([{ game: 'hasami', level: 3, moves: ['5i5d'], rules: '' }]);
    game.move('4i4d'); // not its turn
    expect(table()?.moves).toEqual(['5i5d']);
    await engine.says('5a5c');
    expect(table()?.moves).toEqual(['5i5d', '5a5c']);
    expect(table()?.settings).toEqual({ level: '3', show_legal: 'off' });
  });

  test('taking back goes to the last own turn, and an overtaken answer is not played', async () => {
    const { game, engine, table } = begun(true);
    game.move('7g7f');
    expect(game.takesBack).toBe(1);
    game.offer('takeback');
    await engine.says('3c3d');
    expect(table()?.moves).toEqual([]);
    game.move('2g2f');
    await engine.says('3c3d');
    expect(table()?.moves).toEqual(['2g2f', '3c3d']);
    expect(game.takesBack).toBe(2);
    game.offer('takeback');
    expect(table()?.moves).toEqual([]);
  });

  test('it begins where it has sente, and sides change with the next game', async () => {
    const { game, engine, table } = begun(true, { own_side: 'w' });
    expect(table()?.seats.b.who).toBe('cpu:5');
    await engine.says('7g7f');
    expect(table()?.moves).toEqual(['7g7f']);
    expect(game.takesBack).toBe(0);
    game.resign();
    expect(table()?.result).toEqual({ winner: 'b', reason: 'resignation' });
    game.again();
    expect(table()?.seats.w.who).toBe('cpu:5');
    expect(table()?.score).toEqual({ b: 0, w: 1, draws: 0 });
  });

  test('an engine that cannot be had is said, and asked again later', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { game, engine, table } = begun(true);
    game.move('7g7f');
    engine.close();
    await vi.waitFor(() => expect(game.state.refusal?.code).toBe('engine'), PATIENCE);
    game.hurry();
    await engine.says('3c3d');
    expect(table()?.moves).toEqual(['7g7f', '3c3d']);
    expect(game.state.refusal).toBeNull();
  });
});

describe('what is kept', () => {
  const of = (id: string, over: boolean): KeptGame => ({
    ...newGame('shogi', core(), false, {}),
    id,
    moves: ['7g7f'],
    result: over ? { winner: 'b', reason: 'resignation' } : null,
  });

  test('is bounded: games that are over go first', () => {
    keepGame(of('over', true));
    for (let i = 0; i < KEPT_MOST; i++) keepGame(of(`g${i}`, false));
    expect(keptGames()).toHaveLength(KEPT_MOST);
    expect(keptGames().some(({ id }) => id === 'over')).toBe(false);
    keepGame(of('last', true));
    expect(keptGames()[0]?.id).toBe('last');
    expect(keptGames().at(-1)?.id).toBe('g1');
    dropGame('g5');
    expect(keptGames()).toHaveLength(KEPT_MOST - 1);
  });

  test('is checked when it is read', () => {
    keepGame(of('good', false));
    const [good] = keptGames();
    const bad = [{ ...good, moves: 'x' }, { ...good, id: '"><' }, { ...good, score: {} }, { ...good, computer: 'x' }, null, 7];
    storage.set('games here', JSON.stringify([...bad, good]));
    expect(keptGames()).toEqual([good]);
    storage.set('games here', 'no json');
    expect(keptGames()).toEqual([]);
  });
});
