/* The replay on the real rules core, as built: SHOGIKAN_WASM, or build/release/wasm. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { Core } from '../../../wasm/core.ts';
import { Replay } from './replay.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
let core: Core;
let lions: Core;
let annan: Core;
beforeAll(async () => {
  lions = await Core.load(readFileSync(join(wasm, 'core-chu.wasm')));
  annan = await Core.load(readFileSync(join(wasm, 'core-annan.wasm')));
  core = await Core.load(readFileSync(join(wasm, 'core-shogi.wasm')));
});

/** A replay from a position (the usual start if none), given back afterwards. */
function using<T>(use: (replay: Replay) => T, start?: string): T {
  const replay = new Replay(core, start ?? core.game.startSfen, '');
  try {
    return use(replay);
  } finally {
    replay.free();
  }
}

describe('a replay', () => {
  test('goes on, back, and over to another line, and shows each position', () => {
    using((replay) => {
      replay.go(['7g7f', '3c3d', '8h2b+']);
      expect(replay.view().sfen).toBe('lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4');
      replay.go(['7g7f']);
      expect(replay.plies.length).toBe(1);
      replay.go(['2g2f', '8c8d']);
      expect(replay.plies.map(({ usi, side, piece }) => [usi, side, piece])).toEqual([
        ['2g2f', 'b', 'P'],
        ['8c8d', 'w', 'P'],
      ]);
      replay.go([]);
      expect(replay.view().sfen).toBe(core.game.startSfen);
      expect(replay.view().legal.length).toBe(30);
    });
  });

  test('refuses what is not legal and keeps what came before', () => {
    using((replay) => {
      expect(() => replay.go(['7g7f', '7f7g'])).toThrow('7f7g');
      expect(replay.plies.length).toBe(1);
    });
  });

  test('knows captures, and has the core write the moves in the wanted manner', () => {
    using((replay) => {
      replay.go(['7g7f', '3c3d', '8h2b', '3a2b']);
      expect(replay.plies.map(({ taken }) => taken)).toEqual([
        [],
        [],
        [{ square: '2b', piece: 'B' }],
        [{ square: '2b', piece: 'B' }],
      ]);
      expect(replay.texts('japanese')).toEqual(['７六歩', '３四歩', '２二角不成', '同　銀']);
      expect(replay.texts('western')).toEqual(['P-7f', 'P-3d', 'Bx2b=', 'Sx2b']);
      replay.go(['7g7f', '8c8d']);
      expect(replay.texts('western')).toEqual(['P-7f', 'P-8d']);
      replay.go(['7g7f', '8c8d', '2g2f']);
      expect(replay.texts('western')).toEqual(['P-7f', 'P-8d', 'P-2f']);
    });
  });

  test('names the king in check and who gives it, and the end', () => {
    using((replay) => {
      replay.go(['P*5b']);
      expect(replay.view()).toMatchObject({ check: true, royals: ['5a'], givers: ['5b'], result: null });
    }, '4k4/9/9/9/9/9/9/9/4K4 b P 1');
    using((replay) => {
      replay.go(['G*5b']);
      expect(replay.view()).toMatchObject({ check: true, legal: [], result: { winner: 'b', reason: 'checkmate' } });
      expect(replay.explain('5a5b')).toMatchObject({ rule: 'game_over' });
    }, '4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
  });

  test('finds each way of a double move, also those that the core lists under another spelling', () => {
    const replay = new Replay(lions, '12/12/12/12/5p6/6p5/6N5/k11/12/12/12/11K b - 1', '');
    const steps = replay.steps('6g');
    // Over the pawn before it: back, on to the other pawn, or anywhere next to it.
    expect(steps.get('6f')?.get('6g')).toBe('6g6f6g');
    expect(steps.get('6f')?.get('7e')).toBe('6g6f7e');
    // Passing by any empty square, though the core lists one pass only.
    for (const middle of ['5f', '5g', '5h', '6h', '7f', '7g', '7h'])
      expect(steps.get(middle)?.get('6g'), middle).toBe(`6g${middle}6g`);
    expect(steps.size).toBe(8);
    expect(replay.canonical('6g7h6g')).toBe('6g5f6g');
    expect(replay.steps('12l').size + replay.steps('1l').size).toBe(0);
    replay.go(['6g6f7e']);
    expect(replay.plies[0]?.taken).toEqual([
      { square: '6f', piece: 'P' },
      { square: '7e', piece: 'P' },
    ]);
    replay.free();
  });

  test('knows whose movement a piece has', () => {
    const replay = new Replay(annan, annan.game.startSfen, '');
    expect(replay.view().movesAs.get('8g')).toBe('B');
    expect(replay.view().movesAs.has('5g')).toBe(false);
    replay.free();
  });

  test('says why a piece may not promote where one would expect it', () => {
    const replay = new Replay(lions, lions.game.startSfen, '');
    expect(replay.whyUnpromoted('8i8h')).toBe(null);
    replay.go('8i8h 12d12e 9j4e 12e12f 4e3d 1d1e'.split(' '));
    expect(replay.whyUnpromoted('3d3e')).toEqual({ rule: 'cannot_promote', squares: ['3e'] });
    expect(replay.whyUnpromoted('3d2c')).toBe(null);
    replay.free();
  });

  test('says which rule forbids a move', () => {
    using((replay) => {
      expect(replay.explain('7g7e')).toMatchObject({ legal: false, rule: 'not_reachable' });
      expect(replay.explain('3c3d')).toMatchObject({ legal: false, rule: 'wrong_turn' });
      expect(replay.explain('7g7f')).toMatchObject({ legal: true });
    });
  });
});
