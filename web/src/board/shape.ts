/*
 * The shape of a piece: a pentagon whose point looks at the opponent, and one or two characters brushed on it.
 * Pure geometry in the units of one square (WIDTH x HEIGHT); used on the page and for the pictures made at build time.
 */
import type { Side } from '../../../wasm/core.ts';

export const WIDTH = 100;
export const HEIGHT = 108;
/** Units of an em in the outlines (web/tools/glyphs.mjs). */
const EM = 500;

export interface Outline {
  d: string;
  /** left, top, right, bottom */
  box: [number, number, number, number];
}

/** What a game's web/pieces.json says about one kind. */
export interface PieceWords {
  one: string;
  two: string;
  /** Where gote's piece bears other characters. */
  gote?: { one: string; two: string };
  /** Relative to the largest piece, 0.5 to 1. */
  size: number;
}

export interface Art {
  preview: string;
  pieces: Record<string, PieceWords>;
  outlines: Record<string, Outline>;
}

/** Characters, or a picture of the movement. */
export type Style = 'one' | 'two' | 'moves';

type Point = [number, number];

/** Corners of the pentagon, seen from sente, clockwise from the point. */
function corners(size: number): Point[] {
  const tall = 94 * size;
  const top = (HEIGHT - tall) / 2 - 1;
  const bottom = top + tall;
  const shoulder = 31 * size;
  const foot = 41 * size;
  return [
    [50, top],
    [50 + shoulder, top + tall * 0.17],
    [50 + foot, bottom],
    [50 - foot, bottom],
    [50 - shoulder, top + tall * 0.17],
  ];
}

const polygon = (points: Point[]): string => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
const turned = ([x, y]: Point): Point => [WIDTH - x, HEIGHT - y];

/** The face, and the same a little lower: the thickness of the wood, which always lies towards the viewer. */
export function body(size: number, upsideDown: boolean): { face: string; edge: string } {
  const points = upsideDown ? corners(size).map(turned) : corners(size);
  return { face: polygon(points), edge: polygon(points.map(([x, y]): Point => [x, y + 3.2])) };
}

/** A bar at the foot of a promoted piece, so that it is told apart not by its colour alone. */
export function promotedMark(size: number, upsideDown: boolean): string {
  const foot = (HEIGHT + 94 * size) / 2 - 1 - 8 * size;
  const half = 25 * size;
  const left: Point = [50 - half, foot];
  const right: Point = [50 + half, foot - 4.5];
  const [a, b] = upsideDown ? [turned(left), turned(right)] : [left, right];
  return polygon([a, [b[0], a[1]], b, [a[0], b[1]]]);
}

/** What stands on a piece: "+P" of gote is written as `letter` "+P", side "w". */
export function characters(art: Art, letter: string, side: Side, style: 'one' | 'two'): string[] {
  const words = art.pieces[letter];
  if (!words) throw new Error(`pieces.json has no ${letter}`);
  return [...(side === 'w' ? (words.gote ?? words) : words)[style]];
}

/** SVG transforms that put the characters on a piece seen from its owner's side. */
export function placements(art: Art, text: string[], size: number): { d: string; transform: string }[] {
  const count = text.length;
  const middle = HEIGHT / 2 + 4 * size;
  return text.map((character, i) => {
    const outline = art.outlines[character];
    if (!outline) throw new Error(`no outline of ${character}`);
    const [left, top, right, bottom] = outline.box;
    const em = (count === 1 ? 62 : 40) * size;
    const scale = em / EM;
    const narrow = count === 1 ? 1 : 0.98;
    const x = 50 - ((left + right) / 2) * scale * (count === 1 ? 1 : 1.1);
    const centre = count === 1 ? middle : middle + (i - 0.5) * em * narrow;
    const y = centre - ((top + bottom) / 2) * scale;
    const stretch = count === 1 ? scale : scale * 1.1;
    return {
      d: outline.d,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${stretch.toFixed(4)} ${scale.toFixed(4)})`,
    };
  });
}
