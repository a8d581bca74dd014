// What `shogikan admin` says when it is asked for wrongly, and for help.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, Server, temporaryFolder } from '../protocol/harness.mjs';
import { admin } from './admin.mjs';

test('every wrong argument ends with 2 and says what and where', async () => {
  const server = await Server.start();
  try {
    const there = join(server.data, 'there');
    writeFileSync(there, 'something');
    const cases = [
      [[], /a command is missing/],
      [['dance'], /dance: no such command/],
      [['backup'], /backup: FILE: is missing/],
      [['backup', ''], /FILE: is missing/],
      [['backup', 'a', 'b'], /b: one word too many/],
      [['backup', there], /there: it is there already/],
      [['backup', 'a', '--days', '3'], /--days: no such option/],
      [['restore'], /FILE: is missing/],
      [['prune'], /--older: say of how many days/],
      [['prune', '--older', '0'], /--older: not a number from 1 to 36500: 0/],
      [['prune', '--older', 'x'], /--older: not a number from 1 to 36500: x/],
      [['prune', '--older', '99999'], /not a number from 1/],
      [['prune', '9', '--older', '9'], /9: one word too many/],
      [['ban'], /PLAYER\|ADDRESS \[--days N\]: is missing/],
      [['ban', 'nobody'], /nobody: neither an address nor the public id of a player/],
      [['ban', '192.0.2.1', '--days', '-1'], /--days: not a number/],
      [['unban', '192.0.2.1'], /192\.0\.2\.1: is not banned/],
      [['bans', 'all'], /all: one word too many/],
      [['reports', 'burn'], /burn: list, show N or close N/],
      [['reports', 'show'], /show: the number of a report is missing/],
      [['reports', 'show', 'x'], /x: not a number/],
      [['reports', 'show', '7'], /7: there is no report of this number/],
      [['reports', 'close', '7'], /7: there is no open report of this number/],
      [['reports', 'list', 'x'], /x: one word too many/],
      [['stats', '--all'], /--all: no such option/],
      [['stats', '--colour'], /--colour: no such option/],
      [['stats', '--store', 'postgres://x'], /--store: only sqlite/],
      [['stats', '--store', `sqlite://${'x/'.repeat(2100)}x`], /--store: too long/],
    ];
    for (const [words, message] of cases) {
      const { status, stderr } = admin(words.length > 0 ? server.data : null, ...words);
      assert.equal(status, 2, `${words.join(' ')}: ${stderr}`);
      assert.match(stderr, message, words.join(' '));
    }
    for (const option of ['--older', '--data', '--store']) {
      const { status, stderr } = admin(null, 'prune', option);
      assert.equal(status, 2);
      assert.match(stderr, new RegExp(`${option}: a value is missing`));
    }
  } finally {
    await server.stop();
  }
});

test('each command has its help', () => {
  const all = admin(null, '--help');
  assert.equal(all.status, 0);
  for (const name of ['backup', 'restore', 'prune', 'ban', 'unban', 'bans', 'reports', 'stats']) {
    assert.match(all.stdout, new RegExp(`^ {2}${name} `, 'm'));
    const one = admin(null, name, '--help');
    assert.equal(one.status, 0, one.stderr);
    assert.match(one.stdout, new RegExp(`usage: shogikan admin ${name}`));
  }
});

test('where there is no database that is said with exit code 1, and none is made', () => {
  const folder = temporaryFolder();
  for (const words of [['stats'], ['bans'], ['prune', '--older', '1'], ['ban', '192.0.2.1'], ['backup', join(folder.path, 'copy')]]) {
    const { status, stderr } = admin(folder.path, ...words);
    assert.equal(status, 1, words.join(' '));
    assert.match(stderr, /shogikan\.sqlite: there is no such file/);
  }
  assert.ok(!existsSync(join(folder.path, 'shogikan.sqlite')));
  assert.ok(!existsSync(join(folder.path, 'copy')));
  writeFileSync(join(folder.path, 'shogikan.sqlite'), 'this is no database, but long enough to be looked at as one '.repeat(40));
  const { status, stderr } = admin(folder.path, 'stats');
  assert.equal(status, 1);
  assert.match(stderr, /not a database/);
  folder.remove();
});

test('bans are listed with their end, and --store names the file as for serve', async () => {
  const server = await Server.start();
  try {
    const client = await Client.connect(server);
    const store = `sqlite://${server.data}/shogikan.sqlite`;
    assert.equal(admin(null, 'ban', client.welcome.you, '--store', store).status, 0);
    assert.equal(admin(server.data, 'ban', '192.0.2.9', '--days', '2').status, 0);
    const { stdout } = admin(server.data, 'bans');
    assert.match(stdout, new RegExp(`^${client.welcome.you} .* for ever$`, 'm'));
    assert.match(stdout, /^192\.0\.2\.9 .* until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  } finally {
    await server.stop();
  }
});
