/*
 * A viewer at a table: ties the socket to the table's state and tells the page when something changed.
 */
import { browserEnvironment, type Environment, type Link, Socket, socketUrl } from './socket.ts';
import { type Command, command, emptyState, receive, type State, type Step, sidesOf, type Table, unreadable } from './table.ts';

/** An id for a command: 128 random bits, so that a resend is known as one. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How long a command waits for its answer, and how long after a server said that it is busy. */
const ANSWER_MS = 10_000;
const PUT_OFF_MS = 1_500;

export class Session {
  state: State = emptyState;
  link: Link = 'connecting';
  private readonly table: string;
  private readonly socket: Socket;
  private readonly changed: () => void;
  /** Game and seq at which a seat was last asked for: a refusal is not asked again until something changed. */
  private asked = '';
  private readonly environment: Environment;
  private patience = 0;

  constructor(table: string, changed: () => void, environment: Environment = browserEnvironment, url = socketUrl()) {
    this.table = table;
    this.changed = changed;
    this.environment = environment;
    this.socket = new Socket(
      url,
      {
        link: (link) => {
          this.link = link;
          this.changed();
        },
        message: (message) => this.take(receive(this.state, message, this.table)),
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
    this.socket.stop();
  }

  hurry(): void {
    this.socket.hurry();
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

  private take({ state, send, later }: Step): void {
    const before = this.state.pending;
    this.state = state;
    if (later) this.remind(PUT_OFF_MS);
    else if (state.pending !== before) this.remind(ANSWER_MS);
    // What cannot be sent now is asked again after the next welcome: watch and the pending command both are.
    for (const message of send) this.socket.send(message);
    if (state.fatal === 'version') this.socket.stop();
    this.changed();
  }
}
