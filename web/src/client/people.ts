/*
 * Players: what is known of them, read by HTTP (docs/protocol.md), and the few commands about who one is, each sent over a
 * connection of its own.
 */
import { type ClientMessage, type ServerCode, type ServerError, type ServerSelf, WIRE_VERSION } from '../../../protocol/wire.ts';
import { newId } from './session.ts';
import { type Environment, Socket, socketUrl } from './socket.ts';

export interface Rating {
  kind: string;
  value: number;
  games: number;
}

/** What a rated game did to a rating; newest first in lists. */
export interface Change {
  kind: string;
  at: number;
  value: number;
  change: number;
  game: string;
}

export interface PlayedGame {
  game: string;
  kind: string;
  at: number;
  /** 'b', 'w', 'd' */
  winner: string;
  reason: string;
  /** Who sat there at the end: public ids, 'cpu:N', 'gone:...'. */
  b: string;
  w: string;
  b_name: string;
  w_name: string;
  rated: number;
  change: number;
  open: number;
}

export interface Profile {
  id: string;
  name: string;
  ratings: Rating[];
  history: Change[];
  games: PlayedGame[];
}

export interface Leader {
  id: string;
  name: string;
  value: number;
  games: number;
}

/** Fewer rated games make a rating provisional (server/table/rating.h). */
export const PROVISIONAL = 10;

/** null: there is nothing of that. Throws when it cannot be known. */
async function read<T>(path: string): Promise<T | null> {
  const response = await fetch(path, { credentials: 'same-origin' });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

export const readPlayer = (id: string): Promise<Profile | null> => read(`/api/player/${encodeURIComponent(id)}`);
/** null: this browser was never at a table, so nobody knows it. */
export const readOwn = (): Promise<Profile | null> => read('/api/me');
export const EXPORT_PATH = '/api/me/export';
export const readLeaders = async (kind: string, all: boolean): Promise<Leader[]> =>
  (await read<{ players: Leader[] }>(`/api/ratings/${encodeURIComponent(kind)}${all ? '/all' : ''}`))?.players ?? [];

/** By day, for people. */
export const dayOf = (at: number, language: string): string =>
  new Date(at).toLocaleDateString(language, { year: 'numeric', month: 'short', day: 'numeric' });

/** "+12", "−8", "±0". */
export const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0');

type Told = ServerSelf | ServerCode | ServerError;
type Wish = { t: 'name'; name: string } | { t: 'transfer' } | { t: 'transfer_use'; code: string } | { t: 'forget' };

const PATIENCE_MS = 10_000;

/** Sends one command and gives its answer; an error with the code 'lost' when none comes. */
export function tell(wish: Wish, environment?: Environment, url = socketUrl()): Promise<Told> {
  const id = newId();
  return new Promise((resolve) => {
    const done = (answer: Told) => {
      clearTimeout(timer);
      socket.stop();
      resolve(answer);
    };
    const lost = () => done({ t: 'error', id, code: 'lost', message: 'no answer' });
    const timer = setTimeout(lost, PATIENCE_MS);
    const socket = new Socket(
      url,
      {
        link: () => {},
        message: (message) => {
          if (message.t === 'welcome') {
            if (message.version === WIRE_VERSION) socket.send({ ...wish, id } as ClientMessage);
            else done({ t: 'error', id, code: 'version', message: 'another version' });
          } else if ((message.t === 'self' || message.t === 'code' || message.t === 'error') && message.id === id) done(message);
        },
        unreadable: () => done({ t: 'error', id, code: 'version', message: 'unreadable' }),
      },
      environment,
    );
    socket.start();
  });
}
