// The lobby over the wire: looking for an opponent, open tables, games being played.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Client, kind, Server, sleep, until } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

const seek = (id, fields = {}) => ({ t: 'seek', id, kind, rated: false, turn_seconds: 30, ...fields });
const connect = (count) => Promise.all(Array.from({ length: count }, () => Client.connect(server)));
const closeAll = (clients) => Promise.all(clients.map((client) => client.close()));

test('two who look for the same are led to one table and play', async () => {
  const [anna, ben] = await connect(2);
  anna.send(seek('s1'));
  const waiting = await anna.next('seeking');
  assert.deepEqual([waiting.id, waiting.kind, waiting.rated, waiting.turn_seconds], ['s1', kind, false, 30]);
  assert.equal(waiting.range, undefined);
  ben.send(seek('s1'));
  const [one, other] = await Promise.all([anna.next('paired'), ben.next('paired')]);
  assert.equal(one.table, other.table);
  const { lobby_pairs_total: pairs, lobby_seeks: seeks } = await server.metrics();
  assert.deepEqual([pairs, seeks], [1, 0]);
  const [seen] = await Promise.all(
    [anna, ben].map((client) => {
      client.send({ t: 'watch', table: one.table });
      return client.next('snapshot');
    }),
  );
  assert.deepEqual(new Set([seen.b.who, seen.w.who]), new Set([anna.welcome.you, ben.welcome.you]));
  assert.equal(seen.host, undefined);
  assert.equal(seen.settings, 'first=draw turn_seconds=30 listed=on');
  const [black, white] = seen.b.who === anna.welcome.you ? [anna, ben] : [ben, anna];
  assert.equal((await black.command({ t: 'set', game: seen.game, seq: 0, name: 'turn_seconds', value: '0' })).code, 'forbidden');
  assert.equal((await black.command({ t: 'move', game: seen.game, seq: 0, usi: '7g7f' })).event.seq, 1);
  await white.next('event', ({ event }) => event.seq === 1);
  // Sent again, the seek finds its table.
  anna.send(seek('s1'));
  assert.equal((await anna.next('paired')).table, one.table);
  await closeAll([anna, ben]);
});

test('a seek outlives a lost connection when it is sent again, and ends with the connection otherwise', async () => {
  const [anna, ben] = await connect(2);
  anna.send(seek('s1', { turn_seconds: 60 }));
  await anna.next('seeking');
  await anna.close();
  await until('the seek is gone', async () => (await server.metrics()).lobby_seeks === 0);
  ben.send(seek('s1', { turn_seconds: 60 }));
  await ben.next('seeking');
  await sleep(2_500);
  await ben.settle();
  assert.equal(ben.inbox.filter(({ t }) => t === 'paired').length, 0);
  const back = await Client.connect(server, { cookie: anna.cookie });
  back.send(seek('s1', { turn_seconds: 60 }));
  assert.equal((await back.next('paired')).table, (await ben.next('paired')).table);
  await closeAll([back, ben]);
});

test('a rated seek says its rating and range, which widens', async () => {
  const [anna] = await connect(1);
  anna.send(seek('s1', { rated: true }));
  const first = await anna.next('seeking');
  assert.deepEqual([first.rating, first.range], [1500, 200]);
  const wider = await anna.next('seeking');
  assert.ok(wider.waited >= 5_000);
  assert.equal(wider.range, 200 + 50 * Math.floor(wider.waited / 5_000)); // told once a second, or later where that is hard
  await anna.close();
});

test('cancelled, replaced, and what cannot be', async () => {
  const [anna] = await connect(1);
  anna.send(seek('s1'));
  await anna.next('seeking');
  anna.send(seek('s2', { turn_seconds: 0 }));
  assert.deepEqual(await anna.next('unpaired'), { t: 'unpaired', id: 's1', why: 'replaced' });
  await anna.next('seeking', ({ id }) => id === 's2');
  anna.send({ t: 'cancel', id: 's2' });
  assert.deepEqual(await anna.next('unpaired'), { t: 'unpaired', id: 's2', why: 'cancelled' });
  const refused = async (message) => {
    const { code, at } = await anna.command(message);
    return [code, at];
  };
  assert.deepEqual(await refused({ t: 'cancel', id: 's2' }), ['not_found', 'id']);
  assert.deepEqual(await refused(seek('s3', { kind: 'ludo' })), ['unknown', 'kind']);
  assert.deepEqual(await refused(seek('s3', { turn_seconds: 29 })), ['range', 'turn_seconds']);
  assert.deepEqual(await refused(seek('s 3')), ['syntax', 'id']);
  await anna.close();
});

test('listed tables are shown while their host is there, private ones never', async () => {
  const [anna, ben, eve] = await connect(3);
  eve.send({ t: 'lobby', on: true });
  const kinds = new Set();
  const games = readdirSync(new URL('../../games', import.meta.url), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  for (const _ of games) kinds.add((await eve.next('lobby')).kind);
  assert.deepEqual([...kinds].sort(), games.map(({ name }) => name).sort());
  const listOf = (wanted) => eve.next('lobby', (list) => list.kind === kind && wanted(list));
  await ben.open();
  const { table, game } = await anna.open({ settings: 'turn_seconds=60 listed=on', rules: 'move_limit=200' });
  const { open, live } = await listOf((list) => list.open.length > 0);
  assert.deepEqual(
    [open.length, open[0].table, open[0].settings, open[0].rules],
    [1, table, 'turn_seconds=60 listed=on', 'move_limit=200'],
  );
  assert.deepEqual([open[0].b.who, open[0].w.who], [anna.welcome.you, '']);
  assert.ok(!live.some((row) => row.table === table));
  await anna.close();
  await listOf((list) => list.open.length === 0);
  const back = await Client.connect(server, { cookie: anna.cookie });
  back.send({ t: 'watch', table });
  await listOf((list) => list.open.some((row) => row.table === table));
  ben.send({ t: 'watch', table });
  await ben.next('snapshot', (snapshot) => snapshot.table === table);
  assert.equal((await ben.command({ t: 'sit', game, seq: 0 })).event.kind, 'seat');
  const playing = await listOf((list) => list.live.some((row) => row.table === table));
  assert.equal(playing.open.length, 0);
  assert.equal((await back.command({ t: 'resign', game, seq: 1 })).event.kind, 'resign');
  await listOf((list) => !list.live.some((row) => row.table === table));
  eve.send({ t: 'lobby', on: false });
  await eve.settle();
  await closeAll([back, ben, eve]);
});

test('the lists come at most once a second, however much happens', async () => {
  const [anna, ben, eve] = await connect(3);
  const came = [];
  eve.heard = ({ t, kind: of }) => t === 'lobby' && of === kind && came.push(Date.now());
  eve.send({ t: 'lobby', on: true });
  const opened = await anna.open({ settings: 'listed=on' });
  ben.send({ t: 'watch', table: opened.table });
  await ben.next('snapshot');
  await ben.command({ t: 'sit', game: opened.game, seq: 0 });
  const begun = Date.now();
  const sides = [anna, ben];
  const dance = ['2h3h', '8b7b', '3h2h', '7b8b'];
  let seq = 1;
  for (let ply = 0; Date.now() - begun < 3_000; ply++) {
    const { event } = await sides[ply % 2].command({ t: 'move', game: opened.game, seq, usi: dance[ply % 4] });
    seq = event.seq;
    if (event.result) break;
    if (ply % 4 === 3) await sleep(700);
    // Coming and going does not bring more.
    eve.send({ t: 'lobby', on: false });
    eve.send({ t: 'lobby', on: true });
  }
  await eve.settle();
  const seconds = (Date.now() - came[0]) / 1_000;
  assert.ok(came.length <= 1.3 * seconds + 2, `${came.length} in ${seconds} s`);
  await closeAll([anna, ben, eve]);
});

test('a server that is stopped while people look for opponents ends well', async () => {
  const own = await Server.start();
  const [anna, ben] = await Promise.all([Client.connect(own), Client.connect(own)]);
  anna.send(seek('s1'));
  anna.send({ t: 'lobby', on: true });
  ben.send(seek('s1', { rated: true }));
  await Promise.all([anna.next('seeking'), ben.next('seeking')]);
  await own.stop();
  await Promise.all([anna.closed, ben.closed]);
});
