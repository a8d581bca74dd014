import { beforeEach, describe, expect, test } from 'vitest';
import type { ServerMessage } from '../../../protocol/wire.ts';
import { type Environment, type Link, Socket, type SocketLike } from './socket.ts';

class Wire implements SocketLike {
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.closed = true;
  }
  say(message: object | string): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
}

let wires: Wire[];
let timers: Map<number, { ms: number; run: () => void }>;
let links: Link[];
let heard: (ServerMessage | 'unreadable')[];
let socket: Socket;

const environment: Environment = {
  connect: () => {
    const wire = new Wire();
    wires.push(wire);
    return wire;
  },
  after: (ms, run) => {
    const id = timers.size === 0 ? 1 : Math.max(...timers.keys()) + 1;
    timers.set(id, { ms, run });
    return id;
  },
  cancel: (id) => void timers.delete(id),
  random: () => 0.5,
  now: () => 0,
};

/** Runs the one timer that waits, and says how long it was. */
function tick(): number {
  expect(timers.size).toBe(1);
  const [[id, timer]] = [...timers] as [[number, { ms: number; run: () => void }]];
  timers.delete(id);
  timer.run();
  return timer.ms;
}

const newest = (): Wire => wires[wires.length - 1] as Wire;
function greet(): void {
  newest().onopen?.();
  newest().say({ t: 'welcome', version: 1, you: 'me', name: '', now: 0 });
}

beforeEach(() => {
  wires = [];
  timers = new Map();
  links = [];
  heard = [];
  socket = new Socket(
    'ws://x/ws',
    { link: (link) => links.push(link), message: (m) => heard.push(m), unreadable: () => heard.push('unreadable') },
    environment,
  );
  socket.start();
});

describe('a socket', () => {
  test('says hello first, and nothing else before the welcome', () => {
    expect(socket.send({ t: 'watch', table: 'T' })).toBe(false);
    newest().onopen?.();
    expect(newest().sent).toEqual(['{"t":"hello","version":1}']);
    expect(socket.send({ t: 'watch', table: 'T' })).toBe(false);
    greet();
    expect(socket.send({ t: 'watch', table: 'T' })).toBe(true);
    expect(links).toEqual(['connecting', 'open']);
  });

  test('comes back with growing waits, which a welcome resets', () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      newest().onclose?.();
      waits.push(tick());
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 11250, 11250]);
    greet();
    newest().onclose?.();
    expect(tick()).toBe(300);
    expect(wires.length).toBe(10);
  });

  test('asks after a silence, and gives the connection up when no answer comes', () => {
    greet();
    expect(tick()).toBe(20_000);
    expect(newest().sent.at(-1)).toBe('{"t":"ping","n":1}');
    const silent = newest();
    expect(tick()).toBe(8_000);
    expect(silent.closed).toBe(true);
    expect(links.at(-1)).toBe('waiting');
    silent.say({ t: 'pong', n: 1 }); // too late: nobody listens any more
    expect(timers.size).toBe(1);
  });

  test('is not given up when the answer comes', () => {
    greet();
    tick();
    newest().say({ t: 'pong', n: 1 });
    expect(tick()).toBe(20_000);
    expect(links.at(-1)).toBe('open');
  });

  test('does not wait when it is hurried', () => {
    newest().onclose?.();
    socket.hurry();
    expect(wires.length).toBe(2);
    expect(timers.size).toBe(0);
  });

  test('stays away once stopped', () => {
    greet();
    socket.stop();
    newest().onclose?.();
    expect(timers.size).toBe(0);
    expect(links.at(-1)).toBe('closed');
    socket.hurry();
    expect(wires.length).toBe(1);
  });

  test('reports what it cannot read', () => {
    greet();
    newest().say('{"t":"novelty"}');
    newest().say('not json');
    expect(heard.slice(1)).toEqual(['unreadable', 'unreadable']);
  });
});
