/*
 * Opens a table from a page that has none: connects, asks once, and hands over the table's id. The same id is sent
 * again after a broken connection, so one click never makes two tables.
 */
import { type Opponent, WIRE_VERSION } from '../../../protocol/wire.ts';
import { newId } from './session.ts';
import { type Environment, Socket, socketUrl } from './socket.ts';

export interface OpenEvents {
  opened(table: string): void;
  /** The connection is not there yet or was lost; it is tried again. */
  waiting(): void;
  /** A code of base/error.h. */
  refused(code: string): void;
}

export interface Wish {
  game: string;
  opponent: Opponent;
  /** "name=value name=value", "" for the defaults. */
  rules: string;
  settings: string;
}

/** Returns a function that gives up. */
export function openTable(
  { game, opponent, rules, settings }: Wish,
  events: OpenEvents,
  environment?: Environment,
  url = socketUrl(),
): () => void {
  const id = newId();
  const socket = new Socket(
    url,
    {
      link: (link) => {
        if (link === 'waiting') events.waiting();
      },
      message: (message) => {
        if (message.t === 'welcome') {
          if (message.version !== WIRE_VERSION) {
            socket.stop();
            events.refused('version');
          } else socket.send({ t: 'open', id, kind: game, rules, settings, opponent });
        } else if (message.t === 'snapshot' && message.id === id) {
          socket.stop();
          events.opened(message.table);
        } else if (message.t === 'error' && (message.id === id || message.code === 'version')) {
          socket.stop();
          events.refused(message.code);
        }
      },
      unreadable: () => {
        socket.stop();
        events.refused('version');
      },
    },
    environment,
  );
  socket.start();
  return () => socket.stop();
}
