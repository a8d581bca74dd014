/* Typed moves on the real rules cores, as built: SHOGIKAN_WASM, or build/release/wasm. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Core } from '../../../wasm/core.ts';
import { japaneseSquare } from '../board/squares.ts';
import { Replay } from './replay.ts';
import { type Naming, readPlanned, readTyped } from './typed.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const NAMES: Record<string, string[]> = {
  B: ['B', 'bishop', '角'],
  P: ['P', 'pawn', '歩'],
  G: ['G', 'gold', '金'],
  N: ['N', 'lion', '獅子'],
};
const naming: Naming = {
  pieces: (kind) => NAMES[kind] ?? [kind],
  squares: (square) => [square, japaneseSquare(square)],
};

/** A reader of typed moves after these moves. */
async function reader(kind: string, moves: string[], start?: string): Promise<(text: string) => unknown> {
  const core = await Core.load(readFileSync(join(wasm, `core-${kind}.wasm`)));
  const replay = new Replay(core, start ?? core.game.startSfen, '');
  replay.go(moves);
  return (text) => readTyped(replay, text, naming);
}

const move = (usi: string) => ({ kind: 'move', usi });
const choice = (...moves: string[]) => ({ kind: 'choice', moves });
const refused = (usi: string) => ({ kind: 'refused', usi });
const unclear = { kind: 'unclear' };

describe('a typed move', () => {
  test('in every notation, however it is spaced, in wide letters and with the names of pieces', async () => {
    const read = await reader('shogi', []);
    for (const text of [
      '7g7f',
      ' 7G-7F ',
      '７ｇ７ｆ',
      'P-7f',
      'p7f',
      '▲７六歩',
      '76歩',
      '７六歩(77)',
      'pawn 7f',
      '7f pawn',
      '歩７六',
    ])
      expect(read(text), text).toEqual(move('7g7f'));
  });

  test('says which one, where several are meant: promoted or not, one of two golds, a drop', async () => {
    const bishop = await reader('shogi', ['7g7f', '3c3d']);
    expect(bishop('8h2b')).toEqual(choice('8h2b+', '8h2b'));
    expect(bishop('8h2b=')).toEqual(move('8h2b'));
    expect(bishop('Bx2b+')).toEqual(move('8h2b+'));
    expect(bishop('２二角不成')).toEqual(move('8h2b'));
    expect(bishop('22角')).toEqual(choice('8h2b+', '8h2b'));
    expect(bishop('G-5h')).toEqual(choice('6i5h', '4i5h'));
    expect(bishop('金右 58')).toEqual(unclear);
    expect(bishop('58金右')).toEqual(move('4i5h'));
    const drop = await reader('shogi', ['7g7f', '3c3d', '8h2b+', '3a2b']);
    expect(drop('B*5e')).toEqual(move('B*5e'));
    expect(drop('b5e')).toEqual(choice('B*5e'));
  });

  test('that the rules forbid is told from one that is not understood', async () => {
    const read = await reader('shogi', []);
    expect(read('7g7e')).toEqual(refused('7g7e'));
    expect(read('P*5e')).toEqual(refused('P*5e'));
    expect(read('gold 5e')).toEqual(refused('6i5e'));
    expect(read('6c6d')).toEqual(refused('6c6d'));
    expect(read('hello')).toEqual(unclear);
    expect(read('')).toEqual(unclear);
    const pinned = await reader('shogi', [], '4r3k/9/9/9/9/9/9/4G4/4K1G2 b - 1');
    expect(pinned('gold 4g')).toEqual(refused('5h4g'));
  });

  test('planned while the other side thinks is one of those that are possible, in USI', () => {
    const possible = ['7g7f', '8h2b', '8h2b+', 'P*5e'];
    expect(['7G-7F', '8h2b+', '8h2b=', 'p*5e', '6g6f', 'P-7f'].map((text) => readPlanned(possible, text))).toEqual([
      '7g7f',
      '8h2b+',
      '8h2b',
      'P*5e',
      null,
      null,
    ]);
  });

  test('of two steps, in any spelling', async () => {
    const read = await reader('chu', [], '12/12/12/12/5p6/6p5/6N5/k11/12/12/12/11K b - 1');
    expect(read('6g6f7e')).toEqual(move('6g6f7e'));
    expect(read('6g 6f 6g')).toEqual(move('6g6f6g'));
    expect(read('6g7h6g')).toEqual(move('6g7h6g'));
    expect(read('6g1a')).toEqual(refused('6g1a'));
    expect(read('lion 6e')).toEqual(move('6g6e'));
  });
});
