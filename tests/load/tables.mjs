// Many tables at the pace of people: how long a move takes to reach both sides, what the server needs, and whether anything
// that somebody was told is lost when it is killed.
//
//   node tests/load/tables.mjs [--tables 2000] [--seconds 60] [--every 5] [--yardstick DIR]
//
// Two connections a table, each of a device of its own; a move of each table every so many seconds, at times that are spread
// evenly, whatever became of the move before (an open loop); every other table has a clock. Then the server is killed with
// moves under way and started again, and every table is compared with what its players were told.
//
// --yardstick: the same load on an in-memory server of boardgame.io, installed beforehand by
//   npm install --prefix DIR boardgame.io@0.50.2 socket.io-client@4
// It keeps nothing, knows no rules and no clocks: its moves are texts that it appends to a list.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, Server, sleep } from '../protocol/harness.mjs';
import { RandomGame } from '../protocol/random_game.mjs';

const { values } = parseArgs({
  options: {
    tables: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
    every: { type: 'string', default: '5' },
    yardstick: { type: 'string' },
  },
});
const tableCount = Number(values.tables);
const everyMs = Number(values.every) * 1000;
const plies = Math.ceil((Number(values.seconds) * 1000) / everyMs) + 20;

const WIDE = [
  ...['--message-rate', '0', '--address-rate', '0', '--device-rate', '0', '--max-connections', '100000'],
  ...['--address-tables', '0', '--address-commands', '0', '--address-devices', '0', '--tables-loaded', '1000000'],
  ...['--max-connections-per-address', '100000', '--max-sockets-per-address', '100000', '--log', 'warn'],
];

const script = () => {
  for (;;) {
    const game = new RandomGame();
    const moves = [];
    for (let usi = game.any(); usi && moves.length < plies; usi = game.any()) {
      moves.push(usi);
      game.play(usi);
    }
    if (moves.length === plies) return moves;
  }
};

/** KiB of a process that are in memory. */
const memory = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

/** ms of processor time of a process. */
const processor = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Lists what is to be done in groups, so that nobody's queue runs over before anything is measured. */
async function inGroups(items, size, work) {
  for (let i = 0; i < items.length; i += size) await Promise.all(items.slice(i, i + size).map(work));
}

/* ---- a table here ---- */

class Table {
  moves = [];
  seq = 0;
  refused = 0;

  constructor(moves, clock) {
    this.script = moves;
    this.clock = clock;
  }

  async open(server) {
    this.clients = [await Client.connect(server), await Client.connect(server)];
    const [creator, guest] = this.clients;
    const opened = await creator.open({ settings: this.clock ? 'turn_seconds=60' : '' });
    if (opened.t !== 'snapshot') throw new Error(`open: ${JSON.stringify(opened)}`);
    guest.send({ t: 'watch', table: opened.table });
    const seen = await guest.next('snapshot', ({ table }) => table === opened.table);
    const sat = await guest.command({ t: 'sit', game: seen.game, seq: seen.seq });
    if (sat.t !== 'event') throw new Error(`sit: ${JSON.stringify(sat)}`);
    Object.assign(this, { table: opened.table, game: opened.game, seq: sat.event.seq });
    this.sides = opened.b.who === creator.welcome.you ? [creator, guest] : [guest, creator];
    for (const client of this.clients) {
      client.inbox.length = 0;
      client.heard = (message) => this.hear(client, message);
    }
  }

  /** `done` gets the ms until both sides were told. */
  move(done) {
    if (this.waiting) return false; // the last one has not come through
    const mover = this.sides[this.moves.length % 2];
    this.waiting = { told: new Set(), done, at: performance.now() };
    mover.send({ t: 'move', game: this.game, seq: this.seq, id: randomUUID(), usi: this.script[this.moves.length] });
    return true;
  }

  hear(client, message) {
    client.inbox.length = 0;
    if (message.t === 'error') this.refused++;
    if (message.t !== 'event' || message.event.kind !== 'move' || !this.waiting) return;
    if (this.waiting.told.size === 0) {
      this.moves.push(message.event.usi);
      this.seq = message.event.seq;
    }
    this.waiting.told.add(client);
    if (this.waiting.told.size < 2) return;
    const { done, at } = this.waiting;
    this.waiting = null;
    done(performance.now() - at);
  }

  /** After the restart: whether everything is there that one of the two was told. */
  async compare(server) {
    const reader = await Client.connect(server);
    reader.send({ t: 'watch', table: this.table });
    const seen = await reader.next('snapshot');
    await reader.close();
    const kept = seen.moves.split(' ').filter(Boolean);
    return seen.game === this.game && this.moves.every((usi, i) => usi === kept[i]);
  }
}

/* ---- a table of boardgame.io ---- */

const YARDSTICK = `
const { Server } = require('boardgame.io/dist/cjs/server.js');
const play = ({ G }, usi) => { G.moves.push(usi); };
const game = { name: 'board', setup: () => ({ moves: [] }), moves: { play }, turn: { minMoves: 1, maxMoves: 1 } };
const server = Server({ games: [game], origins: true });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => console.log('listening ' + appServer.address().port));
`;

class Match {
  refused = 0;

  constructor(moves, io, url) {
    this.script = moves;
    this.io = io;
    this.url = url;
    this.id = randomUUID();
    this.played = 0;
    this.stateId = 0;
  }

  async open() {
    this.sockets = ['0', '1'].map(() => this.io(`${this.url}/board`, { transports: ['websocket'], forceNew: true }));
    for (const [side, socket] of this.sockets.entries()) {
      if (!socket.connected) await new Promise((done) => socket.on('connect', done));
      const synced = new Promise((done) => socket.once('sync', done));
      socket.emit('sync', this.id, String(side), undefined, 2);
      await synced;
      socket.on('update', (_, state) => this.hear(side, state));
    }
  }

  move(done) {
    if (this.waiting) return false;
    const playerID = String(this.played % 2);
    this.waiting = { told: new Set(), done, at: performance.now() };
    const payload = { type: 'play', args: [this.script[this.played]], playerID };
    this.sockets[this.played % 2].emit('update', { type: 'MAKE_MOVE', payload }, this.stateId, this.id, playerID);
    return true;
  }

  hear(side, state) {
    if (!this.waiting || state.G.moves.length <= this.played) return;
    this.stateId = state._stateID;
    this.waiting.told.add(side);
    if (this.waiting.told.size < 2) return;
    this.played++;
    const { done, at } = this.waiting;
    this.waiting = null;
    done(performance.now() - at);
  }
}

/* ---- measuring ---- */

const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Moves at all tables, until the time is over; then the figures. */
async function measure(name, tables, pid) {
  const samples = [];
  let late = 0;
  const used = processor(pid);
  const begun = performance.now();
  const timers = tables.map((table, i) => {
    const move = () => {
      late += table.move((ms) => samples.push(ms)) ? 0 : 1;
    };
    let timer = setTimeout(
      () => {
        move();
        timer = setInterval(move, everyMs);
      },
      (i / tables.length) * everyMs,
    );
    return () => clearInterval(timer);
  });
  await sleep(Number(values.seconds) * 1000);
  for (const stop of timers) stop();
  const seconds = (performance.now() - begun) / 1000;
  await sleep(1000);
  samples.sort((a, b) => a - b);
  const refused = tables.reduce((sum, table) => sum + table.refused, 0);
  const ms = (part) => percentile(samples, part).toFixed(1);
  console.log(
    `${name}: ${(samples.length / seconds).toFixed(0)} moves/s to both sides, p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, longest ` +
      `${samples.at(-1).toFixed(1)} ms, ${late} late, ${refused} refused; memory ${(memory(pid) / 1024).toFixed(0)} MiB, ` +
      `processor ${((processor(pid) - used) / seconds / 10).toFixed(0)} %`,
  );
}

async function here(scripts) {
  const server = await Server.start(WIDE);
  const tables = Array.from({ length: tableCount }, (_, i) => new Table(scripts[i % scripts.length], i % 2 === 1));
  await inGroups(tables, 25, (table) => table.open(server));
  await measure('shogikan', tables, server.process.pid);
  // Killed while every other table has a move under way.
  for (const table of tables.filter((_, i) => i % 2 === 0)) table.move(() => {});
  await sleep(20);
  await server.kill();
  for (const table of tables) for (const client of table.clients) client.heard = undefined;
  const again = await Server.start(WIDE, { data: server.data });
  let lost = 0;
  await inGroups(tables, 25, async (table) => {
    if (!(await table.compare(again))) lost++;
  });
  const told = tables.reduce((sum, table) => sum + table.moves.length, 0);
  console.log(`shogikan: killed and started again; of ${told} moves that a player was told, tables that lack one: ${lost}`);
  await again.stop();
  server.folder.remove();
  if (lost) process.exitCode = 1;
}

async function yardstick(scripts, folder) {
  const { io } = createRequire(join(folder, 'node_modules/'))('socket.io-client');
  const child = spawn(process.execPath, ['-e', YARDSTICK], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((done, fail) => {
    child.stdout.on('data', (text) => {
      const match = /listening (\d+)/.exec(text);
      if (match) done(match[1]);
    });
    child.on('exit', (code) => fail(new Error(`boardgame.io ended with ${code}`)));
  });
  const tables = Array.from(
    { length: tableCount },
    (_, i) => new Match(scripts[i % scripts.length], io, `http://127.0.0.1:${port}`),
  );
  await inGroups(tables, 25, (table) => table.open());
  await measure('boardgame.io', tables, child.pid);
  child.removeAllListeners('exit');
  child.kill();
}

const scripts = Array.from({ length: 64 }, script);
console.log(`${tableCount} tables of two connections, a move each ${everyMs / 1000} s for ${values.seconds} s`);
await here(scripts);
if (values.yardstick) await yardstick(scripts, values.yardstick);
process.exit();
