/*
 * Squares as they are named in Japanese. Moves are written by the rules core (Match.texts).
 */
import { fileOf, rankOf } from './sfen.ts';

const KANJI = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const WIDE = ['', '１', '２', '３', '４', '５', '６', '７', '８', '９', '10', '11', '12'];

export const kanjiNumber = (rank: number): string => KANJI[rank] ?? String(rank + 1);
export const japaneseSquare = (square: string): string => `${WIDE[fileOf(square)]}${kanjiNumber(rankOf(square))}`;
