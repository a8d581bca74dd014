/*
 * How a move is written in a list: Japanese (▲7六歩) and western (P-7f); of double moves the first step too, igui as
 * 居喰い and with an exclamation mark, a pass as じっと and with two dashes. Display only: what is ambiguous or declined
 * was found out by the rules core (client/replay.ts).
 */
import type { Ply } from '../client/replay.ts';
import { fileOf, rankOf } from './sfen.ts';
import type { Art } from './shape.ts';
import { partsOf } from './usi.ts';

export type Notation = 'japanese' | 'western';

const KANJI = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const WIDE = ['', '１', '２', '３', '４', '５', '６', '７', '８', '９', '10', '11', '12'];

export const kanjiNumber = (rank: number): string => KANJI[rank] ?? String(rank + 1);
export const japaneseSquare = (square: string): string => `${WIDE[fileOf(square)]}${kanjiNumber(rankOf(square))}`;

/** The ply without the sign of its side. */
export function written(ply: Ply, notation: Notation, art: Art): string {
  const { origin, middle, target, promote } = partsOf(ply.usi);
  const drop = origin.endsWith('*');
  if (notation === 'japanese') {
    const kanji = art.pieces[ply.piece]?.one ?? ply.piece;
    if (middle !== null && origin === target)
      return ply.takesFirst ? `${japaneseSquare(middle)}${kanji}居喰い` : `${japaneseSquare(origin)}${kanji}じっと`;
    const first = middle === null ? '' : japaneseSquare(middle);
    const where = `${first}${ply.same ? '同' : japaneseSquare(target)}`;
    const from = !drop && ply.ambiguous ? `(${fileOf(origin)}${rankOf(origin) + 1})` : '';
    return `${where}${kanji}${drop && ply.ambiguous ? '打' : ''}${promote ? '成' : ply.declined ? '不成' : ''}${from}`;
  }
  const from = !drop && ply.ambiguous ? origin : '';
  if (middle !== null && origin === target) return ply.takesFirst ? `${ply.piece}${origin}!${middle}` : `${ply.piece}${origin}--`;
  if (middle !== null) return `${ply.piece}${from}x${middle}${ply.takesLast ? 'x' : '-'}${target}`;
  const sign = drop ? '*' : ply.captures ? 'x' : '-';
  return `${ply.piece}${from}${sign}${target}${promote ? '+' : ply.declined ? '=' : ''}`;
}
