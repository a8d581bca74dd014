/*
 * What is said at a table, as a pure function of what the server said and what the viewer did. Lines are numbered by the
 * server and may come twice, or with gaps: some are not for this viewer yet.
 */
import type { ServerLine } from '../../../protocol/wire.ts';

export const LINE_CHARACTERS = 200;
/** Older ones than these are forgotten here. */
const KEPT = 200;

export interface Chat {
  /** By number, the oldest first. */
  lines: readonly ServerLine[];
  /** Lines by others that came since the viewer last looked. */
  unread: number;
  /** Said here, not yet confirmed; sent again after a reconnect. */
  pending: { id: string; text: string } | null;
  /** Why the last one was refused: a code of base/error.h. */
  refusal: string | null;
  /** Lines were asked for before: what is new since then was missed. */
  asked: boolean;
  /** Authors whose report is under way, and those that were reported. */
  reports: Readonly<Record<string, { id: string; state: 'asked' | 'done' | 'refused' }>>;
}

export const emptyChat: Chat = { lines: [], unread: 0, pending: null, refusal: null, asked: false, reports: {} };

/** As the server counts them. */
export const charactersOf = (text: string): number => [...text].length;

/** Takes a line. `counts`: it is by somebody else whom the viewer hears, and the viewer does not see it now. */
export function takeLine(chat: Chat, line: ServerLine, counts: boolean): Chat {
  const confirmed = line.id !== undefined && line.id === chat.pending?.id;
  const pending = confirmed ? null : chat.pending;
  const refusal = confirmed ? null : chat.refusal;
  const known = chat.lines.find(({ number }) => number === line.number);
  if (known?.at === line.at) return { ...chat, pending, refusal };
  // A number is used again when the newest lines of a table were removed: they and what followed are gone.
  const before = known ? chat.lines.filter(({ number }) => number < line.number) : chat.lines;
  const later = before.findIndex(({ number }) => number > line.number);
  const at = later < 0 ? before.length : later;
  const lines = [...before.slice(0, at), line, ...before.slice(at)].slice(-KEPT);
  // What was there before the viewer came is no news.
  const isNew = counts && (line.old !== true || chat.asked);
  return { ...chat, lines, pending, refusal, unread: chat.unread + (isNew ? 1 : 0) };
}

/** A refusal of what was said or reported; null: of something else. */
export function takeRefusal(chat: Chat, id: string | undefined, code: string): Chat | null {
  if (id === undefined) return null;
  if (id === chat.pending?.id) return { ...chat, pending: null, refusal: code };
  const who = Object.keys(chat.reports).find((author) => chat.reports[author]?.id === id);
  return who === undefined ? null : { ...chat, reports: { ...chat.reports, [who]: { id, state: 'refused' } } };
}

export function takeReported(chat: Chat, id: string, who: string): Chat {
  return chat.reports[who]?.id === id ? { ...chat, reports: { ...chat.reports, [who]: { id, state: 'done' } } } : chat;
}

/* ---- what this device remembers ---- */

const MUTED = 'muted';
const MUTED_MOST = 200;
const SWITCH = 'chat';

/** The authors whose lines this device does not show. */
export function mutedAuthors(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(MUTED) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((who): who is string => typeof who === 'string' && /^[\w:-]{1,32}$/.test(who)).slice(-MUTED_MOST)
      : [];
  } catch {
    return [];
  }
}

export function rememberMuted(muted: readonly string[]): void {
  try {
    localStorage.setItem(MUTED, JSON.stringify(muted.slice(-MUTED_MOST)));
  } catch {
    // as long as the page
  }
}

/** Whether this device takes part in talking at all. */
export function chatIsOn(): boolean {
  try {
    return localStorage.getItem(SWITCH) !== 'off';
  } catch {
    return true;
  }
}

export function rememberChat(on: boolean): void {
  try {
    localStorage.setItem(SWITCH, on ? 'on' : 'off');
  } catch {
    // as long as the page
  }
}
