// Counting and pruning while a server runs. What pruning removes is in server/store/tests/admin_test.c, where time can be set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, play, Server, seatTwo } from '../protocol/harness.mjs';
import { admin } from './admin.mjs';

test('stats count tables, games by kind and result, devices and bytes', async () => {
  const server = await Server.start();
  try {
    const seats = await seatTwo(server);
    await play(seats, ['7g7f']);
    await seats.white.command({ t: 'resign', game: seats.game, seq: seats.seq });
    const other = await Client.connect(server);
    await other.open({ kind: 'chu' });
    const { status, stdout, stderr } = admin(server.data, 'stats');
    assert.equal(status, 0, stderr);
    for (const line of [
      /^tables +2$/m,
      /^games +2$/m,
      /^devices +3$/m,
      /^devices seen within a day +3$/m,
      /^bytes +[1-9]\d{4,}$/m,
      /^shogi +won by sente +1$/m,
      /^chu +not ended +1$/m,
    ])
      assert.match(stdout, line);
  } finally {
    await server.stop();
  }
});

test('pruning under a running server leaves what is new, and the server goes on', async () => {
  const server = await Server.start();
  try {
    const seats = await seatTwo(server);
    seats.white.send({ t: 'listen', table: seats.table });
    seats.black.send({ t: 'say', table: seats.table, id: 'a', text: 'hello' });
    await seats.white.next('line');
    for (const words of [['--dry-run'], []]) {
      const { status, stdout, stderr } = admin(server.data, 'prune', '--older', '1', ...words);
      assert.equal(status, 0, stderr);
      assert.match(stdout, words.length ? /^would go: 0 tables/ : /^gone: 0 tables/);
    }
    await play(seats, ['7g7f', '3c3d']);
  } finally {
    await server.stop();
  }
});
