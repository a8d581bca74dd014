/*
 * A game as a record in a file: which formats there are, what the file is called, and how a file that was opened becomes
 * text. What stands in a record is read and written by the rules core.
 */
import {
  type Core,
  type GameRecord,
  type RecordAbout,
  type RecordFormat,
  type Result,
  recordFormats,
} from '../../../wasm/core.ts';

/** A game that can be written down. */
export interface Played {
  sfen: string;
  rules: string;
  moves: readonly string[];
  about: RecordAbout | GameRecord;
  /** The file that it was read from: writing its own format again gives it back whole, variations included. */
  original?: { format: RecordFormat; text: string };
}

/** Null: this game has no records in that format. */
export function writeRecord(core: Core, game: Played, format: RecordFormat): string | null {
  if (game.original?.format === format) return game.original.text;
  const match = core.start({ sfen: game.sfen, rules: game.rules, moves: [...game.moves] });
  try {
    return match.record(format, game.about);
  } finally {
    match.free();
  }
}

export const formatsOf = (core: Core, game: Played): RecordFormat[] =>
  recordFormats.filter((format) => writeRecord(core, game, format) !== null);

/** By custom a "u" at the end says that the text is UTF-8. */
const EXTENSIONS: Record<RecordFormat, string> = { kif: 'kifu', ki2: 'ki2u', csa: 'csa', usi: 'usi', sfen: 'sfen' };

export function fileName(kind: string, format: RecordFormat, day: Date): string {
  const part = (number: number): string => String(number).padStart(2, '0');
  return `${kind}-${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}.${EXTENSIONS[format]}`;
}

/** How the end of a table's game is said in a record; what the rules see by themselves needs no word. */
export function endingOf(result: Result | null): Pick<RecordAbout, 'ending' | 'winner'> {
  if (!result) return { ending: 'interrupted' };
  const said: Record<string, string> = { resignation: 'resignation', time: 'time', agreement: 'draw' };
  const ending = said[result.reason];
  if (ending === undefined) return {};
  return result.winner === 'draw' ? { ending } : { ending, winner: result.winner };
}

/** The most that a record may take, in bytes: what the core has room for. */
export const RECORD_BYTES = 1 << 20;

/** The text of a file: UTF-8, or Shift_JIS as Japanese programs write it; null: neither. */
export function decodeRecord(bytes: Uint8Array): string | null {
  for (const encoding of ['utf-8', 'shift_jis'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // not in this encoding
    }
  return null;
}
