// What a server does with clients that are wrong, hostile or slow.
import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { after, before, test } from 'node:test';
import { Client, play, seatTwo, Server, sleep, WebSocket } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start(['--max-connections-per-address', '60']);
});
after(() => server.stop());

async function refusedUpgrade(options, { path = '/ws', to = server } = {}) {
  const client = new Client({ ws: `ws://127.0.0.1:${to.port}${path}` }, options);
  const error = await client.opened.then(
    () => assert.fail('the upgrade was not refused'),
    (reason) => reason,
  );
  assert.ok(error.message.length > 10, 'no sentence');
  return error.status;
}

test('an upgrade needs the subprotocol, the path and an allowed origin', async () => {
  assert.equal(await refusedUpgrade({ protocol: [] }), 400);
  assert.equal(await refusedUpgrade({ protocol: 'shogikan.9' }), 400);
  assert.equal(await refusedUpgrade({}, { path: '/elsewhere' }), 404);
  assert.equal(await refusedUpgrade({ origin: 'http://evil.example' }), 403);
  assert.equal(await refusedUpgrade({ origin: `http://127.0.0.1:${server.port + 1}` }), 403);
  assert.equal(await refusedUpgrade({ origin: 'null' }), 403);
  assert.equal(await refusedUpgrade({ headers: { cookie: `x=${'y'.repeat(5000)}` } }), 431);
  const same = await Client.connect(server, { origin: server.url });
  await same.close();
  const several = await Client.connect(server, { protocol: ['other', 'shogikan.1'] });
  assert.equal(several.socket.protocol, 'shogikan.1');
  await several.close();
});

test('with --origin only that origin may come', async () => {
  const strict = await Server.start(['--origin', 'https://shogi.example']);
  try {
    const inside = await Client.connect(strict, { origin: 'https://shogi.example' });
    assert.match(inside.setCookie, /; Secure$/);
    await inside.close();
    assert.equal(await refusedUpgrade({ origin: strict.url }, { to: strict }), 403);
  } finally {
    await strict.stop();
  }
});

test('malformed messages are answered with what is wrong, and the connection lives', async () => {
  const client = await Client.connect(server);
  const cases = [
    ['', 'syntax', undefined],
    ['not json', 'syntax', undefined],
    ['[]', 'syntax', undefined],
    [`${'['.repeat(4000)}`, 'syntax', undefined],
    ['{"t":"ping","n":1,"n":2}', 'syntax', undefined],
    ['{"t":"ping","n":1,"extra":2}', 'unknown', 'extra'],
    ['{"t":"ping"}', 'syntax', 'n'],
    ['{"t":"ping","n":"1"}', 'syntax', 'n'],
    ['{"t":"ping","n":-1}', 'range', 'n'],
    ['{"t":"pang"}', 'unknown', 't'],
    ['{"t":"watch","table":"0123456789012345678901234"}', 'too_long', 'table'],
    ['{"t":"watch","table":"a\\u0000b"}', 'syntax', undefined],
    ['{"t":"watch","table":"\\ud800"}', 'syntax', undefined],
  ];
  for (const [text, code, at] of cases) {
    client.send(text);
    const error = await client.next('error');
    assert.equal(error.code, code, text);
    assert.equal(error.at, at, text);
    assert.ok(error.message);
  }
  client.send('{"t":"move","game":"g","seq":-1,"id":"mine","usi":"7g7f"}');
  assert.equal((await client.next('error')).id, 'mine');
  await client.settle();
  await client.close();
});

test('a command before hello is refused, and hello in another version ends it', async () => {
  const client = new Client(server);
  await client.opened;
  client.send({ t: 'ping', n: 1 });
  assert.equal((await client.next('error')).at, 't');
  client.send({ t: 'hello', version: 2 });
  assert.equal((await client.next('error')).code, 'version');
  assert.equal((await client.closed).code, 1008);
});

test('binary and oversized messages close the connection with their code', async () => {
  const binary = await Client.connect(server);
  binary.socket.send(Buffer.from('{"t":"ping","n":1}'));
  assert.equal((await binary.closed).code, 1003);
  const big = await Client.connect(server);
  big.send(`{"t":"ping","n":1${' '.repeat(5000)}}`);
  assert.equal((await big.closed).code, 1009);
  const inPieces = await Client.connect(server);
  for (let i = 0; i < 10; i++) inPieces.socket.send(' '.repeat(1000), { fin: false });
  assert.equal((await inPieces.closed).code, 1009);
});

test('text that is not UTF-8 is refused', async () => {
  const client = await Client.connect(server);
  const socket = client.socket._socket;
  const payload = Buffer.concat([Buffer.from('{"t":"watch","table":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = Buffer.from(payload.map((byte, i) => byte ^ mask[i % 4]));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, masked]));
  const outcome = await Promise.race([client.next('error').then((error) => error.code), client.closed.then(({ code }) => code)]);
  assert.ok(outcome === 'syntax' || outcome === 1007, `${outcome}`);
  await (await Client.connect(server)).close();
});

test('a message in fragments is put together', async () => {
  const client = await Client.connect(server);
  const text = '{"t":"ping","n":4242}';
  for (const letter of text.slice(0, -1)) client.socket.send(letter, { fin: false });
  client.socket.send(text.at(-1), { fin: true });
  assert.equal((await client.next('pong')).n, 4242);
  await client.close();
});

test('too many messages are refused as busy, and in the end the connection is closed', async () => {
  const client = await Client.connect(server);
  for (let n = 0; n < 90; n++) client.send({ t: 'ping', n });
  const busy = await client.next('error');
  assert.equal(busy.code, 'busy');
  await sleep(1100);
  await client.settle();
  for (let n = 0; n < 400; n++) client.send({ t: 'ping', n });
  assert.equal((await client.closed).code, 1008);
});

test('an address has only so many connections', async () => {
  const clients = [];
  let refused;
  for (let i = 0; i < 80 && !refused; i++) {
    const client = new Client(server);
    refused = await client.opened.then(
      () => null,
      (error) => error.status,
    );
    if (!refused) clients.push(client);
  }
  assert.equal(refused, 503);
  await Promise.all(clients.map((client) => client.close()));
  await (await Client.connect(server)).close();
});

test('who does not say hello is closed', async () => {
  const hasty = await Server.start(['--hello-seconds', '1']);
  try {
    const client = new Client(hasty);
    await client.opened;
    assert.equal((await client.closed).code, 1008);
  } finally {
    await hasty.stop();
  }
});

test('a trusted proxy says who speaks, anybody else does not', async () => {
  const proxied = await Server.start(['--trusted-proxy', '127.0.0.1', '--max-connections-per-address', '1']);
  const from = (address) => ({ headers: { 'x-forwarded-for': address } });
  try {
    const a = await Client.connect(proxied, from('192.0.2.1'));
    const b = await Client.connect(proxied, from('192.0.2.2'));
    assert.equal(await refusedUpgrade(from('192.0.2.1'), { to: proxied }), 503);
    assert.equal(await refusedUpgrade(from('192.0.2.99, 192.0.2.2'), { to: proxied }), 503);
    await Promise.all([a.close(), b.close()]);
  } finally {
    await proxied.stop();
  }
  const direct = await Server.start(['--max-connections-per-address', '1']);
  try {
    const a = await Client.connect(direct, from('192.0.2.1'));
    assert.equal(await refusedUpgrade(from('192.0.2.2'), { to: direct }), 503);
    await a.close();
  } finally {
    await direct.stop();
  }
});

test('a reader that stops costs no memory, and gets a snapshot when it reads again', async () => {
  const patient = await Server.start([
    ...['--message-rate', '0', '--address-rate', '0', '--slow-seconds', '60', '--queue-kib', '288'],
  ]);
  try {
    const seats = await seatTwo(patient);
    await play(seats, ['7g7f', '3c3d']);
    const slow = await Client.connect(patient);
    slow.send({ t: 'watch', table: seats.table });
    await slow.next('presence');
    slow.inbox.length = 0;
    slow.socket._socket.pause();
    // Each watch is answered with a snapshot: in the end more than the kernel, libwebsockets and the queue can hold.
    const deadline = Date.now() + 30_000;
    let held = await patient.metrics();
    for (let received = -1; held.connections_lagging === 0 || received !== held.messages_received_total; ) {
      assert.ok(Date.now() < deadline, 'the queue never ran over for good');
      received = held.messages_received_total;
      if (held.connections_lagging === 0) for (let i = 0; i < 500; i++) slow.send({ t: 'watch', table: seats.table });
      await sleep(100);
      held = await patient.metrics();
      assert.ok(held.outbox_bytes <= 288 * 1024, `${held.outbox_bytes} bytes wait`);
    }
    const moved = await seats.black.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '2g2f' });
    assert.equal(moved.t, 'event', 'a slow reader holds nobody up');
    slow.socket._socket.resume();
    const snapshot = await slow.next('snapshot', ({ moves }) => moves.endsWith('2g2f'), 20_000);
    assert.equal(snapshot.seq, moved.event.seq);
  } finally {
    await patient.stop();
  }
});

test('a reader that never reads again is closed', async () => {
  const strict = await Server.start(['--message-rate', '0', '--address-rate', '0', '--slow-seconds', '1', '--queue-kib', '288']);
  try {
    const seats = await seatTwo(strict);
    const slow = await Client.connect(strict);
    slow.socket._socket.pause();
    const deadline = Date.now() + 20_000;
    while ((await strict.metrics()).closed_slow_total === 0 || (await strict.metrics()).connections > 2) {
      assert.ok(Date.now() < deadline, 'it is still there');
      if (slow.socket.readyState === WebSocket.OPEN)
        for (let i = 0; i < 500; i++) slow.send({ t: 'watch', table: seats.table });
      await sleep(50);
    }
    slow.socket.terminate();
  } finally {
    await strict.stop();
  }
});

test('half a request, rubbish, and connections that hang up in the middle do no harm', async () => {
  const raw = (text) =>
    new Promise((resolve) => {
      const socket = connectTcp(server.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', () => resolve(answer));
      setTimeout(() => socket.destroy(), 500);
    });
  await Promise.all([
    raw('GET / HT'),
    raw('\0\x01\x02 rubbish\r\n\r\n'),
    raw(`GET /${'a'.repeat(3000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
    raw(`GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(4000)}\r\n`),
    raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    raw('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n'),
    raw('CONNECT evil:80 HTTP/1.1\r\nHost: evil\r\n\r\n'),
    raw('GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: shogikan.1\r\n\r\n'),
  ]);
  await (await Client.connect(server)).close();
});
