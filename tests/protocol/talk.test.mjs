// Talking at a table, as a client sees it: who is told, what is refused, that it is durable, and bans.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { Client, play, program, Server, seatTwo as seat } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start(['--chat-lines', '100', '--device-rate', '0']);
});
after(() => server.stop());

let number = 0;

/** Two who play, and listen. */
async function seatTwo(to, settings) {
  const seats = await seat(to, settings);
  for (const client of [seats.black, seats.white]) await listen(client, seats.table);
  return seats;
}

async function watcher(seats, to = server) {
  const client = await Client.connect(to);
  client.send({ t: 'watch', table: seats.table });
  await client.next('snapshot');
  await listen(client, seats.table);
  return client;
}

/** Says it; what the author is answered. */
function say(client, table, text, id = `say-${++number}`) {
  client.send({ t: 'say', table, id, text });
  return client.nextOf((message) => message.id === id && (message.t === 'line' || message.t === 'error'), `the answer to ${id}`);
}

/** Asks for what was said. What only reads is answered in the order in which it is asked: a table of nobody's comes behind the lines. */
async function listen(client, table) {
  client.send({ t: 'listen', table });
  const behind = `nosuchtable${++number}`;
  client.send({ t: 'watch', table: behind });
  assert.equal((await client.next('error', (error) => error.table === behind)).code, 'not_found');
  const old = client.inbox.filter((message) => message.t === 'line' && message.old);
  client.inbox = client.inbox.filter((message) => !old.includes(message));
  return old;
}

test('a line reaches players and watchers with its author, and is no event', async () => {
  const seats = await seatTwo(server);
  const third = await watcher(seats);
  const said = await say(seats.black, seats.table, 'こんにちは 👋 <b>&amp;');
  assert.equal(said.t, 'line');
  assert.equal(said.number, 1);
  assert.equal(said.side, 'b');
  assert.equal(said.who, seats.black.welcome.you);
  assert.ok(said.at > 0);
  for (const client of [seats.white, third]) {
    const line = await client.next('line');
    assert.equal(line.text, 'こんにちは 👋 <b>&amp;');
    assert.equal(line.id, undefined);
  }
  const watched = await say(third, seats.table, 'hello');
  assert.equal(watched.side, undefined);
  assert.equal((await seats.black.next('line')).number, 2);
  const again = await say(third, seats.table, 'hello', watched.id);
  assert.equal(again.number, 2);
  await play(seats, ['7g7f', '3c3d']);
});

test('who has not asked to listen hears nothing, as a page from before there was talk', async () => {
  const seats = await seatTwo(server);
  const old = await Client.connect(server);
  old.send({ t: 'watch', table: seats.table });
  await say(seats.black, seats.table, 'hello');
  await old.settle();
  assert.ok(!old.inbox.some(({ t }) => t === 'line'));
  seats.white.send({ t: 'listen', table: seats.table, on: false });
  await seats.white.settle();
  seats.white.inbox = [];
  await say(seats.black, seats.table, 'still there?');
  await seats.white.settle();
  assert.ok(!seats.white.inbox.some(({ t }) => t === 'line'));
});

test('what is no line is refused with its field, and the connection lives', async () => {
  const seats = await seatTwo(server);
  const cases = [
    ['', 'syntax'],
    [' \u3000\u00a0 ', 'syntax'],
    ['a\nb', 'syntax'],
    ['a\tb', 'syntax'],
    ['\u202eevil', 'syntax'],
    ['a\u2066b', 'syntax'],
    ['\u200fa', 'syntax'],
    ['a\u2028b', 'syntax'],
    ['a\u0085b', 'syntax'],
    ['\ufeffa', 'syntax'],
    ['\u{e0041}a', 'syntax'],
    ['x'.repeat(201), 'too_long'],
    ['👋'.repeat(201), 'too_long'],
  ];
  for (const [text, code] of cases) {
    const answer = await say(seats.black, seats.table, text);
    assert.equal(answer.code, code, JSON.stringify(text));
    assert.equal(answer.at, 'text', JSON.stringify(text));
  }
  assert.equal((await say(seats.black, seats.table, '👋'.repeat(200))).t, 'line');
  assert.equal((await say(seats.black, seats.table, '将'.repeat(200))).t, 'line');
  assert.equal((await say(seats.black, seats.table, 'ok', 'not an id')).code, 'syntax');
  assert.equal((await seats.white.next('line')).number, 1);
});

test('nobody talks, listens or reports at a table that they do not watch', async () => {
  const seats = await seatTwo(server);
  await say(seats.black, seats.table, 'hello');
  const stranger = await Client.connect(server);
  assert.equal((await say(stranger, seats.table, 'hi')).code, 'forbidden');
  assert.equal((await say(stranger, 'nosuchtable', 'hi')).code, 'forbidden');
  stranger.send({ t: 'listen', table: seats.table });
  assert.equal((await stranger.next('error')).table, seats.table);
  stranger.send({ t: 'report', table: seats.table, id: 'r', who: seats.black.welcome.you });
  assert.equal((await stranger.next('error')).code, 'forbidden');
  await stranger.settle();
  assert.ok(!stranger.inbox.some(({ t }) => t === 'line'));
});

test('players of a rated game do not hear watchers before its end', async () => {
  const seats = await seatTwo(server, 'rated=on');
  const third = await watcher(seats);
  assert.equal((await say(third, seats.table, 'P*5e!')).t, 'line');
  assert.deepEqual(await listen(seats.black, seats.table), []);
  assert.ok(!seats.white.inbox.some(({ t }) => t === 'line'));
  assert.equal((await listen(third, seats.table)).length, 1);
  await play(seats, ['7g7f']);
  await seats.white.command({ t: 'resign', game: seats.game, seq: seats.seq });
  assert.equal((await listen(seats.black, seats.table)).length, 1);
});

test('a device says only so much in a short time, on whatever connection', async () => {
  const strict = await Server.start(['--chat-seconds', '600']);
  try {
    const seats = await seatTwo(strict);
    for (let i = 0; i < 5; i++) assert.equal((await say(seats.black, seats.table, `${i}`)).t, 'line');
    assert.equal((await say(seats.black, seats.table, 'more')).code, 'busy');
    const other = await Client.connect(strict, { cookie: seats.black.cookie });
    other.send({ t: 'watch', table: seats.table });
    await other.next('snapshot');
    assert.equal((await say(other, seats.table, 'more')).code, 'busy');
    assert.equal((await say(seats.white, seats.table, 'mine')).t, 'line');
  } finally {
    await strict.stop();
  }
});

test('what was shown is there after a crash, the newest fifty of it on request', async () => {
  const crashing = await Server.start(['--chat-lines', '1000', '--message-rate', '0']);
  try {
    const seats = await seatTwo(crashing);
    let last;
    for (let i = 1; i <= 60; i++) last = await say(seats.black, seats.table, `line ${i}`);
    assert.equal(last.number, 60);
    await crashing.kill();
    await crashing.spawn([]);
    const back = await Client.connect(crashing, { cookie: seats.black.cookie });
    back.send({ t: 'watch', table: seats.table });
    await back.next('snapshot');
    const lines = await listen(back, seats.table);
    assert.deepEqual(
      lines.map(({ text }) => text),
      Array.from({ length: 50 }, (_, i) => `line ${i + 11}`),
    );
  } finally {
    await crashing.stop();
  }
});

const admin = (to, ...words) => spawnSync(program, ['admin', ...words, '--data', to.data], { encoding: 'utf8', timeout: 60_000 });

test('a report keeps what was said, once a day for an author and a table', async () => {
  const seats = await seatTwo(server);
  const who = seats.black.welcome.you;
  await say(seats.black, seats.table, 'a\\b "bad" words');
  const report = (client, id, about = who) => {
    client.send({ t: 'report', table: seats.table, id, who: about });
    return client.nextOf((message) => message.id === id, 'the answer to a report');
  };
  assert.equal((await report(seats.white, 'r1')).t, 'reported');
  assert.equal((await report(seats.white, 'r2')).t, 'reported');
  assert.equal((await report(seats.white, 'r3', 'nobody')).code, 'not_found');
  assert.equal((await report(seats.black, 'r4', seats.white.welcome.you)).code, 'not_found');
  const list = admin(server, 'reports');
  assert.equal(list.status, 0, list.stderr);
  const lines = list.stdout.split('\n').filter((line) => line.includes(who));
  assert.equal(lines.length, 1);
  assert.match(lines[0], /times 2/);
  const [one] = lines[0].split(' ');
  assert.match(admin(server, 'reports', 'show', one).stdout, /a\\b "bad" words/);
  assert.equal(admin(server, 'reports', 'close', one).status, 0);
  assert.ok(!admin(server, 'reports').stdout.includes(who));
});

test('who is forgotten has said nothing, and a report of it names nobody', async () => {
  const seats = await seatTwo(server);
  const who = seats.black.welcome.you;
  await say(seats.black, seats.table, 'my own words');
  await say(seats.white, seats.table, 'an answer');
  seats.white.send({ t: 'report', table: seats.table, id: 'f1', who });
  await seats.white.next('reported');
  const mine = await (await fetch(`${server.url}/api/me/export`, { headers: { cookie: seats.black.cookie } })).json();
  assert.deepEqual(
    mine.lines.map(({ text }) => text),
    ['my own words'],
  );
  seats.black.send({ t: 'forget', id: 'f2' });
  await seats.black.next('self');
  const left = await listen(seats.white, seats.table);
  assert.deepEqual(
    left.map(({ text }) => text),
    ['an answer'],
  );
  const { stdout } = admin(server, 'reports');
  assert.ok(!stdout.includes(who), stdout);
  assert.match(stdout, /author gone:/);
});

test('a banned device is sent away within seconds, and comes back when it may', async () => {
  const client = await Client.connect(server);
  const other = await Client.connect(server);
  assert.equal(admin(server, 'ban', client.welcome.you).status, 0);
  assert.equal((await client.next('error')).at, 'device');
  assert.equal((await client.closed).code, 1008);
  const again = new Client(server, { cookie: client.cookie });
  assert.equal((await again.closed).code, 1008);
  await other.settle();
  assert.equal(admin(server, 'unban', client.welcome.you).status, 0);
  await (await Client.connectAtLast(server, { cookie: client.cookie })).close();
});

test('a banned address is sent away and not let in, whatever its device', async () => {
  const proxied = await Server.start(['--trusted-proxy', '127.0.0.1']);
  try {
    const from = (address) => ({ headers: { 'x-forwarded-for': address } });
    const bad = await Client.connect(proxied, from('2001:db8:1:2::7'));
    const good = await Client.connect(proxied, from('192.0.2.8'));
    assert.equal(admin(proxied, 'ban', '2001:db8:1:2::1', '--days', '1').status, 0);
    assert.equal((await bad.closed).code, 1008);
    const refused = new Client(proxied, from('2001:db8:1:2:ffff::9'));
    assert.equal((await refused.opened.catch((error) => error)).status, 403);
    await (await Client.connect(proxied, from('2001:db8:1:3::7'))).close();
    await good.settle();
  } finally {
    await proxied.stop();
  }
});
