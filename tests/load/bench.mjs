// Moves a second through a server, durable commits included, and how long a move takes from sending it to its event.
//
//   node tests/load/bench.mjs [--games 1,16,128] [--seconds 5] [--url ws://HOST:PORT/ws] [--settings "..."]
//
// Without --url it starts a server of its own with a fresh store. Each game is two connections that play random legal moves
// against each other as fast as the answers come (a closed loop), so with many games the latency is that of a busy
// server. The clients run in this one process, on the same machine, and take their share of it.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Client, Server, sleep } from '../protocol/harness.mjs';
import { RandomGame } from '../protocol/random_game.mjs';

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1,16,128' },
    seconds: { type: 'string', default: '5' },
    url: { type: 'string' },
    settings: { type: 'string', default: '' },
  },
});
const WARM_UP_MS = 500;
const PLIES_MAX = 400;

/** Games made beforehand, so that finding moves takes no time while it is measured. */
function makeScripts(count) {
  return Array.from({ length: count }, () => {
    const game = new RandomGame();
    const moves = [];
    for (let usi = game.any(); usi && moves.length < PLIES_MAX; usi = game.any()) {
      moves.push(usi);
      game.play(usi);
    }
    return moves;
  });
}

class Table {
  constructor(scripts, samples) {
    this.scripts = scripts;
    this.samples = samples;
  }

  async open(server) {
    this.clients = [await Client.connect(server), await Client.connect(server)];
    await this.begin();
  }

  async begin() {
    const [creator, guest] = this.clients;
    creator.heard = guest.heard = undefined;
    const opened = await creator.open({ rules: `move_limit=${PLIES_MAX + 10}` });
    if (opened.t !== 'snapshot') throw new Error(`open: ${JSON.stringify(opened)}`);
    guest.send({ t: 'watch', table: opened.table });
    const seen = await guest.next('snapshot', ({ table }) => table === opened.table);
    const sat = await guest.command({ t: 'sit', game: seen.game, seq: seen.seq });
    if (sat.t !== 'event') throw new Error(`sit: ${JSON.stringify(sat)}`);
    this.table = opened.table;
    this.game = opened.game;
    this.seq = sat.event.seq;
    this.sides = opened.b.who === creator.welcome.you ? [creator, guest] : [guest, creator];
    this.script = this.scripts[Math.floor(Math.random() * this.scripts.length)];
    this.ply = 0;
    for (const client of this.clients) {
      client.inbox.length = 0;
      client.heard = (message) => this.hear(client, message);
    }
    this.move();
  }

  move() {
    if (this.stopped) return;
    this.mover = this.sides[this.ply % 2];
    this.sentAt = performance.now();
    this.mover.send({ t: 'move', game: this.game, seq: this.seq, id: randomUUID(), usi: this.script[this.ply] });
  }

  /** The next move goes out when both sides have seen the last one. */
  hear(client, message) {
    client.inbox.length = 0;
    if (message.t === 'error') throw new Error(`refused: ${JSON.stringify(message)}`);
    if (message.t !== 'event' || message.event.seq !== this.seq + 1) return;
    if (client === this.mover) this.samples.push(performance.now() - this.sentAt);
    this.seenBy = (this.seenBy ?? 0) + 1;
    if (this.seenBy < 2) return;
    this.seenBy = 0;
    this.seq = message.event.seq;
    this.ply++;
    if (message.event.result || this.ply >= this.script.length) void this.end(message.event.result);
    else this.move();
  }

  async end(result) {
    if (this.stopped) return;
    for (const client of this.clients) client.heard = undefined;
    try {
      if (!result) await this.sides[0].command({ t: 'resign', game: this.game, seq: this.seq });
      for (const client of this.clients) client.send({ t: 'unwatch', table: this.table });
      await this.begin();
    } catch (error) {
      if (!this.stopped) throw error; // the measurement ended in between
    }
  }

  async close() {
    this.stopped = true;
    for (const client of this.clients) client.heard = undefined;
    await Promise.all(this.clients.map((client) => client.close()));
  }
}

const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

async function measure(server, games, scripts) {
  const samples = [];
  const tables = Array.from({ length: games }, () => new Table(scripts, samples));
  for (let i = 0; i < games; i += 25) await Promise.all(tables.slice(i, i + 25).map((table) => table.open(server)));
  await sleep(WARM_UP_MS);
  const before = server.metrics ? await server.metrics() : null;
  samples.length = 0;
  const started = performance.now();
  await sleep(Number(values.seconds) * 1000);
  const seconds = (performance.now() - started) / 1000;
  const taken = samples.slice().sort((a, b) => a - b);
  const after = server.metrics ? await server.metrics() : null;
  await Promise.all(tables.map((table) => table.close()));
  const ms = (value) => value.toFixed(2).padStart(8);
  const commits = before ? Math.round((after.store_commits_total - before.store_commits_total) / seconds) : '-';
  console.log(
    `${String(games).padStart(5)} ${String(Math.round(taken.length / seconds)).padStart(8)} ${String(commits).padStart(10)} ` +
      `${ms(percentile(taken, 0.5))} ${ms(percentile(taken, 0.99))} ${ms(taken.at(-1))}`,
  );
}

const settings = [
  '--message-rate',
  '0',
  '--address-rate',
  '0',
  '--max-connections-per-address',
  '100000',
  '--max-sockets-per-address',
  '100000',
  '--device-rate',
  '0',
  '--address-tables',
  '0',
  '--address-commands',
  '0',
  '--address-devices',
  '0',
  '--log',
  'warn',
];
const server = values.url
  ? { ws: values.url }
  : await Server.start([...settings, '--unfinished-tables', '1000000', ...values.settings.split(' ').filter(Boolean)]);
const scripts = makeScripts(32);
console.log('moves through the server, each durable before it is shown');
console.log('games  moves/s  commits/s   p50 ms   p99 ms   max ms');
for (const games of values.games.split(',').map(Number)) await measure(server, games, scripts);
if (server.stop) await server.stop();
process.exit(0);
