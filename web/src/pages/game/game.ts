/* A game as the server tells it, as a record that can be shown and saved. */
import type { ServerRecord } from '../../../../protocol/wire.ts';
import type { GameRecord } from '../../../../wasm/core.ts';
import { endingOf } from '../../client/record.ts';
import type { Speech } from '../../i18n/words.ts';
import { TableSpeech } from '../table/speech.ts';

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** As KIF writes a moment: "2026/11/30 08:41:05". */
export function moment(ms: number): string {
  const at = new Date(ms);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('/');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

export function recordOf(told: ServerRecord, speech: Speech): GameRecord {
  const names = new TableSpeech(speech, told.kind);
  const moves = words(told.moves);
  const seconds = words(told.spent).map(Number);
  const { ending = '', winner = null } = endingOf(told.result ?? null);
  const headers: [string, string][] = [['開始日時', moment(told.began)]];
  if (told.ended !== undefined) headers.push(['終了日時', moment(told.ended)]);
  headers.push(['場所', 'Shogikan']);
  const record: GameRecord = {
    game: told.kind,
    format: 'kif',
    sfen: told.start,
    rules: told.rules,
    moves,
    sente: names.player(told.b),
    gote: names.player(told.w),
    ending,
    winner,
    headers,
    comments: [],
    branches: 0,
  };
  return seconds.length === moves.length ? { ...record, seconds } : record;
}
