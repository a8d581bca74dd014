/* What a table says when a piece is tapped, on the real rules core as built: SHOGIKAN_WASM, or build/release/wasm. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import type { Session } from '../../client/session.ts';
import { emptyState, type Table } from '../../client/table.ts';

/** For what surely comes, on whatever machine. */
const PATIENCE = { timeout: 30_000 };

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const cores = new Map<string, Core>();
vi.mock('../../client/loading.ts', () => ({
  loadGame: async (kind: string) => ({
    kind,
    core: cores.get(kind),
    art: {},
    movements: { reaches: new Map(), royal: new Set() },
  }),
}));
const { Controller } = await import('./controller.ts');

beforeAll(async () => {
  for (const kind of ['shogi', 'annan']) cores.set(kind, await Core.load(readFileSync(join(wasm, `core-${kind}.wasm`))));
});

const seat = (who: string) => ({ who, name: '', here: true });
function table(kind: string, moves: string, more: Partial<Table> = {}): Table {
  return {
    table: 't',
    kind,
    rules: '',
    settings: {},
    game: 'g1',
    number: 1,
    seq: 1,
    start: cores.get(kind)?.game.startSfen ?? '',
    moves: moves.split(' ').filter(Boolean),
    seats: { b: seat('me'), w: seat('you') },
    watchers: 0,
    result: null,
    change: null,
    host: 'me',
    fixed: false,
    score: { b: 0, w: 0, draws: 0 },
    clock: null,
    asleep: false,
    settled: { b: [], w: [] },
    notice: null,
    ...more,
  };
}

/** A controller that shows a table; `take` gives it another state of it. */
async function seated(first: Table) {
  const controller = new Controller('t', () => {});
  const take = (now: Table) =>
    (controller.session as Session)['take']({ state: { ...emptyState, you: 'me', table: now }, send: [] });
  take(first);
  await vi.waitFor(() => expect(controller.live).not.toBe(null), PATIENCE);
  return { controller, take };
}

describe('a tapped piece', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
    vi.stubGlobal('location', { protocol: 'http:', host: 'x' });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('that can move says nothing', async () => {
    const { controller } = await seated(table('shogi', ''));
    controller.touched('7g');
    expect(controller.hint).toBe(null);
  });

  test('that cannot move now says so, and no longer when another is taken up or it is put down', async () => {
    const { controller } = await seated(table('shogi', ''));
    controller.touched('8i');
    expect(controller.hint).toEqual({ kind: 'stuck', piece: 'N', as: null });
    controller.touched('7g');
    expect(controller.hint).toBe(null);
    controller.touched('8i');
    controller.touched(null);
    expect(controller.hint).toBe(null);
  });

  test('of the other side says whose it is, and an empty square nothing', async () => {
    const { controller } = await seated(table('shogi', ''));
    controller.touched('3c');
    expect(controller.hint).toEqual({ kind: 'other', piece: 'p', as: null });
    controller.touched('5e');
    expect(controller.hint).toBe(null);
  });

  test('says whose movement it has', async () => {
    const { controller } = await seated(table('annan', ''));
    controller.touched('8c');
    expect(controller.hint).toEqual({ kind: 'other', piece: 'p', as: 'R' });
  });

  test('says nothing in an earlier position and after the end', async () => {
    const { controller, take } = await seated(table('shogi', '7g7f 3c3d'));
    controller.lookAt(1);
    controller.touched('8i');
    expect(controller.hint).toBe(null);
    controller.lookAt(2);
    take(table('shogi', '7g7f 3c3d', { seq: 2, result: { winner: 'b', reason: 'resignation' } }));
    controller.touched('8i');
    expect(controller.hint).toBe(null);
  });

  test('is forgotten when a move is made, and a reason takes its place', async () => {
    const { controller, take } = await seated(table('shogi', ''));
    controller.touched('8i');
    controller.attempt('8i8h');
    expect([controller.hint, controller.why?.rule]).toEqual([null, 'own_piece']);
    controller.touched('8i');
    take(table('shogi', '7g7f', { seq: 2 }));
    expect([controller.hint, controller.why]).toEqual([null, null]);
  });

  test('the next game is announced to whoever is there, with nothing of the last', async () => {
    const { controller, take } = await seated(table('shogi', '7g7f 3c3d'));
    controller.lookAt(1);
    take(table('shogi', '', { game: 'g2', number: 2, seats: { b: seat('you'), w: seat('me') } }));
    expect([controller.hint?.kind, controller.ply, controller.bottom]).toEqual(['again', null, 'w']);
    take(table('shogi', '7g7f', { game: 'g2', number: 2, seq: 2, seats: { b: seat('you'), w: seat('me') } }));
    expect(controller.hint).toBe(null);
  });
});

describe('a table', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
    vi.stubGlobal('location', { protocol: 'http:', host: 'x' });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('whose start is changed before the first move shows the new one, and announces no other game', async () => {
    const { controller, take } = await seated(table('shogi', ''));
    take(
      table('shogi', '', {
        seq: 2,
        rules: 'handicap=bishop',
        start: 'lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1',
      }),
    );
    expect([controller.turn, controller.trouble, controller.hint]).toEqual(['w', null, null]);
    expect(controller.live?.position.board.has('2b')).toBe(false);
  });

  test('where the computer plays in the own seat cannot be moved at', async () => {
    const { controller, take } = await seated(table('shogi', ''));
    expect(controller.active).toBe('b');
    take(table('shogi', '', { seq: 2, seats: { b: { ...seat('me'), plays: 'cpu:5', why: 'asked' }, w: seat('you') } }));
    expect([controller.active, controller.computerThinks]).toEqual([null, true]);
  });

  test('whose moves are taken back goes back', async () => {
    const { controller, take } = await seated(table('shogi', '7g7f 3c3d'));
    take(table('shogi', '7g7f', { seq: 3 }));
    expect([controller.moves.length, controller.active, controller.turn]).toEqual([1, null, 'w']);
  });
});
