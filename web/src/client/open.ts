/*
 * What a page without a table asks for: a new table, or a game by its id.
 */
import type { Opponent, ServerRecord } from '../../../protocol/wire.ts';
import { type AskEvents, ask } from './ask.ts';
import type { Environment } from './socket.ts';

export interface Wish {
  game: string;
  opponent: Opponent;
  /** "name=value name=value", "" for the defaults. */
  rules: string;
  settings: string;
}

/** Opens a table; the answer is its id. One click never makes two. Returns a function that gives up. */
export const openTable = (
  { game, opponent, rules, settings }: Wish,
  events: AskEvents<string>,
  environment?: Environment,
  url?: string,
): (() => void) =>
  ask(
    (id) => ({ t: 'open', id, kind: game, rules, settings, opponent }),
    (message, id) => (message.t === 'snapshot' && message.id === id ? message.table : null),
    events,
    environment,
    url,
  );

/** Any game, as it was played. Returns a function that gives up. */
export const readGame = (game: string, events: AskEvents<ServerRecord>): (() => void) =>
  ask(
    (id) => ({ t: 'record', id, game }),
    (message, id) => (message.t === 'record' && message.id === id ? message : null),
    events,
  );
