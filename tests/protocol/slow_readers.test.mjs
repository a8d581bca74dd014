// Clients that do not read what they are sent: they cost a bounded amount of memory, hold nobody up, and get snapshots when
// they read again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, play, Server, seatTwo, sleep, until, WebSocket } from './harness.mjs';

test('a reader that stops costs no memory, and gets a snapshot when it reads again', async () => {
  const patient = await Server.start([
    ...['--message-rate', '0', '--address-rate', '0', '--slow-seconds', '600', '--queue-kib', '288'],
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
    const deadline = Date.now() + 120_000;
    for (let blocked = 0; blocked < 8; ) {
      assert.ok(Date.now() < deadline, 'the queue never ran over for good');
      const held = await patient.metrics();
      assert.ok(held.outbox_bytes <= 288 * 1024, `${held.outbox_bytes} bytes wait`);
      blocked = held.connections_lagging === 1 ? blocked + 1 : 0;
      if (blocked < 4) for (let i = 0; i < 500; i++) slow.send({ t: 'watch', table: seats.table });
      await sleep(100);
    }
    const moved = await seats.black.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '2g2f' });
    assert.equal(moved.t, 'event', 'a slow reader holds nobody up');
    slow.socket._socket.resume();
    const snapshot = await slow.next('snapshot', ({ moves }) => moves.endsWith('2g2f'), 120_000);
    assert.equal(snapshot.seq, moved.event.seq);
  } finally {
    await patient.stop();
  }
});

test('a reader that has caught up stays, even if it watches nothing', async () => {
  const strict = await Server.start(['--message-rate', '0', '--address-rate', '0', '--slow-seconds', '15', '--queue-kib', '288']);
  try {
    const client = await Client.connect(strict);
    client.socket._socket.pause();
    for (let blocked = 0, left = 400; blocked < 5; left--) {
      assert.ok(left > 0, 'the queue never ran over for good');
      blocked = (await strict.metrics()).connections_lagging === 1 ? blocked + 1 : 0;
      if (blocked < 2) for (let n = 0; n < 5000; n++) client.send({ t: 'ping', n });
      await sleep(50);
    }
    client.socket._socket.resume();
    await until('it has caught up', async () => (await strict.metrics()).connections_lagging === 0);
    await sleep(17_000);
    assert.ok(!client.isClosed);
    client.inbox.length = 0;
    await client.settle();
  } finally {
    await strict.stop();
  }
});

test('a reader that never reads again is closed', async () => {
  const strict = await Server.start(['--message-rate', '0', '--address-rate', '0', '--slow-seconds', '1', '--queue-kib', '288']);
  try {
    const seats = await seatTwo(strict);
    const slow = await Client.connect(strict);
    slow.socket._socket.pause();
    const deadline = Date.now() + 60_000;
    while ((await strict.metrics()).closed_slow_total === 0 || (await strict.metrics()).connections > 2) {
      assert.ok(Date.now() < deadline, 'it is still there');
      if (slow.socket.readyState === WebSocket.OPEN) for (let i = 0; i < 500; i++) slow.send({ t: 'watch', table: seats.table });
      await sleep(50);
    }
    slow.socket.terminate();
  } finally {
    await strict.stop();
  }
});
