// Somebody who means ill: floods, other people's seats and settings, guessed ids, and writing without end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, Server, seatTwo } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start(['--device-rate', '0']);
});
after(() => server.stop());

test('nobody moves, resigns, sets, answers or takes over what is not theirs', async () => {
  const seats = await seatTwo(server);
  const thief = await Client.connect(server);
  thief.send({ t: 'watch', table: seats.table });
  await thief.next('snapshot');
  const { game, seq } = seats;
  const attempts = [
    { t: 'move', usi: '7g7f' },
    { t: 'resign' },
    { t: 'set', name: 'turn_seconds', value: '30' },
    { t: 'offer', what: 'draw' },
    { t: 'accept', what: 'draw' },
    { t: 'decline', what: 'draw' },
    { t: 'computer', on: true },
    { t: 'computer', on: true, side: 'w' },
    { t: 'sit' },
    { t: 'sit', side: 'b' },
  ];
  for (const attempt of attempts) {
    const answer = await thief.command({ ...attempt, game, seq });
    assert.equal(answer.t, 'error', JSON.stringify(attempt));
    assert.equal(answer.code, 'forbidden', `${JSON.stringify(attempt)}: ${JSON.stringify(answer)}`);
  }
  // The guest is seated, but did not make the table; who moves next is not the guest either.
  const guest = seats.white;
  assert.equal((await guest.command({ t: 'set', game, seq, name: 'turn_seconds', value: '30' })).code, 'forbidden');
  assert.equal((await guest.command({ t: 'move', game, seq, usi: '3c3d' })).code, 'forbidden');
  await thief.settle();
  assert.ok(!thief.inbox.some(({ t }) => t === 'event'));
});

test('ids of tables and games cannot be guessed', async () => {
  const client = await Client.connect(server);
  const ids = [];
  for (let i = 0; i < 20; i++) {
    const { table, game } = await client.open();
    client.send({ t: 'unwatch', table });
    ids.push(table, game);
  }
  assert.equal(new Set(ids).size, ids.length);
  const letters = new Set(ids.join(''));
  for (const id of ids) assert.ok(id.length * Math.log2(letters.size) >= 64, `${id}: too little chance in it`);
  // Neighbours of a real id, and what a careless program would take for one.
  const [real] = ids;
  const guesses = [real.slice(0, -1), `${real}0`, real.toUpperCase(), `${real.slice(0, -1)}%`, '%', '*', '1', "' OR 1=1 --"];
  for (const table of guesses) {
    client.send({ t: 'watch', table });
    const { code } = await client.next('error', (error) => error.table === table || error.at === 'table');
    assert.equal(code, 'not_found', table);
  }
});

test('a table takes what one device sends only as fast as others can bear', async () => {
  const seats = await seatTwo(server);
  seats.black.send({ t: 'listen', table: seats.table });
  const flooder = await Client.connect(server);
  flooder.send({ t: 'watch', table: seats.table });
  await flooder.next('snapshot');
  const began = performance.now();
  for (let i = 0; i < 300; i++) {
    flooder.send({ t: 'say', table: seats.table, id: `f${i}`, text: 'spam' });
    flooder.send({ t: 'watch', table: seats.table });
    flooder.send({ t: 'listen', table: seats.table });
  }
  const answer = await seats.black.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '7g7f' });
  assert.equal(answer.t, 'event');
  assert.equal((await flooder.closed).code, 1008);
  await seats.black.settle();
  const lines = seats.black.inbox.filter(({ t }) => t === 'line');
  const most = 5 * Math.ceil((performance.now() - began) / 10_000);
  assert.ok(lines.length <= most, `${lines.length} lines came through, not ${most}`);
});

test('an address opens, plays and says only so much in a day, on whatever devices', async () => {
  const small = await Server.start(['--address-tables', '3', '--address-commands', '6', '--address-lines', '4']);
  try {
    const seats = await seatTwo(small); // one table, one command
    const devices = [await Client.connect(small), await Client.connect(small), await Client.connect(small)];
    assert.equal((await devices[0].open()).t, 'snapshot');
    assert.equal((await devices[1].open()).t, 'snapshot');
    const refused = await devices[2].open();
    assert.equal(refused.code, 'busy');
    assert.match(refused.message, /today/);
    let last;
    for (let i = 0; i < 6; i++) last = await seats.white.command({ t: 'resign', game: 'none', seq: 0 });
    assert.equal(last.code, 'busy');
    assert.match(last.message, /today/);
    const lines = [];
    for (let i = 0; i < 5; i++) {
      seats.black.send({ t: 'say', table: seats.table, id: `l${i}`, text: 'hi' });
      lines.push(await seats.black.nextOf(({ id }) => id === `l${i}`, 'a line'));
    }
    assert.deepEqual(
      lines.map(({ t }) => t),
      ['line', 'line', 'line', 'line', 'error'],
    );
    // Looking is not writing.
    seats.black.send({ t: 'listen', table: seats.table });
    assert.equal((await seats.black.next('line', ({ old }) => old)).number, 1);
  } finally {
    await small.stop();
  }
});

test('what is dear to write, everything about oneself, an address gets only now and then', async () => {
  const small = await Server.start(['--export-rate', '1', '--export-burst', '3', '--lookup-rate', '0']);
  try {
    const devices = [await Client.connect(small), await Client.connect(small)];
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await fetch(`${small.url}/api/me/export`, { headers: { cookie: devices[i % 2].cookie } })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    assert.equal((await fetch(`${small.url}/api/me`, { headers: { cookie: devices[0].cookie } })).status, 200);
  } finally {
    await small.stop();
  }
});

test('records of games are read from the disk, so an address gets only so many a second', async () => {
  const small = await Server.start(['--lookup-rate', '1', '--lookup-burst', '2']);
  try {
    const devices = [await Client.connect(small), await Client.connect(small)];
    const { game } = await devices[0].open();
    // All at once: one is given back with every second that passes.
    const asked = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => devices[i % 2].command({ t: 'record', game })));
    const most = 2 + Math.ceil((performance.now() - asked) / 1000);
    const told = answers.filter(({ t }) => t === 'record').length;
    assert.ok(told >= 2 && told <= most, `${told} records, at most ${most}`);
    assert.equal(answers.filter(({ code }) => code === 'busy').length, 40 - told);
  } finally {
    await small.stop();
  }
});

test('an address makes only so many devices in a day, and those that are known still come in', async () => {
  const small = await Server.start(['--address-devices', '3']);
  try {
    const known = [];
    for (let i = 0; i < 3; i++) known.push(await Client.connect(small));
    assert.equal((await new Client(small).closed).code, 1013);
    await known[0].close();
    for (let i = 0; i < 5; i++) await (await Client.connect(small, { cookie: known[0].cookie })).close();
  } finally {
    await small.stop();
  }
});

test('the number of tables in memory is a setting: beyond it nobody is let in, and nobody is thrown out', async () => {
  const small = await Server.start(['--tables-loaded', '2']);
  try {
    const client = await Client.connect(small);
    const first = await client.open();
    const second = await client.open();
    assert.equal(second.t, 'snapshot');
    assert.equal((await client.open()).code, 'busy');
    client.send({ t: 'unwatch', table: second.table });
    const move = await client.command({ t: 'move', game: first.game, seq: first.seq, usi: '7g7f' });
    assert.equal(move.t, 'event');
  } finally {
    await small.stop();
  }
});
