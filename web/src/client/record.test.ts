/* Records on the real rules core, as built: SHOGIKAN_WASM, or build/release/wasm. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { Core } from '../../../wasm/core.ts';
import { decodeRecord, endingOf, fileName, formatsOf, type Played, writeRecord } from './record.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const load = async (game?: string) => Core.load(readFileSync(join(wasm, 'records.wasm')), game);
let shogi: Core;
let chu: Core;
let all: Core;
beforeAll(async () => {
  [shogi, chu, all] = await Promise.all([load('shogi'), load('chu'), load()]);
});

const played = (core: Core, moves: string[]): Played => ({
  sfen: core.game.startSfen,
  rules: '',
  moves,
  about: { sente: '甲', gote: 'B' },
});

describe('a record', () => {
  test('is offered in the formats that the game has', () => {
    expect(formatsOf(shogi, played(shogi, ['7g7f']))).toEqual(['kif', 'ki2', 'csa', 'usi', 'sfen']);
    expect(formatsOf(chu, played(chu, ['7j7h']))).toEqual(['kif', 'ki2', 'usi', 'sfen']);
  });

  test.each(['kif', 'ki2', 'csa', 'usi', 'sfen'] as const)('in %s is read again with the same moves', (format) => {
    const text = writeRecord(shogi, played(shogi, ['7g7f', '3c3d', '8h2b+']), format) ?? '';
    expect(all.readRecord(text)).toMatchObject({ game: 'shogi', format, moves: ['7g7f', '3c3d', '8h2b+'] });
  });

  test('is of the game that the core is about, where it is about one', async () => {
    expect([shogi.game.name, chu.game.name]).toEqual(['shogi', 'chu']);
    const text = writeRecord(chu, played(chu, ['7j7h']), 'kif') ?? '';
    expect(chu.readRecord(text).game).toBe('chu');
    expect(() => shogi.readRecord(text)).toThrow();
    await expect(load('go')).rejects.toThrow('go');
  });

  test('of another game is found out', () => {
    const text = writeRecord(chu, played(chu, ['7j7h', '6c6e', '7h7g7h']), 'kif') ?? '';
    const record = all.readRecord(text);
    expect([record.game, record.moves.length, record.moves[1]]).toEqual(['chu', 3, '6c6e']);
  });

  test('in the format that it was opened in comes back as it was, with what is not played', () => {
    const game = { ...played(shogi, ['7g7f']), original: { format: 'kif' as const, text: 'as it was' } };
    expect(writeRecord(shogi, game, 'kif')).toBe('as it was');
    expect(writeRecord(shogi, game, 'csa')).toContain('+7776FU');
  });

  test('keeps comments in another format', () => {
    const record = all.readRecord('手合割：平手\n*first\n   1 ７六歩(77)\n*one\n*two\n');
    const game: Played = { sfen: record.sfen, rules: '', moves: record.moves, about: record };
    const again = all.readRecord(writeRecord(shogi, game, 'csa') ?? '');
    expect(again.comments).toEqual([
      [0, 'first'],
      [1, 'one\ntwo'],
    ]);
  });

  test('says how a game at a table ended, where the rules do not see it', () => {
    expect(endingOf(null)).toEqual({ ending: 'interrupted' });
    expect(endingOf({ winner: 'w', reason: 'resignation' })).toEqual({ ending: 'resignation', winner: 'w' });
    expect(endingOf({ winner: 'draw', reason: 'agreement' })).toEqual({ ending: 'draw' });
    expect(endingOf({ winner: 'b', reason: 'checkmate' })).toEqual({});
    const about = { ...endingOf({ winner: 'w', reason: 'resignation' }) };
    const text = writeRecord(shogi, { ...played(shogi, ['7g7f', '3c3d']), about }, 'kif') ?? '';
    expect(all.readRecord(text)).toMatchObject({ ending: 'resignation', winner: 'w' });
  });
});

describe('a file', () => {
  test('is named after game, day and format', () => {
    expect(fileName('chu', 'kif', new Date(2025, 0, 9))).toBe('chu-2025-01-09.kifu');
    expect(fileName('shogi', 'csa', new Date(2025, 10, 30))).toBe('shogi-2025-11-30.csa');
  });

  test('is read in UTF-8, in Shift_JIS, or not at all', () => {
    const sjis = new Uint8Array([0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84]);
    expect(decodeRecord(new TextEncoder().encode('手合割'))).toBe('手合割');
    expect(decodeRecord(sjis)).toBe('手合割');
    expect(decodeRecord(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]))).toBe(null);
  });
});
