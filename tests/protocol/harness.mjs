// Starts servers and talks to them: for the tests of the wire, the crash test and the load tool.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
export const WebSocket = require('ws');

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = process.env.SHOGIKAN ?? join(root, 'build/release/shogikan');
export const kind = 'shogi';

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long a test waits for what surely comes, on whatever machine. */
export const PATIENCE_MS = 30_000;

/** Waits for something that takes an unknown time; returns what `holds` did. */
export async function until(what, holds, ms = PATIENCE_MS) {
  for (const end = performance.now() + ms; ; await sleep(20)) {
    const held = await holds();
    if (held) return held;
    if (performance.now() >= end) throw new Error(`waited in vain: ${what}`);
  }
}

export function temporaryFolder(name = 'shogikan') {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A running `shogikan serve` on a port of the kernel's choice. */
export class Server {
  static async start(settings = [], { data, command = [program] } = {}) {
    const server = new Server();
    server.command = command;
    server.folder = data ? null : temporaryFolder();
    server.data = data ?? server.folder.path;
    await server.spawn(settings);
    return server;
  }

  async spawn(settings) {
    this.settings = settings;
    this.log = '';
    const [first, ...words] = this.command;
    const process_ = spawn(first, [...words, 'serve', '--port', '0', '--data', this.data, ...settings], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = process_;
    const killWithUs = () => process_.kill('SIGKILL');
    process.once('exit', killWithUs);
    this.exited = new Promise((resolve) =>
      process_.on('exit', (code, signal) => {
        process.off('exit', killWithUs);
        resolve({ code, signal });
      }),
    );
    process_.stderr.on('data', (chunk) => {
      this.log = (this.log + chunk).slice(-100_000);
    });
    this.port = await new Promise((resolve, reject) => {
      let out = '';
      process_.stdout.on('data', (chunk) => {
        out += chunk;
        const match = /listening on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(out);
        if (match) resolve(Number(match[1]));
      });
      process_.on('error', reject);
      process_.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${this.log}`)));
    });
    this.url = `http://127.0.0.1:${this.port}`;
    this.ws = `ws://127.0.0.1:${this.port}/ws`;
  }

  /** Ends it in order; throws when it does not end well, or when a sanitizer found something. */
  async stop(signal = 'SIGTERM') {
    // A second signal would not wait for the end.
    if (!this.ending) this.process.kill(signal);
    this.ending = true;
    const { code, signal: killedBy } = await this.exited;
    this.folder?.remove();
    if (code !== 0 || /runtime error|AddressSanitizer|LeakSanitizer|ThreadSanitizer/.test(this.log))
      throw new Error(`the server ended with ${code ?? killedBy}:\n${this.log}`);
  }

  async kill() {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  async metrics() {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    return Object.fromEntries(
      text
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => [line.split(' ')[0].replace('shogikan_', ''), Number(line.split(' ')[1])]),
    );
  }
}

/** One connection. Messages that nobody has waited for yet are kept in order. */
export class Client {
  constructor(server, { cookie, protocol = 'shogikan.1', ...options } = {}) {
    this.server = server;
    this.cookie = cookie;
    this.inbox = [];
    this.waiting = [];
    const headers = { ...(options.headers ?? {}), ...(cookie ? { cookie } : {}) };
    this.socket = new WebSocket(server.ws, protocol, { perMessageDeflate: false, ...options, headers });
    this.socket.on('upgrade', (response) => {
      const given = response.headers['set-cookie']?.find((line) => line.startsWith('shogikan='));
      this.setCookie = given;
      if (given) this.cookie = given.split(';')[0];
    });
    this.socket.on('message', (data) => this.receive(JSON.parse(data.toString())));
    this.opened = new Promise((resolve, reject) => {
      this.socket.on('open', resolve);
      this.socket.on('error', reject);
      this.socket.on('unexpected-response', (_, response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => reject(Object.assign(new Error(body), { status: response.statusCode })));
      });
    });
    this.opened.catch(() => {});
    this.closed = new Promise((resolve) =>
      this.socket.on('close', (code, reason) => {
        this.isClosed = true;
        for (const { reject, what } of this.waiting.splice(0)) reject(new Error(`closed (${code}) waiting for ${what}`));
        resolve({ code, reason: reason.toString() });
      }),
    );
  }

  static async connect(server, options) {
    const client = new Client(server, options);
    await client.opened;
    client.send({ t: 'hello', version: 1 });
    client.welcome = await client.next('welcome');
    return client;
  }

  /** The same, as soon as the server lets it in: it may not know yet that others are gone. */
  static connectAtLast(server, options) {
    return until('a connection is let in', () => Client.connect(server, options).catch(() => null));
  }

  receive(message) {
    this.heard?.(message);
    const index = this.waiting.findIndex(({ wanted }) => wanted(message));
    if (index < 0) {
      this.inbox.push(message);
      return;
    }
    const [{ resolve }] = this.waiting.splice(index, 1);
    resolve(message);
  }

  send(message) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message that is wanted; others stay in the inbox. */
  nextOf(wanted, what, ms = PATIENCE_MS) {
    const index = this.inbox.findIndex(wanted);
    if (index >= 0) return Promise.resolve(this.inbox.splice(index, 1)[0]);
    if (this.isClosed) return Promise.reject(new Error(`closed, waiting for ${what}`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting = this.waiting.filter((entry) => entry !== waiter);
        reject(new Error(`no ${what} within ${ms} ms; inbox: ${JSON.stringify(this.inbox).slice(0, 2000)}`));
      }, ms);
      const settle = (then) => (value) => {
        clearTimeout(timer);
        then(value);
      };
      const waiter = { wanted, what, resolve: settle(resolve), reject: settle(reject) };
      this.waiting.push(waiter);
    });
  }

  next(type, also = () => true, ms = PATIENCE_MS) {
    return this.nextOf((message) => message.t === type && also(message), type, ms);
  }

  /** What becomes of a command: its event, snapshot or error. */
  async command(message) {
    const id = message.id ?? randomUUID();
    this.send({ ...message, id });
    return this.nextOf(({ t, id: named, event }) => (t === 'event' ? event.id : named) === id, `the answer to ${id}`);
  }

  open(fields = {}) {
    return this.command({ t: 'open', kind, rules: '', settings: '', opponent: 'friend', ...fields });
  }

  /** Nothing more in the pipe: what came before the answer has been received. */
  async settle() {
    const n = Math.floor(Math.random() * 2 ** 31);
    this.send({ t: 'ping', n });
    await this.next('pong', (pong) => pong.n === n);
  }

  /** The server learns of it a moment after the client does: what follows from it must be waited for. */
  close() {
    this.socket.close();
    return this.closed;
  }
}

/** A table with two seated devices, both watching: { black, white, table, game, seq }. */
export async function seatTwo(server, settings = '') {
  const creator = await Client.connect(server);
  const guest = await Client.connect(server);
  const opened = await creator.open({ settings });
  if (opened.t !== 'snapshot') throw new Error(`open was refused: ${JSON.stringify(opened)}`);
  guest.send({ t: 'watch', table: opened.table });
  const seen = await guest.next('snapshot');
  const sat = await guest.command({ t: 'sit', game: seen.game, seq: seen.seq });
  if (sat.t !== 'event') throw new Error(`sit was refused: ${JSON.stringify(sat)}`);
  await creator.next('event', ({ event }) => event.seq === sat.event.seq);
  const creatorIsBlack = opened.b.who === creator.welcome.you;
  return {
    black: creatorIsBlack ? creator : guest,
    white: creatorIsBlack ? guest : creator,
    table: opened.table,
    game: opened.game,
    seq: sat.event.seq,
  };
}

/** Plays USI moves alternately from black; both sides see each move. Returns the newest seq. */
export async function play(seats, moves) {
  let { seq } = seats;
  const sides = [seats.black, seats.white];
  for (const [ply, usi] of moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? sides : [sides[1], sides[0]];
    const answer = await mover.command({ t: 'move', game: seats.game, seq, usi });
    if (answer.t !== 'event') throw new Error(`${usi} was refused: ${JSON.stringify(answer)}`);
    await other.next('event', ({ event }) => event.seq === answer.event.seq);
    seq = answer.event.seq;
  }
  seats.seq = seq;
  return seq;
}
