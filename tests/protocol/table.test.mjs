// Playing at a table over the wire.
import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { after, before, test } from 'node:test';
import { Client, PATIENCE_MS, play, Server, seatTwo } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

test('hello is answered with who this device is, and again on the same cookie', async () => {
  const client = await Client.connect(server);
  assert.equal(client.welcome.version, 1);
  assert.match(client.welcome.you, /^[0-9a-z]{16}$/);
  assert.ok(Math.abs(client.welcome.now - Date.now()) < 60_000);
  assert.match(client.setCookie, /^shogikan=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  const again = await Client.connect(server, { cookie: client.cookie });
  assert.equal(again.welcome.you, client.welcome.you);
  const other = await Client.connect(server);
  assert.notEqual(other.welcome.you, client.welcome.you);
  await Promise.all([client.close(), again.close(), other.close()]);
});

test('two connections of a new device at the same instant are one device', async () => {
  const page = await fetch(`${server.url}/healthz`);
  assert.equal(page.status, 200);
  const cookie = `shogikan=${'A'.repeat(42)}Q`;
  const [a, b] = await Promise.all([Client.connect(server, { cookie }), Client.connect(server, { cookie })]);
  assert.equal(a.welcome.you, b.welcome.you);
  await Promise.all([a.close(), b.close()]);
});

test('a table is opened, joined, and a move is seen by both only as an event', async () => {
  const seats = await seatTwo(server);
  const answer = await seats.black.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '7g7f', id: 'first' });
  assert.equal(answer.t, 'event');
  assert.deepEqual({ ...answer.event, at: 0 }, { seq: seats.seq + 1, kind: 'move', side: 'b', usi: '7g7f', id: 'first', at: 0 });
  const seen = await seats.white.next('event', ({ event }) => event.kind === 'move');
  assert.equal(seen.event.id, undefined, 'the id is a matter of who sent it');
  assert.deepEqual({ ...seen.event, id: 'first' }, answer.event);
});

test('a command that is sent twice makes one event and is answered twice', async () => {
  const seats = await seatTwo(server);
  const move = { t: 'move', game: seats.game, seq: seats.seq, usi: '7g7f', id: 'twice' };
  const first = await seats.black.command(move);
  const second = await seats.black.command(move);
  assert.deepEqual(second, first);
  const next = await seats.white.command({ t: 'move', game: seats.game, seq: first.event.seq, usi: '3c3d' });
  assert.equal(next.event.seq, first.event.seq + 1);
  assert.deepEqual(await seats.black.command(move), first);
});

test('two devices may choose the same id, and each is answered with its own event', async () => {
  const seats = await seatTwo(server);
  const mine = await seats.black.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '7g7f', id: 'c1' });
  const theirs = await seats.white.command({ t: 'move', game: seats.game, seq: seats.seq + 1, usi: '3c3d', id: 'c1' });
  assert.equal(mine.event.usi, '7g7f');
  assert.equal(theirs.event.usi, '3c3d');
  const stranger = await Client.connect(server);
  const nothing = await stranger.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '7g7f', id: 'c1' });
  assert.equal(nothing.code, 'stale');
});

test('what is sent on old news is stale and says the newest seq', async () => {
  const seats = await seatTwo(server);
  await play(seats, ['7g7f', '3c3d']);
  const answer = await seats.black.command({ t: 'move', game: seats.game, seq: seats.seq - 1, usi: '2g2f' });
  assert.equal(answer.t, 'error');
  assert.equal(answer.code, 'stale');
  assert.equal(answer.seq, seats.seq);
});

test('a third device may watch, and neither move nor sit nor resign', async () => {
  const seats = await seatTwo(server);
  await play(seats, ['7g7f']);
  const third = await Client.connect(server);
  third.send({ t: 'watch', table: seats.table });
  const seen = await third.next('snapshot');
  assert.equal(seen.moves, '7g7f');
  const { game, seq } = seats;
  for (const command of [{ t: 'move', usi: '3c3d' }, { t: 'resign' }, { t: 'sit' }, { t: 'sit', side: 'w' }]) {
    const answer = await third.command({ ...command, game, seq });
    assert.equal(answer.t, 'error', JSON.stringify(command));
    assert.equal(answer.code, 'forbidden', JSON.stringify(command));
  }
  await seats.white.command({ t: 'move', game, seq, usi: '3c3d' });
  assert.equal((await third.next('event')).event.usi, '3c3d');
});

test('out of turn is forbidden, an illegal move says its rule, nonsense its field', async () => {
  const seats = await seatTwo(server);
  const { game, seq } = seats;
  assert.equal((await seats.white.command({ t: 'move', game, seq, usi: '3c3d' })).code, 'forbidden');
  const illegal = await seats.black.command({ t: 'move', game, seq, usi: '7g7e' });
  assert.equal(illegal.code, 'illegal');
  assert.ok(illegal.rule);
  const nonsense = await seats.black.command({ t: 'move', game, seq, usi: 'hello' });
  assert.equal(nonsense.code, 'syntax');
  assert.equal(nonsense.at, 'usi');
  assert.equal((await seats.black.command({ t: 'move', game: 'nosuchgame', seq, usi: '7g7f' })).code, 'not_found');
});

test('resigning ends the game, and again starts the next with sides alternated', async () => {
  const seats = await seatTwo(server);
  await play(seats, ['7g7f']);
  const { game } = seats;
  const early = await seats.black.command({ t: 'again', game, seq: seats.seq });
  assert.equal(early.code, 'illegal');
  const end = await seats.white.command({ t: 'resign', game, seq: seats.seq });
  assert.deepEqual(end.event.result, { winner: 'b', reason: 'resignation' });
  await seats.black.next('event', ({ event }) => event.kind === 'resign');
  const late = await seats.black.command({ t: 'move', game, seq: end.event.seq, usi: '2g2f' });
  assert.equal(late.code, 'game_over');
  const wish = await seats.black.command({ t: 'again', game, seq: end.event.seq });
  assert.deepEqual([wish.event.kind, wish.event.what, wish.event.side], ['offer', 'again', 'b']);
  const again = await seats.white.command({ t: 'again', game, seq: wish.event.seq });
  assert.equal(again.event.kind, 'again');
  for (const client of [seats.black, seats.white]) {
    const next = await client.next('snapshot', (snapshot) => snapshot.game === again.event.next);
    assert.equal(next.number, 2);
    assert.equal(next.b.who, seats.white.welcome.you);
    assert.equal(next.w.who, seats.black.welcome.you);
    assert.deepEqual(next.score, { b: 0, w: 1, draws: 0 });
  }
});

test('after a reconnect come the missed events, or a snapshot', async () => {
  const seats = await seatTwo(server);
  const known = await play(seats, ['7g7f', '3c3d']);
  const { cookie } = seats.white;
  await seats.white.close();
  const sent = await seats.black.command({ t: 'move', game: seats.game, seq: known, usi: '2g2f' });
  const back = await Client.connect(server, { cookie });
  back.send({ t: 'watch', table: seats.table, game: seats.game, seq: known });
  const missed = await back.next('event');
  assert.deepEqual({ ...missed.event, id: sent.event.id }, sent.event);
  const presence = await back.next('presence');
  assert.equal(presence.seq, sent.event.seq);
  await back.settle();
  assert.equal(back.inbox.filter(({ t }) => t === 'event' || t === 'snapshot').length, 0);
  const move = await back.command({ t: 'move', game: seats.game, seq: sent.event.seq, usi: '8c8d' });
  assert.equal(move.t, 'event');
  const fresh = await Client.connect(server, { cookie });
  fresh.send({ t: 'watch', table: seats.table });
  const snapshot = await fresh.next('snapshot');
  assert.equal(snapshot.moves, '7g7f 3c3d 2g2f 8c8d');
  assert.equal(snapshot.seq, move.event.seq);
});

test('a table that is not there is an error that names it', async () => {
  const client = await Client.connect(server);
  client.send({ t: 'watch', table: 'nosuchtable' });
  const error = await client.next('error');
  assert.equal(error.code, 'not_found');
  assert.equal(error.table, 'nosuchtable');
  await client.close();
});

test('opening refuses what the game does not have', async () => {
  const client = await Client.connect(server);
  assert.equal((await client.open({ kind: 'checkers' })).at, 'kind');
  assert.equal((await client.open({ rules: 'nonsense=1' })).at, 'rules');
  assert.equal((await client.open({ settings: 'level=99' })).at, 'settings');
  const first = await client.open({ id: 'same' });
  const second = await client.open({ id: 'same' });
  assert.equal(first.table, second.table);
  await client.close();
});

test('an open that cannot be watched makes no table', async () => {
  const small = await Server.start(['--unfinished-tables', '17']);
  try {
    const client = await Client.connect(small);
    for (let i = 0; i < 16; i++) assert.equal((await client.open()).t, 'snapshot');
    const refused = await client.open();
    assert.equal(refused.code, 'busy');
    const other = await Client.connect(small, { cookie: client.cookie });
    assert.equal((await other.open()).t, 'snapshot', 'the refused one counts');
    await Promise.all([client.close(), other.close()]);
  } finally {
    await small.stop();
  }
});

test('repetition is a draw and the move limit ends the game', async () => {
  const seats = await seatTwo(server);
  const cycle = ['2h3h', '8b7b', '3h2h', '7b8b'];
  await play(seats, [...cycle, ...cycle, ...cycle.slice(0, 3)]);
  const last = await seats.white.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '7b8b' });
  assert.deepEqual(last.event.result, { winner: 'draw', reason: 'repetition' });

  const creator = await Client.connect(server);
  const opened = await creator.open({ rules: 'move_limit=1' });
  assert.equal(opened.rules, 'move_limit=1');
});

test('the computer takes the other seat and answers each move', async () => {
  const client = await Client.connect(server);
  const opened = await client.open({ opponent: 'computer', settings: 'level=1' });
  assert.equal(opened.t, 'snapshot');
  assert.equal(opened.b.who, client.welcome.you);
  assert.equal(opened.w.who, 'cpu:1');
  let { seq } = opened;
  for (const usi of ['7g7f', '2g2f', '3g3f']) {
    const mine = await client.command({ t: 'move', game: opened.game, seq, usi });
    assert.equal(mine.t, 'event', JSON.stringify(mine));
    const answer = await client.next('event', ({ event }) => event.seq === mine.event.seq + 1, 60_000);
    assert.equal(answer.event.kind, 'move');
    assert.equal(answer.event.side, 'w');
    seq = answer.event.seq;
  }
  await client.close();
});

test('what is sent in one breath with the handshake is read', async () => {
  const frame = (text) => Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
  const handshake =
    'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: shogikan.1\r\n\r\n';
  const heard = await new Promise((resolve, reject) => {
    let all = '';
    const socket = connectTcp(server.port, '127.0.0.1', () =>
      socket.write(Buffer.concat([Buffer.from(handshake), frame('{"t":"hello","version":1}'), frame('{"t":"ping","n":7}')])),
    );
    socket.on('data', (chunk) => {
      all += chunk.toString('latin1');
      if (all.includes('"pong"')) resolve(all);
    });
    socket.on('error', reject);
    setTimeout(() => reject(new Error(all)), PATIENCE_MS).unref();
  });
  assert.match(heard, /"welcome".*"pong","n":7/s);
});

test('a game can be read by its id for ever, also when its table has gone on', async () => {
  const seats = await seatTwo(server);
  await play(seats, ['7g7f', '3c3d']);
  const resigned = await seats.black.command({ t: 'resign', game: seats.game, seq: seats.seq });
  await seats.black.command({ t: 'again', game: seats.game, seq: resigned.event.seq });
  const again = await seats.white.command({ t: 'again', game: seats.game, seq: resigned.event.seq + 1 });
  const reader = await Client.connect(server);
  reader.send({ t: 'record', id: 'r1', game: seats.game });
  const record = await reader.next('record');
  assert.equal(record.id, 'r1');
  assert.equal(record.game, seats.game);
  assert.equal(record.moves, '7g7f 3c3d');
  assert.match(record.spent, /^\d+ \d+$/);
  assert.deepEqual(record.result, { winner: 'w', reason: 'resignation' });
  assert.equal(record.next, again.event.next);
  assert.ok(record.ended >= record.began);
  const missing = await reader.command({ t: 'record', game: 'nothing' });
  assert.deepEqual([missing.t, missing.code, missing.at], ['error', 'not_found', 'game']);
  await reader.close();
});
