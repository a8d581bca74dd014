import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const fontkit = require('fontkit') as { openSync(path: string): { hasGlyphForCodePoint(code: number): boolean } };
const web = fileURLToPath(new URL('..', import.meta.url));
const games = join(web, '../games');

/** Where words are that people read. */
const texts = [
  ...readdirSync(join(web, 'locales'), { recursive: true }).map((name) => join(web, 'locales', String(name))),
  ...readdirSync(games)
    .map((game) => join(games, game, 'web'))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
].filter((path) => path.endsWith('.json'));

test('the font of headings was cut to what the words need', () => {
  const whole = fontkit.openSync(require.resolve('@fontsource/shippori-mincho/files/shippori-mincho-latin-600-normal.woff2'));
  const cut = fontkit.openSync(join(web, 'fonts/shippori-mincho-latin-600.woff2'));
  const used = new Set(texts.flatMap((path) => [...readFileSync(path, 'utf8')]));
  const letters = [...used].filter((letter) => whole.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  expect(letters.length).toBeGreaterThan(90);
  expect(letters.filter((letter) => !cut.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([]);
});
