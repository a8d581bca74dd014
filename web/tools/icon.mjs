/*
 * The marks of the house, drawn at build time from the brushed characters: the seal, and the piece that is the icon.
 */
import { EM, outlines } from './glyphs.mjs';
import { coarser } from './path.mjs';

/* A glyph in a square of `size` around (x, y), its outline on a grid of `step` units. */
function glyph(outline, x, y, size, step = 1) {
  const [left, top, right, bottom] = outline.box;
  const scale = size / EM;
  return `<path transform="translate(${(x - ((left + right) / 2) * scale).toFixed(2)} ${(y - ((top + bottom) / 2) * scale).toFixed(2)}) scale(${(scale * step).toFixed(4)})" d="${coarser(outline.d, step)}"/>`;
}

/* The seal of the house, as a stamp: its three characters from top to bottom, in vermilion. It is seen small. */
export function seal() {
  const words = outlines([...'将棋館']);
  const glyphs = [glyph(words.将, 43, 21, 31, 4), glyph(words.棋, 43, 46, 31, 4), glyph(words.館, 21, 33, 38, 4)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect x="1" y="1" width="62" height="62" rx="11" fill="#b23a26"/><rect x="4.500" y="4.500" width="55" height="55" rx="8" fill="none" stroke="#fdf3e4" stroke-width="1.600"/><g fill="#fdf3e4">${glyphs.join('')}</g></svg>\n`;
}

/* A piece. */
export function icon() {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M32 3 50 11 57 61H7l7-50Z" fill="#edcf93" stroke="#8a5f26" stroke-width="2" stroke-linejoin="round"/><g fill="#2a1a10">${glyph(outlines(['王']).王, 32, 37, 42)}</g></svg>\n`;
}

/* The same piece on a ground without an edge; `scale` 0.6 is small enough for systems that cut it to their own shape. */
export function fullIcon(scale = 0.6) {
  const piece = icon().replace(/^<svg[^>]*>|<\/svg>\n$/g, '');
  const margin = (32 * (1 - scale)).toFixed(3);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f6f2e7"/><g transform="translate(${margin} ${margin}) scale(${scale.toFixed(3)})">${piece}</g></svg>\n`;
}

/* The pictures in points, for systems that take no SVG: web/icons/<name>.png, each of so many points across. */
export const POINTS = [
  { name: 'icon-192', size: 192, purpose: 'any', source: icon },
  { name: 'icon-512', size: 512, purpose: 'any', source: icon },
  { name: 'icon-full-192', size: 192, purpose: 'maskable', source: fullIcon },
  { name: 'icon-full-512', size: 512, purpose: 'maskable', source: fullIcon },
  // Of a telephone's home screen, which rounds the corners.
  { name: 'icon-touch-180', size: 180, purpose: 'touch', source: () => fullIcon(0.8) },
];
