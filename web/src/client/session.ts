/*
 * A viewer at a table: ties the socket to the table's state and tells the page when something changed.
 */

import type { Request, Side } from '../../../protocol/wire.ts';
import { browserEnvironment, type Environment, type Link, Socket, socketUrl } from './socket.ts';
import {
  type Command,
  command,
  emptyState,
  receive,
  type State,
  type Step,
  sidesOf,
  type Table,
  unreadable,
  watch,
  watchFrom,
} from './table.ts';
import { Talker } from './talker.ts';

/** An id for a command: 128 random bits, so that a resend is known as one. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How long a command waits for its answer, and how long after a server said that it is busy. */
const ANSWER_MS = 10_000;
const PUT_OFF_MS = 1_500;

/** Who keeps the table that a page shows: the server, as a Session tells, or this device (pages/play/local.ts). */
export type Keeper = Pick<
  Session,
  | 'here'
  | 'state'
  | 'link'
  | 'wishes'
  | 'start'
  | 'hurry'
  | 'now'
  | 'move'
  | 'resign'
  | 'again'
  | 'offer'
  | 'accept'
  | 'decline'
  | 'computer'
  | 'set'
  | 'sitDown'
  | 'talker'
>;

export class Session {
  /** The game is kept by this device alone. */
  readonly here: boolean = false;
  state: State = emptyState;
  /** What is said at the table. */
  readonly talker: Talker;
  link: Link = 'connecting';
  private readonly table: string;
  private readonly socket: Socket;
  private readonly changed: () => void;
  /** Game and seq at which a seat was last asked for: a refusal is not asked again until something changed. */
  private asked = '';
  private readonly environment: Environment;
  private patience = 0;
  /** The timer after which a table is asked for again that the server did not show. */
  private looking = 0;
  private readonly wished = new Map<string, { value: string; asked: boolean }>();

  constructor(table: string, changed: () => void, environment: Environment = browserEnvironment, url = socketUrl()) {
    this.table = table;
    this.changed = changed;
    this.environment = environment;
    this.talker = new Talker(table, (message) => this.socket.send(message), newId, changed);
    this.socket = new Socket(
      url,
      {
        link: (link) => {
          this.link = link;
          this.changed();
        },
        message: (message) => {
          this.take(receive(this.state, message, this.table, this.environment.now()));
          this.talker.take(message);
          if (message.t === 'snapshot') {
            this.environment.cancel(this.looking);
            this.forgetSet();
          }
        },
        unreadable: () => this.take(unreadable(this.state, this.table)),
      },
      environment,
    );
  }

  start(): void {
    this.socket.start();
  }

  stop(): void {
    this.environment.cancel(this.patience);
    this.environment.cancel(this.looking);
    this.socket.stop();
  }

  /** The device woke up, or the network is back: the connection may be dead, and the clock has gone on. */
  hurry(): void {
    this.socket.hurry();
    if (this.state.table) this.socket.send(watch(this.state.table));
  }

  /** ms of the clock that `State` counts by. */
  now(): number {
    return this.environment.now();
  }

  move(usi: string): void {
    this.give((table) => ({ t: 'move', game: table.game, seq: table.seq, id: newId(), usi }));
  }

  resign(): void {
    this.give((table) => ({ t: 'resign', game: table.game, seq: table.seq, id: newId() }));
  }

  again(): void {
    this.give((table) => ({ t: 'again', game: table.game, seq: table.seq, id: newId() }));
  }

  offer(what: Request): void {
    this.give((table) => ({ t: 'offer', game: table.game, seq: table.seq, id: newId(), what }));
  }

  accept(what: Request): void {
    this.give((table) => ({ t: 'accept', game: table.game, seq: table.seq, id: newId(), what }));
  }

  /** Refuses what the other side asks for, or withdraws an own wish. */
  decline(what: Request): void {
    this.give((table) => ({ t: 'decline', game: table.game, seq: table.seq, id: newId(), what }));
  }

  /** The computer plays in the viewer's seat, or no longer; with `side` it takes that free seat. */
  computer(on: boolean, side?: Side): void {
    this.give((table) => ({ t: 'computer', game: table.game, seq: table.seq, id: newId(), on, ...(side && { side }) }));
  }

  /** Changes a setting or a local rule; several in a row are sent one after the other. */
  set(name: string, value: string): void {
    this.wished.set(name, { value, asked: false });
    this.askNext();
    this.changed();
  }

  /** Settings that were changed here and that the server has not confirmed yet. */
  get wishes(): Record<string, string> {
    return Object.fromEntries([...this.wished].map(([name, { value }]) => [name, value]));
  }

  private askNext(): void {
    const { table, pending } = this.state;
    if (!table || pending) return;
    const next = [...this.wished].find(([, { asked }]) => !asked);
    if (!next) return;
    const [name, wish] = next;
    wish.asked = true;
    this.give(({ game, seq }) => ({ t: 'set', game, seq, id: newId(), name, value: wish.value }));
  }

  /** A snapshot says how the table is set now: what was asked and is answered is no wish any more. */
  private forgetSet(): void {
    const { pending } = this.state;
    for (const [name, { asked }] of this.wished)
      if (asked && !(pending?.t === 'set' && pending.name === name)) this.wished.delete(name);
    this.changed();
  }

  /** Whoever comes to a table with a free seat takes it (two people there: they play each other). */
  sitDown(): void {
    const { table } = this.state;
    if (!table || table.result || sidesOf(this.state).length > 0) return;
    if (table.seats.b.who !== '' && table.seats.w.who !== '') return;
    const now = `${table.game} ${table.seq}`;
    if (this.asked === now || this.state.pending) return;
    this.asked = now;
    this.give(({ game, seq }) => ({ t: 'sit', game, seq, id: newId() }));
  }

  private give(make: (table: Table) => Command): void {
    this.take(command(this.state, make));
  }

  /** A command that was put off, or that nobody answers, is sent again: its id makes that harmless. */
  private remind(ms: number): void {
    this.environment.cancel(this.patience);
    if (!this.state.pending) return;
    this.patience = this.environment.after(ms, () => {
      if (this.state.pending) this.socket.send(this.state.pending);
      this.remind(ANSWER_MS);
    });
  }

  private lookAgain(): void {
    this.environment.cancel(this.looking);
    this.looking = this.environment.after(PUT_OFF_MS, () => this.socket.send(watchFrom(this.state, this.table)));
  }

  private take({ state, send, later, look }: Step): void {
    const before = this.state.pending;
    this.state = state;
    if (look) this.lookAgain();
    if (later) this.remind(PUT_OFF_MS);
    else if (state.pending !== before) this.remind(ANSWER_MS);
    // What cannot be sent now is asked again after the next welcome: watch and the pending command both are.
    for (const message of send) this.socket.send(message);
    if (state.fatal === 'version' || state.fatal === 'banned') this.socket.stop();
    if (before?.t === 'set' && state.pending !== before) {
      if (state.refusal?.command === 'set') this.wished.clear();
      this.askNext();
    }
    this.changed();
  }
}
