// What a server does with clients that are wrong, hostile or slow.
import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { after, before, test } from 'node:test';
import { Client, PATIENCE_MS, Server, sleep, until } from './harness.mjs';

let server;
before(async () => {
  server = await Server.start(['--max-connections-per-address', '60', '--device-rate', '0', '--address-rate', '0']);
});
after(() => server.stop());

/** The status that an upgrade is refused with; 101: it is not. */
async function refusedUpgrade(options, { path = '/ws', to = server } = {}) {
  const client = new Client({ ws: `ws://127.0.0.1:${to.port}${path}` }, options);
  const error = await client.opened.then(
    () => null,
    (reason) => reason,
  );
  if (error === null) {
    await client.close();
    return 101;
  }
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

test('a cookie of the same name that is no token displaces nobody', async () => {
  const client = await Client.connect(server);
  for (const other of ['shogikan=', 'shogikan=x', `shogikan=${'A'.repeat(42)}B`, `shogikan=${'z'.repeat(600)}`, 'Shogikan=1']) {
    const again = await Client.connect(server, { cookie: `${other}; ${client.cookie}` });
    assert.equal(again.welcome.you, client.welcome.you, other);
    await again.close();
  }
  await client.close();
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
  // Little is given back in a second, so that it does not matter how many seconds this takes.
  const strict = await Server.start(['--message-rate', '1']);
  try {
    const client = await Client.connect(strict);
    for (let n = 0; n < 90; n++) client.send({ t: 'ping', n });
    assert.equal((await client.next('error')).code, 'busy');
    await until('it is heard again', async () => {
      await sleep(1100);
      const n = Math.floor(Math.random() * 2 ** 31);
      client.send({ t: 'ping', n });
      return client.nextOf((message) => message.n === n, 'the pong', 1000).catch(() => null);
    });
    for (let n = 0; n < 400; n++) client.send({ t: 'ping', n });
    assert.equal((await client.closed).code, 1008);
  } finally {
    await strict.stop();
  }
});

test('an address has only so many requests and messages, whoever makes them', async () => {
  const busy = await Server.start(['--address-rate', '2', '--address-burst', '20']);
  try {
    const client = await Client.connect(busy);
    const ask = () => Promise.all(Array.from({ length: 60 }, async () => (await fetch(`${busy.url}/healthz`)).status));
    const statuses = await ask();
    assert.ok(statuses.includes(200) && statuses.includes(429), `${statuses}`);
    for (let n = 0; n < 50; n++) client.send({ t: 'ping', n });
    assert.equal((await client.next('error')).code, 'busy');
    // A slow machine is given two requests back in every second that it needs, so it may have to ask more than once.
    let status = 101;
    for (let tries = 0; status === 101 && tries < 20; tries++) {
      await ask();
      status = await refusedUpgrade({}, { to: busy });
    }
    assert.equal(status, 429);
    await sleep(4000);
    await client.settle();
    await (await Client.connectAtLast(busy)).close();
  } finally {
    await busy.stop();
  }
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
  await (await Client.connectAtLast(server)).close();
});

test('a device has only so many connections, and one measure of messages for all of them', async () => {
  const small = await Server.start([
    ...['--max-connections-per-device', '2', '--message-rate', '1', '--message-burst', '20', '--hello-seconds', '3600'],
  ]);
  try {
    const first = await Client.connect(small);
    const second = await Client.connect(small, { cookie: first.cookie });
    const third = new Client(small, { cookie: first.cookie });
    const closed = await Promise.race([third.closed, sleep(PATIENCE_MS)]);
    assert.equal(closed?.code, 1013, 'it was left to wait');
    for (let n = 0; n < 18; n++) first.send({ t: 'ping', n });
    await first.next('pong', ({ n }) => n === 17);
    for (let n = 0; n < 60; n++) second.send({ t: 'ping', n });
    assert.equal((await second.next('error')).code, 'busy');
    await first.close();
    // A place for it, and a message that it may say.
    const again = await until('the next one is let in', async () => {
      await sleep(1500);
      const next = new Client(small, { cookie: first.cookie });
      await next.opened;
      next.send({ t: 'hello', version: 1 });
      const answer = await Promise.race([next.next('welcome').catch(() => null), next.next('error').catch(() => null)]);
      if (answer?.t === 'welcome') return next;
      await next.close();
      return null;
    });
    await again.close();
  } finally {
    await small.stop();
  }
});

test('an address brings only so many new devices, known ones come as they like', async () => {
  const shy = await Server.start(['--device-rate', '1', '--device-burst', '3']);
  try {
    const known = await Client.connect(shy);
    for (let i = 0; i < 5; i++) await (await Client.connect(shy, { cookie: known.cookie })).close();
    await Promise.all([Client.connect(shy), Client.connect(shy)]);
    const fourth = new Client(shy);
    assert.equal((await fourth.closed).code, 1013);
    const again = await Client.connect(shy, { cookie: known.cookie });
    assert.equal(again.welcome.you, known.welcome.you);
  } finally {
    await shy.stop();
  }
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

test('who does not answer a ping is closed, who answers stays', async () => {
  // A test that is held up for some seconds still answers in time.
  const curious = await Server.start(['--ping-seconds', '1', '--pong-seconds', '10']);
  try {
    const mute = await Client.connect(curious, { autoPong: false });
    const polite = await Client.connect(curious);
    let pings = 0;
    polite.socket.on('ping', () => pings++);
    const ended = await Promise.race([mute.closed.then(() => true), sleep(60_000)]);
    assert.ok(ended, 'it is still there');
    const before = pings;
    await until('it is asked again', () => polite.isClosed || pings >= before + 2);
    assert.ok(!polite.isClosed && before > 0, `${pings} pings`);
    await polite.close();
  } finally {
    await curious.stop();
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

test('an address has only so many sockets, whatever it does with them', async () => {
  const narrow = await Server.start(['--max-sockets-per-address', '20']);
  try {
    let closed = 0;
    const sockets = Array.from({ length: 30 }, () => {
      const socket = connectTcp(narrow.port, '127.0.0.1');
      socket.on('close', () => closed++);
      socket.on('error', () => {});
      return socket;
    });
    await until('ten are closed', () => closed >= 10);
    await sleep(500);
    assert.equal(closed, 10);
    for (const socket of sockets) socket.destroy();
    // Whoever comes before the server knows that they are gone is closed as well.
    let early = 0;
    const metrics = await until('there is room', () => narrow.metrics().catch(() => void early++));
    assert.equal(metrics.sockets_shed_total, 10 + early);
    await (await Client.connectAtLast(narrow)).close();
  } finally {
    await narrow.stop();
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
  await (await Client.connectAtLast(server)).close();
});

test('frames that are no frames, and frames in any order, do no harm', async () => {
  const random = (n) => Math.floor(Math.random() * n);
  const bytes = (n) => Buffer.from(Array.from({ length: n }, () => random(256)));
  // A frame whose every part may be wrong: reserved bits, opcode, mask, a length that lies.
  const frame = () => {
    const payload = random(3) === 0 ? Buffer.from('{"t":"ping","n":1}') : bytes(random(200));
    const first = random(4) === 0 ? random(256) : [0x81, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8a, 0x09][random(8)];
    const masked = random(8) === 0 ? 0 : 0x80;
    const kinds = [
      Buffer.from([first, masked | Math.min(payload.length, 125)]),
      Buffer.from([first, masked | 126, random(256), random(256)]),
      Buffer.from([first, masked | 127, ...bytes(8)]),
    ];
    return Buffer.concat([kinds[random(10) < 8 ? 0 : 1 + random(2)], masked ? Buffer.alloc(4) : bytes(0), payload]);
  };
  const handshake =
    `GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: shogikan.1\r\n\r\n`;
  const visit = () =>
    new Promise((resolve) => {
      const socket = connectTcp(server.port, '127.0.0.1', () => socket.write(handshake));
      socket.once('data', () => {
        for (let i = 0; i < 1 + random(20); i++) if (socket.writable) socket.write(frame());
        setTimeout(() => socket.destroy(), random(100));
      });
      socket.on('error', () => {});
      socket.on('close', resolve);
    });
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 25 }, visit));
  await (await Client.connectAtLast(server, { cookie: `shogikan=${'B'.repeat(42)}Q` })).close();
});
