/* Moves as they are read out, in three languages, on the real rules cores: SHOGIKAN_WASM, or build/release/wasm. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import { Replay } from '../../client/replay.ts';
import { speak } from '../../i18n/words.ts';
import { TableSpeech } from './speech.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** What is said about the last of these moves, in each language. */
async function said(kind: string, moves: string[], start?: string): Promise<Record<string, string>> {
  const core = await Core.load(readFileSync(join(wasm, `core-${kind}.wasm`)));
  const replay = new Replay(core, start ?? core.game.startSfen, '');
  replay.go(moves);
  const last = replay.plies.at(-1);
  replay.free();
  return Object.fromEntries(
    ['fr', 'en', 'ja'].map((language) => {
      const words = {
        common: json(`web/locales/${language}.json`),
        games: { [kind]: json(`games/${kind}/web/${language}.json`) },
      };
      return [language, last ? new TableSpeech(speak(language, words), kind).spoken(last) : ''];
    }),
  );
}

test('a capture names what is taken', async () => {
  expect(await said('shogi', ['7g7f', '3c3d', '8h2b+'])).toEqual({
    fr: 'sente\u00a0: fou prend fou en 2b, avec promotion',
    en: 'sente: bishop takes bishop on 2b, promotes',
    ja: '先手、２二角、角を取る、成',
  });
});

test('a pincer names every piece that it takes', async () => {
  expect(await said('hasami', ['1e5e'], '9/4P4/4p4/4p4/8P/9/9/p8/9 b - 1')).toEqual({
    fr: 'sente\u00a0: pion en 5e, prend pion en 5c et pion en 5d',
    en: 'sente: pawn to 5e, takes pawn on 5c and pawn on 5d',
    ja: '先手、５五歩、５三の歩、５四の歩を取る',
  });
});

test('a double move names what it takes on either step', async () => {
  const around = '12/12/12/12/5p6/6p5/6N5/k11/12/12/12/11K b - 1';
  expect(await said('chu', ['6g6f7e'], around)).toEqual({
    fr: 'sente\u00a0: lion prend pion en 6f, puis pion en 7e',
    en: 'sente: lion takes pawn on 6f, then pawn on 7e',
    ja: '先手、獅子が６六の歩と７五の歩を取る',
  });
  expect((await said('chu', ['6g6f6e'], around)).en).toBe('sente: lion takes pawn on 6f, then goes to 6e');
  expect((await said('chu', ['6g6f6g'], around)).en).toBe('sente: lion takes pawn on 6f without leaving 6g');
  expect((await said('chu', ['6g7f7e'], around)).en).toBe('sente: lion over 7f takes pawn on 7e');
  expect((await said('chu', ['6g5f6g'], around)).en).toBe('sente: lion steps out and back, a pass');
});
