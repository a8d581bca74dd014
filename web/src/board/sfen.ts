/*
 * Reading SFEN for display: what stands where. What may be played is the core's business.
 */
import type { Side } from '../../../wasm/core.ts';

export interface Position {
  files: number;
  ranks: number;
  /** By square name: a piece as SFEN writes it ("P", "+r"). */
  board: Map<string, string>;
  turn: Side;
  /** Pieces in hand by upper-case letter. */
  hands: Record<Side, Map<string, number>>;
}

export const squareName = (file: number, rank: number): string => `${file}${String.fromCharCode(97 + rank)}`;
export const fileOf = (square: string): number => Number.parseInt(square, 10);
export const rankOf = (square: string): number => square.charCodeAt(square.length - 1) - 97;
export const sideOf = (piece: string): Side => (piece === piece.toUpperCase() ? 'b' : 'w');
export const otherSide = (side: Side): Side => (side === 'b' ? 'w' : 'b');
/** A piece as sente's is written: "+r" gives "+R". */
export const kindOf = (piece: string): string => piece.toUpperCase();

/** `hands`: the third field is pieces in hand; otherwise it is a square, which is not shown. Throws on text that is not SFEN. */
export function parseSfen(sfen: string, hands = true): Position {
  const [rows = '', turn = 'b', third = '-'] = sfen.split(' ');
  const lines = rows.split('/').map((row) => row.match(/\d+|\+?[A-Za-z]/g) ?? []);
  const widths = lines.map((line) => line.reduce((sum, part) => sum + (/^\d/.test(part) ? Number(part) : 1), 0));
  const files = widths[0] ?? 0;
  if (files === 0 || widths.some((width) => width !== files)) throw new Error(`not an SFEN: ${sfen}`);
  const board = new Map<string, string>();
  lines.forEach((line, rank) => {
    let file = files;
    for (const part of line) {
      if (/^\d/.test(part)) file -= Number(part);
      else board.set(squareName(file--, rank), part);
    }
  });
  const held = { b: new Map<string, number>(), w: new Map<string, number>() };
  for (const [, count, letter = ''] of hands ? third.matchAll(/(\d*)([A-Za-z])/g) : [])
    held[sideOf(letter)].set(letter.toUpperCase(), count ? Number(count) : 1);
  return { files, ranks: lines.length, board, turn: turn === 'w' ? 'w' : 'b', hands: held };
}
