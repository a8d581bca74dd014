/*
 * One WebSocket that comes back by itself: exponential backoff with jitter, at once when the browser says it is online
 * or the page is looked at again, and a heartbeat that notices a connection that died silently.
 *
 * It carries messages and knows nothing of tables. The environment (socket, clock, chance) is passed in, so that tests
 * decide what happens.
 */
import {
  type ClientMessage,
  decodeServerMessage,
  encodeClientMessage,
  type ServerMessage,
  WIRE_PATH,
  WIRE_SUBPROTOCOL,
  WIRE_VERSION,
} from '../../../protocol/wire.ts';

export type Link = 'connecting' | 'open' | 'waiting' | 'closed';

export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Environment {
  connect(url: string, subprotocol: string): SocketLike;
  after(ms: number, run: () => void): number;
  cancel(timer: number): void;
  random(): number;
  /** ms of a clock that does not jump. */
  now(): number;
}

export interface SocketEvents {
  link(link: Link): void;
  message(message: ServerMessage): void;
  /** A message that this page cannot read: something newer. */
  unreadable(): void;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const HEARTBEAT_MS = 20_000;
const SILENCE_MS = 8_000;

export const browserEnvironment: Environment = {
  connect: (url, subprotocol) => new WebSocket(url, subprotocol) as unknown as SocketLike,
  after: (ms, run) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
  random: Math.random,
  now: () => performance.now(),
};

export class Socket {
  private readonly url: string;
  private readonly events: SocketEvents;
  private readonly environment: Environment;
  private socket: SocketLike | null = null;
  private welcomed = false;
  private failures = 0;
  private timer = 0;
  private beat = 0;
  private number = 0;
  private stopped = false;

  constructor(url: string, events: SocketEvents, environment: Environment = browserEnvironment) {
    this.url = url;
    this.events = events;
    this.environment = environment;
  }

  start(): void {
    this.stopped = false;
    this.open();
  }

  /** For good. */
  stop(): void {
    this.stopped = true;
    this.environment.cancel(this.timer);
    this.drop();
    this.events.link('closed');
  }

  /** The network may be back: does not wait for the next attempt. */
  hurry(): void {
    if (this.stopped) return;
    if (!this.socket) {
      this.environment.cancel(this.timer);
      this.open();
    } else if (this.welcomed) this.probe();
  }

  /** False when there is no connection: the caller sends again after the next welcome. */
  send(message: ClientMessage): boolean {
    if (!this.socket || !this.welcomed) return false;
    this.socket.send(encodeClientMessage(message));
    return true;
  }

  private open(): void {
    this.events.link('connecting');
    const socket = this.environment.connect(this.url, WIRE_SUBPROTOCOL);
    this.socket = socket;
    socket.onopen = () => socket.send(encodeClientMessage({ t: 'hello', version: WIRE_VERSION }));
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(event.data);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retry();
    };
  }

  private receive(data: unknown): void {
    const message = typeof data === 'string' ? decodeServerMessage(data) : null;
    this.schedule();
    if (message === null || message.t === 'fault') {
      this.events.unreadable();
      return;
    }
    if (message.t === 'pong') return;
    if (message.t === 'welcome') {
      this.welcomed = true;
      this.failures = 0;
      this.events.link('open');
    }
    this.events.message(message);
  }

  /** After a while without a word from the server: ask, and give the connection up when no answer comes. */
  private schedule(): void {
    this.environment.cancel(this.beat);
    this.beat = this.environment.after(HEARTBEAT_MS, () => this.probe());
  }

  private probe(): void {
    this.environment.cancel(this.beat);
    this.number = (this.number + 1) % 0x1_0000_0000;
    if (!this.send({ t: 'ping', n: this.number })) return;
    this.beat = this.environment.after(SILENCE_MS, () => this.retry());
  }

  private drop(): void {
    const socket = this.socket;
    this.environment.cancel(this.beat);
    this.socket = null;
    this.welcomed = false;
    socket?.close();
  }

  private retry(): void {
    this.drop();
    if (this.stopped) return;
    this.events.link('waiting');
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures++);
    this.environment.cancel(this.timer);
    this.timer = this.environment.after(longest * (0.5 + this.environment.random() / 2), () => this.open());
  }
}

/** Where the server listens for the page that it served. */
export const socketUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${WIRE_PATH}`;
