// Who one is: names, ratings, codes that move a player to another device, forgetting, and what is told over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, kind, play, Server, seatTwo, sleep, until } from './harness.mjs';

let server;

before(async () => {
  server = await Server.start(['--name-rate', '0', '--code-rate', '0', '--lookup-rate', '0']);
});
after(() => server.stop());

const get = (path, { cookie, from = server } = {}) => fetch(`${from.url}${path}`, { headers: cookie ? { cookie } : {} });
const json = async (path, options) => (await get(path, options)).json();
const named = async (client, name) => client.command({ t: 'name', name });

/** A rated game of one move each, which `loser` gives up then. */
async function ratedGame(black, white, loser = white) {
  const opened = await black.open({ settings: 'rated=on' });
  white.send({ t: 'watch', table: opened.table });
  const seen = await white.next('snapshot', ({ table }) => table === opened.table);
  const sat = await white.command({ t: 'sit', game: seen.game, seq: seen.seq });
  assert.equal(sat.t, 'event', JSON.stringify(sat));
  const seats = { black, white, game: seen.game, seq: sat.event.seq };
  const over = await loser.command({ t: 'resign', game: seen.game, seq: await play(seats, ['7g7f', '3c3d']) });
  assert.equal(over.t, 'event', JSON.stringify(over));
  return { table: opened.table, game: seen.game, change: over.event.change };
}

test('a name is shown at the seat, to everybody at the table, and at the next connection', async () => {
  const seats = await seatTwo(server);
  const answer = await named(seats.black, '  Änne  ');
  assert.deepEqual({ ...answer, id: undefined }, { t: 'self', id: undefined, you: seats.black.welcome.you, name: 'Änne' });
  const told = await seats.white.next('presence', ({ b }) => b.name === 'Änne');
  assert.equal(told.w.name, '');
  const again = await Client.connect(server, { cookie: seats.black.cookie });
  assert.equal(again.welcome.name, 'Änne');
  await named(seats.black, '');
  assert.equal((await again.next('self')).name, '');
  await seats.white.next('presence', ({ b }) => b.name === '');
  await Promise.all([seats.black.close(), seats.white.close(), again.close()]);
});

test('a refused name says what is wrong with it and changes nothing', async () => {
  const client = await Client.connect(server);
  await named(client, 'Anna');
  for (const [name, rule] of [
    ['a'.repeat(21), 'name_long'],
    ['a\u202eb', 'name_character'],
    ['e\u0301', 'name_mark'],
    ['123', 'name_letters'],
    ['Аnna', 'name_mixed'],
    ['CPU 5', 'name_reserved'],
  ]) {
    const { t, code, at, rule: said, message } = await named(client, name);
    assert.deepEqual({ t, code, at, rule: said }, { t: 'error', code: 'illegal', at: 'name', rule });
    assert.ok(message.length > 10);
  }
  assert.equal((await named(client, 'x'.repeat(201))).code, 'too_long');
  assert.equal((await json('/api/me', { cookie: client.cookie })).name, 'Anna');
  await client.close();
});

test('a rated game changes both ratings by the same, and seats and snapshots say so', async () => {
  const [black, white, watcher] = await Promise.all([Client.connect(server), Client.connect(server), Client.connect(server)]);
  const { table, game, change } = await ratedGame(black, white);
  assert.equal(change, 20); // K is 40 for beginners, and half of it is expected
  const told = await black.next('presence', ({ game: of, b }) => of === game && b.rating === 1520);
  assert.equal(told.w.rating, 1480);
  assert.equal(told.b.provisional, true);
  await ratedGame(black, white, black);
  watcher.send({ t: 'watch', table });
  const seen = await watcher.next('snapshot');
  assert.equal(seen.change, 20);
  const shown = await watcher.next('presence', ({ b }) => b.rating !== undefined);
  assert.equal(shown.b.rating, 1520, 'as that game left it');
  await named(black, 'Recorded');
  const record = await watcher.command({ t: 'record', game });
  assert.deepEqual([record.b.name, record.b.rating, record.w.rating], ['Recorded', 1520, 1480], 'in the record of a game, too');
  const mine = await json(`/api/player/${black.welcome.you}`);
  assert.deepEqual(mine.ratings, [{ kind, value: 1498, games: 2 }]);
  assert.deepEqual(
    mine.history.map(({ value, change: by }) => [value, by]),
    [
      [1498, -22],
      [1520, 20],
    ],
  );
  assert.equal(mine.games.length, 2);
  await Promise.all([black.close(), white.close(), watcher.close()]);
});

test('the list of a game has those who have played enough, and everybody where that is asked for', async () => {
  const [black, white] = await Promise.all([Client.connect(server), Client.connect(server)]);
  for (let i = 0; i < 9; i++) await ratedGame(black, white, i % 2 ? black : white);
  const ids = ({ players }) => players.map(({ id }) => id);
  const before = await json(`/api/ratings/${kind}`);
  assert.ok(!ids(before).includes(black.welcome.you));
  assert.ok(ids(await json(`/api/ratings/${kind}/all`)).includes(black.welcome.you));
  await ratedGame(black, white);
  const { players } = await json(`/api/ratings/${kind}`);
  assert.ok(ids({ players }).includes(black.welcome.you) && ids({ players }).includes(white.welcome.you));
  for (let i = 1; i < players.length; i++) assert.ok(players[i - 1].value >= players[i].value);
  assert.deepEqual(await json('/api/ratings/nothing'), { kind: 'nothing', players: [] });
  await Promise.all([black.close(), white.close()]);
});

test('what is said in one breath with forgetting does not count, and changes no rating', async () => {
  const seats = await seatTwo(server, 'rated=on');
  const seq = await play(seats, ['7g7f', '3c3d']);
  const { black, white, game, table } = seats;
  black.send({ t: 'listen', table });
  white.send({ t: 'listen', table });
  await Promise.all([black.settle(), white.settle()]);
  black.send({ t: 'forget', id: 'forget' });
  black.send({ t: 'say', table, id: 'say', text: 'after all' });
  black.send({ t: 'resign', game, seq, id: 'resign' });
  black.send({ t: 'open', id: 'open', kind, rules: '', settings: 'listed=on', opponent: 'friend' });
  assert.equal((await black.closed).code, 4001);
  await white.next('snapshot', ({ b }) => b.who.startsWith('gone:'));
  await white.settle();
  assert.deepEqual(
    white.inbox.filter(({ t, event }) => t === 'line' || event?.kind === 'resign'),
    [],
  );
  assert.deepEqual((await json(`/api/player/${white.welcome.you}`)).ratings, []);
  await white.close();
});

test('games at private tables are shown to nobody but who played them', async () => {
  const seats = await seatTwo(server);
  await seats.white.command({ t: 'resign', game: seats.game, seq: seats.seq });
  const { you } = seats.black.welcome;
  assert.deepEqual((await json(`/api/player/${you}`)).games, []);
  const [own] = (await json('/api/me', { cookie: seats.black.cookie })).games;
  assert.equal(own.game, seats.game);
  assert.equal(own.winner, 'b');
  assert.equal(own.b, you);
  await Promise.all([seats.black.close(), seats.white.close()]);
});

test('the profile of a rated game at a private table leads nobody to that table', async () => {
  const [black, white, stranger] = await Promise.all([Client.connect(server), Client.connect(server), Client.connect(server)]);
  const { table, game } = await ratedGame(black, white);
  const [shown] = (await json(`/api/player/${black.welcome.you}`)).games;
  assert.equal(shown.game, game);
  const over = await black.command({ t: 'again', game, seq: 4 });
  const next = await white.command({ t: 'again', game, seq: over.event.seq });
  const seen = await stranger.command({ t: 'record', game });
  assert.deepEqual([seen.moves, seen.table, seen.next], ['7g7f 3c3d', '', undefined]);
  const own = await white.command({ t: 'record', game });
  assert.deepEqual([own.table, own.next], [table, next.event.next]);
  const listed = await black.open({ settings: 'listed=on' });
  assert.equal((await stranger.command({ t: 'record', game: listed.game })).table, listed.table);
  await Promise.all([black.close(), white.close(), stranger.close()]);
});

test('what is told over HTTP can be cached when it is for everybody, and has no secret', async () => {
  const client = await Client.connect(server);
  const everybody = await get(`/api/player/${client.welcome.you}`);
  assert.equal(everybody.headers.get('content-type'), 'application/json');
  assert.match(everybody.headers.get('cache-control'), /^public, max-age=\d+$/);
  assert.equal(everybody.headers.get('x-content-type-options'), 'nosniff');
  const own = await get('/api/me/export', { cookie: client.cookie });
  assert.equal(own.headers.get('cache-control'), 'private, no-store');
  assert.match(own.headers.get('content-disposition'), /attachment/);
  const text = await own.text();
  assert.ok(!text.includes(client.cookie.split('=')[1]));
  assert.ok(!/hash/.test(text));
  assert.equal(await json('/api/me'), null);
  assert.equal((await get('/api/me/export')).status, 404);
  for (const path of [
    '/api/',
    '/api/player/',
    '/api/player/nobody',
    '/api/player/a/b',
    '/api/ratings/',
    '/api/ratings/x/y',
    '/api/me/x',
  ])
    assert.equal((await get(path)).status, 404, path);
  assert.equal((await fetch(`${server.url}/api/me`, { method: 'POST' })).status, 405);
  await client.close();
});

test('a code makes another device the same player, once', async () => {
  const old = await Client.connect(server);
  await named(old, 'Olda');
  const seats = await ratedGame(old, await Client.connect(server));
  const fresh = await Client.connect(server);
  await named(fresh, 'Fresh');
  const { code, until } = await old.command({ t: 'transfer' });
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  assert.ok(Math.abs(until - old.welcome.now - 600_000) < 60_000);
  assert.equal((await old.command({ t: 'transfer_use', code })).code, 'forbidden');
  assert.equal((await fresh.command({ t: 'transfer_use', code: 'ZZZZ-ZZZZ-ZZZZ' })).code, 'not_found');
  assert.equal((await fresh.command({ t: 'transfer_use', code: 'nonsense' })).code, 'syntax');
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  const now = await fresh.command({ t: 'transfer_use', code: typed });
  assert.deepEqual({ you: now.you, name: now.name }, { you: old.welcome.you, name: 'Olda' });
  assert.equal((await fresh.closed).code, 4001);
  const back = await Client.connect(server, { cookie: fresh.cookie });
  assert.equal(back.welcome.you, old.welcome.you);
  assert.equal((await get(`/api/player/${fresh.welcome.you}`)).status, 404, 'who it was before is forgotten');
  const third = await Client.connect(server);
  assert.equal((await third.command({ t: 'transfer_use', code })).code, 'not_found');
  // Both are one player: neither may sit opposite the other.
  const opened = await old.open({ settings: 'rated=on' });
  back.send({ t: 'watch', table: opened.table });
  await back.next('snapshot');
  assert.equal((await back.command({ t: 'sit', game: opened.game, seq: opened.seq })).code, 'forbidden');
  // And the one that was there first still is that player.
  const first = await Client.connect(server, { cookie: old.cookie });
  assert.equal(first.welcome.you, back.welcome.you);
  assert.ok(seats.change);
  await Promise.all([old.close(), back.close(), third.close(), first.close()]);
});

test('who is forgotten is nobody: name, rating and games do not lead there any more', async () => {
  const [black, white] = await Promise.all([Client.connect(server), Client.connect(server)]);
  await named(black, 'Schwarz');
  const { table } = await ratedGame(black, white);
  const seats = await black.open({ settings: 'rated=on' });
  white.send({ t: 'watch', table: seats.table });
  await white.next('snapshot', ({ table: of }) => of === seats.table);
  const before = await json('/api/me/export', { cookie: black.cookie });
  assert.equal(before.games.length, 2);
  assert.equal((await black.command({ t: 'forget' })).you, '');
  assert.equal((await black.closed).code, 4001);
  const gone = await white.next('snapshot', ({ table: of, b }) => of === seats.table && b.who !== black.welcome.you);
  assert.match(gone.b.who, /^gone:/);
  assert.equal(gone.b.name, '');
  assert.equal((await get(`/api/player/${black.welcome.you}`)).status, 404);
  assert.equal(await json('/api/me', { cookie: black.cookie }), null);
  const back = await Client.connect(server, { cookie: black.cookie });
  assert.notEqual(back.welcome.you, black.welcome.you);
  assert.equal(back.welcome.name, '');
  back.send({ t: 'watch', table });
  const seen = await back.next('snapshot');
  assert.equal(seen.b.who, gone.b.who);
  assert.equal(seen.result.reason, 'resignation');
  const { ratings } = await json(`/api/player/${white.welcome.you}`);
  assert.equal(ratings[0].games, 1, "the other one's rating stays");
  await Promise.all([white.close(), back.close()]);
});

test('names, codes and lookups are limited', async () => {
  const strict = await Server.start([
    ...[
      '--name-burst',
      '2',
      '--name-rate',
      '1',
      '--code-burst',
      '2',
      '--code-rate',
      '1',
      '--lookup-burst',
      '2',
      '--lookup-rate',
      '1',
    ],
  ]);
  const client = await Client.connect(strict);
  const answers = [];
  for (const name of ['A', 'B', 'C']) answers.push((await named(client, name)).code);
  assert.deepEqual(answers, [undefined, undefined, 'busy']);
  const tries = [];
  for (let i = 0; i < 3; i++) tries.push((await client.command({ t: 'transfer_use', code: `ZZZZ-ZZZZ-ZZZ${i}` })).code);
  assert.deepEqual(tries, ['not_found', 'not_found', 'busy']);
  const other = await Client.connect(strict);
  assert.equal((await other.command({ t: 'transfer' })).code, 'busy', 'the address has tried enough');
  // One a second is given back, so a machine on which one takes a second must ask for many at once.
  const look = async () => (await get(`/api/ratings/${kind}`, { from: strict })).status;
  const statuses = await Promise.all(Array.from({ length: 40 }, look));
  assert.ok(statuses.includes(200) && statuses.includes(429), String(statuses));
  await until('one is given back', async () => {
    await sleep(1100);
    return (await look()) === 200;
  });
  await Promise.all([client.close(), other.close()]);
  await strict.stop();
});
