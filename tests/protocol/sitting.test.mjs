// Settings, clocks, agreements and absence over the wire.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, play, Server, seatTwo, sleep, until } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

/** As much as two clocks of one machine may differ over half a minute. */
const CLOCKS_MS = 100;
/** What must be left of a turn of half a minute that began at `since` or later. */
const leastLeft = (since) => 30_000 - CLOCKS_MS - (performance.now() - since);

const also = (client, kind) => client.next('event', ({ event }) => event.kind === kind);

test('a snapshot says who may set the table, whether it is fixed, the score and the time', async () => {
  const client = await Client.connect(server);
  const opened = await client.open();
  assert.equal(opened.host, client.welcome.you);
  assert.equal(opened.fixed, false);
  assert.deepEqual(opened.score, { b: 0, w: 0, draws: 0 });
  assert.ok(Math.abs(opened.now - Date.now()) < 60_000);
  assert.equal(opened.clock, undefined);
  client.send({ t: 'ping', n: 3 });
  assert.ok(Math.abs((await client.next('pong')).now - Date.now()) < 60_000);
  await client.close();
});

test('settings are changed by who made the table, shown to all, and fixed by the first move', async () => {
  const seats = await seatTwo(server);
  const { game } = seats;
  const set = (client, seq, name, value) => client.command({ t: 'set', game, seq, name, value });
  assert.equal((await set(seats.white, seats.seq, 'turn_seconds', '30')).code, 'forbidden');
  assert.equal((await set(seats.black, seats.seq, 'turn_seconds', '29')).at, 'value');
  assert.equal((await set(seats.black, seats.seq, 'colour', 'red')).code, 'unknown');
  const asked = performance.now();
  const done = await set(seats.black, seats.seq, 'turn_seconds', '30');
  assert.deepEqual([done.event.kind, done.event.name, done.event.value], ['set', 'turn_seconds', '30']);
  const seen = await seats.white.next('snapshot', ({ seq }) => seq === done.event.seq);
  assert.equal(seen.settings, 'turn_seconds=30');
  assert.equal(seen.clock.whole, 30_000);
  const least = leastLeft(asked);
  assert.ok(seen.clock.runs && seen.clock.left >= least && seen.clock.left <= 30_000, `${seen.clock.left}, at least ${least}`);
  const rule = await set(seats.black, done.event.seq, 'handicap', 'bishop');
  const handicap = await seats.white.next('snapshot', ({ seq }) => seq === rule.event.seq);
  assert.equal(handicap.rules, 'handicap=bishop');
  assert.match(handicap.start, / w - 1$/);
  const move = await seats.white.command({ t: 'move', game, seq: rule.event.seq, usi: '3c3d' });
  assert.equal(move.event.kind, 'move');
  assert.ok(move.event.left > 0 && move.event.left <= 30_000);
  assert.equal((await set(seats.black, move.event.seq, 'turn_seconds', '60')).code, 'forbidden');
});

test('a draw and a take-back are offered, refused, granted', async () => {
  const seats = await seatTwo(server);
  const { game } = seats;
  await play(seats, ['7g7f']);
  const say = (client, t, what, seq) => client.command({ t, game, seq, what });
  const offer = await say(seats.black, 'offer', 'takeback', seats.seq);
  assert.deepEqual([offer.event.kind, offer.event.what, offer.event.side], ['offer', 'takeback', 'b']);
  assert.equal((await seats.white.next('presence', ({ b }) => b.asks)).b.asks, 'takeback');
  const taken = await say(seats.white, 'accept', 'takeback', offer.event.seq);
  assert.deepEqual([taken.event.kind, taken.event.plies, taken.event.side], ['takeback', 1, 'b']);
  assert.equal((await seats.black.next('snapshot', ({ seq }) => seq === taken.event.seq)).moves, '');
  const draw = await say(seats.black, 'offer', 'draw', taken.event.seq);
  const no = await say(seats.white, 'decline', 'draw', draw.event.seq);
  assert.deepEqual([no.event.kind, no.event.what, no.event.side], ['decline', 'draw', 'w']);
  assert.equal((await say(seats.black, 'offer', 'draw', no.event.seq)).code, 'forbidden');
  const yes = await say(seats.white, 'offer', 'draw', no.event.seq);
  const end = await say(seats.black, 'accept', 'draw', yes.event.seq);
  assert.deepEqual(end.event.result, { winner: 'draw', reason: 'agreement' });
});

test('who waits begins against the computer, and lends it the own seat', async () => {
  const client = await Client.connect(server);
  const opened = await client.open({ settings: 'level=1' });
  const sat = await client.command({ t: 'computer', game: opened.game, seq: 0, on: true, side: 'w' });
  assert.deepEqual([sat.event.kind, sat.event.side, sat.event.who], ['seat', 'w', 'cpu:1']);
  const move = await client.command({ t: 'move', game: opened.game, seq: 1, usi: '7g7f' });
  assert.equal((await client.next('event', ({ event }) => event.seq === move.event.seq + 1, 60_000)).event.side, 'w');
  await client.close();

  const seats = await seatTwo(server, 'level=1');
  const lent = await seats.black.command({ t: 'computer', game: seats.game, seq: seats.seq, on: true });
  assert.deepEqual([lent.event.kind, lent.event.who, lent.event.why], ['computer', 'cpu:1', 'asked']);
  const played = await seats.white.next('event', ({ event }) => event.kind === 'move', 60_000);
  assert.equal(played.event.side, 'b');
  const seen = await seats.white.next('presence', ({ b }) => b.plays);
  assert.deepEqual([seen.b.who, seen.b.plays, seen.b.why], [seats.black.welcome.you, 'cpu:1', 'asked']);
  const back = await seats.black.command({ t: 'computer', game: seats.game, seq: played.event.seq, on: false });
  assert.equal(back.event.kind, 'back');
});

async function aTurnThatRunsOut() {
  const before = performance.now(); // the turn begins after this
  const seats = await seatTwo(server, 'turn_seconds=30');
  const clock = await until('the clock goes on', async () => {
    await sleep(500);
    seats.white.send({ t: 'watch', table: seats.table, game: seats.game, seq: seats.seq });
    const { clock: told } = await seats.white.next('presence');
    return told.left < 28_500 && told;
  });
  const least = leastLeft(before);
  assert.ok(clock.runs && clock.left >= least, `${clock.left}, at least ${least}`);
  const end = await seats.white.next('event', ({ event }) => event.kind === 'time', 90_000);
  assert.ok(performance.now() - before >= 30_000 - CLOCKS_MS);
  assert.deepEqual([end.event.side, end.event.result], ['b', { winner: 'w', reason: 'time' }]);
  await also(seats.black, 'time');
}

async function whoLeftInTheMiddleOfATurn() {
  const seats = await seatTwo(server, 'turn_seconds=30 level=1');
  await play(seats, ['7g7f']);
  const { cookie } = seats.white;
  await seats.white.close();
  const came = await seats.black.next('event', ({ event }) => event.kind === 'computer', 90_000);
  assert.deepEqual([came.event.side, came.event.who, came.event.why], ['w', 'cpu:1', 'away']);
  const move = await seats.black.next('event', ({ event }) => event.seq === came.event.seq + 1, 60_000);
  assert.deepEqual([move.event.kind, move.event.side], ['move', 'w']);
  const back = await Client.connect(server, { cookie });
  back.send({ t: 'watch', table: seats.table });
  const handed = await also(seats.black, 'back');
  assert.equal(handed.event.side, 'w');
  const mine = await seats.black.command({ t: 'move', game: seats.game, seq: handed.event.seq, usi: '2g2f' });
  assert.equal(mine.t, 'event');
}

async function whoFallsSilent() {
  const seats = await seatTwo(server);
  await play(seats, ['7g7f', '3c3d']);
  seats.white.socket.pause(); // reads nothing, answers no ping, but stays connected
  const gone = await seats.black.next('presence', ({ w }) => w.who !== '' && !w.here, 90_000);
  assert.equal(gone.w.who, seats.white.welcome.you);
  seats.black.inbox.length = 0;
  seats.white.socket.resume();
  await seats.black.next('presence', ({ w }) => w.here, 90_000);
}

// Half a minute each, side by side.
test('time passes', { concurrency: true }, (t) =>
  Promise.all([
    t.test('a turn that runs out is lost, and the time that is told is the server’s', aTurnThatRunsOut),
    t.test('who is connected but answers no ping counts as away until heard again', whoFallsSilent),
    t.test('the computer takes over from who left in the middle of a turn, and hands back', whoLeftInTheMiddleOfATurn),
  ]),
);
