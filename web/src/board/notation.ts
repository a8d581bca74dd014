/*
 * How a move is written in a list: Japanese (▲7六歩) and western (P-7f). Display only: what is ambiguous or declined
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
  const { origin, target, promote } = partsOf(ply.usi);
  const drop = origin.endsWith('*');
  if (notation === 'japanese') {
    const kanji = art.pieces[ply.piece]?.one ?? ply.piece;
    const where = ply.same ? '同' : japaneseSquare(target);
    const from = !drop && ply.ambiguous ? `(${fileOf(origin)}${rankOf(origin) + 1})` : '';
    return `${where}${kanji}${drop && ply.ambiguous ? '打' : ''}${promote ? '成' : ply.declined ? '不成' : ''}${from}`;
  }
  const from = !drop && ply.ambiguous ? origin : '';
  const sign = drop ? '*' : ply.captures ? 'x' : '-';
  return `${ply.piece}${from}${sign}${target}${promote ? '+' : ply.declined ? '=' : ''}`;
}
