/*
 * Outlines of kanji, taken at build time from an OFL font, so that the page needs no web font for its pieces.
 *
 * The font comes from npm in many small files, one a range of Unicode; unicode.json says which file holds which
 * character. An outline is written as an SVG path in whole units of EM to the em, y downwards, with relative commands:
 * that compresses best. A character that the font lacks is an error, never a gap on the board.
 *
 *   node web/tools/glyphs.mjs 歩兵      prints the outlines as JSON
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePath } from './path.mjs';

const require = createRequire(import.meta.url);
const fontkit = require('fontkit');

/** Units of an em in the paths. */
export const EM = 500;
/** The hand of the pieces: Yuji Syuku, brushed by a calligrapher (licence: NOTICE). */
const PIECE_FONT = { package: '@fontsource/yuji-syuku', name: 'yuji-syuku', weight: 400 };

function rangesOf(text) {
  return text.split(',').map((part) => {
    const [from, to] = part
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to ?? from];
  });
}

function openFont(font) {
  const folder = dirname(require.resolve(`${font.package}/unicode.json`));
  const files = Object.entries(JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')));
  const opened = new Map();
  return (code) => {
    for (const [key, ranges] of files) {
      if (!rangesOf(ranges).some(([from, to]) => code >= from && code <= to)) continue;
      const subset = key.replace(/[[\]]/g, '');
      if (!opened.has(subset))
        opened.set(subset, fontkit.openSync(join(folder, 'files', `${font.name}-${subset}-${font.weight}-normal.woff2`)));
      const face = opened.get(subset);
      const glyph = face.glyphForCodePoint(code);
      if (glyph.id !== 0) return { glyph, unitsPerEm: face.unitsPerEm };
    }
    return null;
  };
}

const LETTERS = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c', closePath: 'z' };

/** An outline in units of EM, y downwards. */
function pathOf(glyph, scale) {
  const commands = glyph.path.commands.map(({ command, args }) => ({
    letter: LETTERS[command],
    points: Array.from({ length: args.length / 2 }, (_, i) => [args[2 * i] * scale, -args[2 * i + 1] * scale]),
  }));
  return writePath(commands);
}

/** For each character: the path and the box it fills, [left, top, right, bottom] in units of EM. */
export function outlines(characters, font = PIECE_FONT) {
  const find = openFont(font);
  const result = {};
  for (const character of new Set(characters)) {
    const found = find(character.codePointAt(0));
    if (!found) throw new Error(`${font.package} has no outline of ${character}`);
    const scale = EM / found.unitsPerEm;
    const { minX, minY, maxX, maxY } = found.glyph.path.bbox;
    result[character] = {
      d: pathOf(found.glyph, scale),
      box: [minX, -maxY, maxX, -minY].map((value) => Math.round(value * scale)),
    };
  }
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.length < 3) {
    console.error('usage: node web/tools/glyphs.mjs CHARACTERS');
    process.exit(2);
  }
  console.log(JSON.stringify(outlines([...process.argv.slice(2).join('')]), null, 1));
}
