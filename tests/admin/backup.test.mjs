// Copies of the data: made while a server is under load and then killed, put back, and refused where they must be.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, play, program, Server, seatTwo, temporaryFolder, until } from '../protocol/harness.mjs';
import { RandomGame } from '../protocol/random_game.mjs';
import { admin } from './admin.mjs';

/** Plays on and on at a table; remembers every event that was shown, in order. */
async function playOn(seats, shown, stop) {
  const game = new RandomGame();
  const sides = [seats.black, seats.white];
  for (let ply = 0; !stop.over; ply++) {
    const usi = game.any();
    if (!usi) return;
    const answer = await sides[ply % 2].command({ t: 'move', game: seats.game, seq: seats.seq, usi }).catch(() => null);
    if (answer?.t !== 'event') return;
    seats.seq = answer.event.seq;
    shown.push(usi);
    game.play(usi);
  }
}

/** Ends the server in order and leaves its data. */
async function end(server) {
  server.process.kill('SIGTERM');
  assert.equal((await server.exited).code, 0, server.log);
}

async function movesOf(server, seats) {
  const client = await Client.connect(server, { cookie: seats.black.cookie });
  client.send({ t: 'watch', table: seats.table });
  const { moves, b } = await client.next('snapshot');
  assert.equal(b.who, seats.black.welcome.you);
  await client.close();
  return moves.split(' ').filter(Boolean);
}

test('a backup during writes has everything that was durable when it began, also after kill -9', async () => {
  const server = await Server.start(['--message-rate', '0', '--address-rate', '0', '--device-rate', '0']);
  const other = temporaryFolder();
  const copy = join(other.path, 'copy.sqlite');
  try {
    const tables = [];
    for (let i = 0; i < 6; i++) tables.push({ seats: await seatTwo(server), shown: [] });
    const stop = { over: false };
    const playing = tables.map(({ seats, shown }) => playOn(seats, shown, stop));
    await until('every game goes on', () => tables.every(({ shown }) => shown.length > 2));
    const before = tables.map(({ shown }) => shown.length);
    const { status, stdout, stderr } = admin(server.data, 'backup', copy);
    assert.equal(status, 0, stderr);
    assert.match(stdout, new RegExp(`${statSync(copy).size} bytes, read through: ok`));
    await server.kill();
    stop.over = true;
    await Promise.all(playing);
    assert.equal(statSync(copy).mode & 0o077, 0, 'others can read it');
    assert.deepEqual(readdirSync(other.path), ['copy.sqlite']);

    const restored = temporaryFolder();
    assert.equal(admin(restored.path, 'restore', copy).status, 0);
    const again = await Server.start([], { data: restored.path });
    for (const [i, { seats, shown }] of tables.entries()) {
      const moves = await movesOf(again, seats);
      assert.ok(moves.length >= before[i], `${moves.length} of ${before[i]} moves`);
      // A move is durable before it is shown: one may be there that nobody has seen.
      assert.ok(moves.length <= shown.length + 1, `${moves.length} moves, ${shown.length} were shown`);
      assert.deepEqual(moves.slice(0, shown.length), shown.slice(0, moves.length));
    }
    await again.stop();
    restored.remove();
  } finally {
    other.remove();
    server.folder.remove();
  }
});

test('a restore is refused while a server has the data, and keeps what was there', async () => {
  const server = await Server.start();
  const other = temporaryFolder();
  const copy = join(other.path, 'copy.sqlite');
  try {
    const seats = await seatTwo(server);
    await play(seats, ['7g7f']);
    assert.equal(admin(server.data, 'backup', copy).status, 0);
    const moved = await seats.white.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '3c3d' });
    assert.equal(moved.t, 'event');
    const refused = admin(server.data, 'restore', copy);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /another server has it/);
    await server.kill(); // its log was not taken into the file
    const { status, stdout, stderr } = admin(server.data, 'restore', copy);
    assert.equal(status, 0, stderr);
    const [, kept] = /^(\S+): what was there before$/m.exec(stdout);
    assert.ok(existsSync(kept));
    await server.spawn([]);
    assert.deepEqual(await movesOf(server, seats), ['7g7f']);
    await end(server);
    // And back again: the old file has everything, its log included.
    const back = admin(server.data, 'restore', kept);
    assert.equal(back.status, 0, back.stderr);
    await server.spawn([]);
    assert.deepEqual(await movesOf(server, seats), ['7g7f', '3c3d']);
  } finally {
    other.remove();
    await server.stop();
  }
});

test('what is no whole copy of this program is not put in place of anything', async () => {
  const server = await Server.start();
  const other = temporaryFolder();
  const copy = join(other.path, 'copy.sqlite');
  const data = join(server.data, 'shogikan.sqlite');
  try {
    const seats = await seatTwo(server);
    await play(seats, ['7g7f']);
    assert.equal(admin(server.data, 'backup', copy).status, 0);
    await end(server);
    const old = readFileSync(data);
    truncateSync(copy, Math.floor(statSync(copy).size / 8192) * 4096);
    for (const [file, content] of [
      [copy, null],
      [join(other.path, 'text'), 'not a database at all, just words '.repeat(100)],
      [join(other.path, 'none'), null],
    ]) {
      if (content) writeFileSync(file, content);
      const { status, stderr } = admin(server.data, 'restore', file);
      assert.equal(status, 1, file);
      assert.ok(stderr.includes(file), stderr);
      assert.ok(readFileSync(data).equals(old), 'the data changed');
    }
    assert.deepEqual(
      readdirSync(server.data).filter((name) => /restoring|before/.test(name)),
      [],
    );
  } finally {
    other.remove();
    server.folder.remove();
  }
});

test('killed at any moment, a backup is whole or not there, and a restore leaves the old data or the new', async () => {
  const server = await Server.start();
  const other = temporaryFolder();
  const copy = join(other.path, 'copy.sqlite');
  const data = join(server.data, 'shogikan.sqlite');
  /** Starts a command and kills it after so many ms; the time that it took if it came to its end. */
  const cut = async (words, ms) => {
    const started = performance.now();
    const child = spawn(program, ['admin', ...words, '--data', server.data], { stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(timer);
    return performance.now() - started;
  };
  const tables = () => Number(/^tables +(\d+)$/m.exec(admin(server.data, 'stats').stdout)?.[1]);
  try {
    const client = await Client.connect(server);
    await client.open();
    assert.equal(admin(server.data, 'backup', copy).status, 0);
    await client.open();
    await end(server);
    const newer = join(other.path, 'newer.sqlite');
    const whole = await cut(['backup', newer], 60_000);
    assert.ok(existsSync(newer));
    for (let i = 0; i < 12; i++) {
      const file = join(other.path, `cut-${i}.sqlite`);
      await cut(['backup', file], (whole * i) / 10);
      if (existsSync(file)) assert.equal(admin(null, 'stats', '--store', `sqlite://${file}`).status, 0, file);
      const [from, wanted] = i % 2 ? [copy, 1] : [newer, 2];
      const before = tables();
      await cut(['restore', from], (whole * i) / 10);
      const after = tables();
      assert.ok(after === before || after === wanted, `${after} tables, not ${before} or ${wanted}`);
      assert.ok(existsSync(data));
    }
    assert.equal(admin(server.data, 'restore', copy).status, 0);
    assert.equal(tables(), 1);
    assert.deepEqual(
      readdirSync(server.data).filter((name) => name.includes('restoring')),
      [],
    );
  } finally {
    other.remove();
    server.folder.remove();
  }
});
