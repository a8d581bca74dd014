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
beforeAll(async () => {
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

  test('knows captures, "the same square", and moves that did not promote', () => {
    using((replay) => {
      replay.go(['7g7f', '3c3d', '8h2b', '3a2b']);
      expect(replay.plies[2]).toMatchObject({ captures: true, same: false, declined: true });
      expect(replay.plies[3]).toMatchObject({ captures: true, same: true, declined: false });
      expect(replay.plies[0]).toMatchObject({ captures: false, same: false, declined: false, ambiguous: false });
    });
  });

  test('knows when another piece of the kind could have gone there', () => {
    using((replay) => {
      replay.go(['4i5h', '9c9d', '6i7h']);
      expect(replay.plies.map(({ ambiguous }) => ambiguous)).toEqual([true, false, false]);
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

  test('says which rule forbids a move', () => {
    using((replay) => {
      expect(replay.explain('7g7e')).toMatchObject({ legal: false, rule: 'not_reachable' });
      expect(replay.explain('3c3d')).toMatchObject({ legal: false, rule: 'wrong_turn' });
      expect(replay.explain('7g7f')).toMatchObject({ legal: true });
    });
  });
});
