/*
 * The lobby as a viewer sees it: the lists of tables that wait for somebody or are being played, and the search for an
 * opponent. A search is sent again, under its id, after every lost connection, so it leads to one table at most.
 */
import type { ListedTable, ServerMessage } from '../../../protocol/wire.ts';
import { newId } from './session.ts';
import { browserEnvironment, type Environment, type Link, Socket, socketUrl } from './socket.ts';

/** What is looked for. */
export interface Wanted {
  game: string;
  rated: boolean;
  turnSeconds: number;
}

export interface Search extends Wanted {
  id: string;
  /** By the clock of the environment. */
  since: number;
  /** The viewer's rating; null: not told, or friendly. */
  rating: number | null;
  /** How far away the other's rating may be; null: any. */
  range: number | null;
  cancelled: boolean;
}

export interface Lists {
  open: readonly ListedTable[];
  live: readonly ListedTable[];
}

export interface LobbyEvents {
  changed(): void;
  /** The search led to this table. */
  paired(table: string): void;
}

export class Lobby {
  link: Link = 'closed';
  you = '';
  lists: ReadonlyMap<string, Lists> = new Map();
  search: Search | null = null;
  /** Why the newest search came to nothing: a code of base/error.h, "replaced" or "lost"; "" otherwise. */
  trouble = '';
  /** The id of the search that the newest one took the place of while it ran; "" otherwise. */
  private replaced = '';
  private readonly socket: Socket;
  private readonly events: LobbyEvents;
  private readonly environment: Environment;

  constructor(events: LobbyEvents, environment: Environment = browserEnvironment, url = socketUrl()) {
    this.events = events;
    this.environment = environment;
    this.socket = new Socket(
      url,
      {
        link: (link) => {
          this.link = link;
          // The server ends a search with its connection.
          if (link !== 'open' && this.search?.cancelled) this.search = null;
          this.events.changed();
        },
        message: (message) => {
          this.receive(message);
          this.events.changed();
        },
        unreadable: () => {}, // of a newer server; nothing here depends on it
      },
      environment,
    );
  }

  start(): void {
    if (this.link === 'closed') this.socket.start();
  }

  stop(): void {
    if (this.link !== 'closed') this.socket.stop();
  }

  hurry(): void {
    this.socket.hurry();
  }

  /** ms since the search began. */
  waited(): number {
    return this.search ? Math.max(0, this.environment.now() - this.search.since) : 0;
  }

  look(wanted: Wanted): void {
    this.replaced = this.search?.id ?? '';
    this.search = { ...wanted, id: newId(), since: this.environment.now(), rating: null, range: null, cancelled: false };
    this.trouble = '';
    this.start();
    this.ask();
    this.events.changed();
  }

  cancel(): void {
    if (!this.search) return;
    this.search = { ...this.search, cancelled: true };
    if (!this.socket.send({ t: 'cancel', id: this.search.id })) this.search = null;
    this.events.changed();
  }

  private ask(): void {
    if (!this.search || this.search.cancelled) return;
    const { id, game, rated, turnSeconds } = this.search;
    this.socket.send({ t: 'seek', id, kind: game, rated, turn_seconds: turnSeconds });
  }

  private end(trouble: string): void {
    this.search = null;
    this.trouble = trouble;
  }

  private receive(message: ServerMessage): void {
    if (message.t === 'welcome') {
      this.you = message.you;
      this.socket.send({ t: 'lobby', on: true });
      this.ask();
    } else if (message.t === 'lobby') {
      this.lists = new Map([...this.lists, [message.kind, { open: message.open, live: message.live }]]);
    } else if (message.t === 'error' && message.code === 'version') {
      this.socket.stop();
      this.end('version');
    } else if (message.t === 'paired' && message.id === this.replaced) {
      this.search = null; // the one before had found somebody, who waits now
      this.events.paired(message.table);
    } else if (this.search && 'id' in message && message.id === this.search.id) this.hear(this.search, message);
  }

  /** What the server says of the search. */
  private hear(search: Search, message: ServerMessage): void {
    if (message.t === 'seeking')
      this.search = {
        ...search,
        since: this.environment.now() - message.waited,
        rating: message.rating ?? null,
        range: message.range ?? null,
      };
    else if (message.t === 'paired') {
      this.search = null;
      this.events.paired(message.table);
    } else if (message.t === 'unpaired') this.end(message.why === 'cancelled' ? '' : message.why);
    else if (message.t === 'error') this.end(search.cancelled ? '' : message.code);
  }
}
