// The program as a process: arguments, starting, ending.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Client, play, program, seatTwo, Server, temporaryFolder } from './harness.mjs';

const run = (...args) => spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 });

test('unknown commands and settings end with 2 and a message that names them', () => {
  const cases = [
    [[], /a command is missing/],
    [['dance'], /dance/],
    [['serve', '--colour', 'red'], /--colour: no such setting/],
    [['serve', 'now'], /now: no such setting/],
    [['serve', '--port'], /--port: a value is missing/],
    [['serve', '--port', '70000'], /--port: not between 0 and 65535: 70000/],
    [['serve', '--port=x'], /not a number: x/],
    [['serve', '--origin', 'example.org'], /--origin: not an origin/],
    [['serve', '--origin', 'https://example.org/'], /--origin: not an origin/],
    [['serve', '--trusted-proxy', '10.0.0.0\/40'], /--trusted-proxy/],
    [['serve', '--log', 'loud'], /--log: no such level: loud/],
    [['serve', '--queue-kib', '1'], /--queue-kib: not between/],
    [['serve', '--store', 'postgres://x'], /--store: only sqlite/],
    [['serve', '--bus', 'nats://x'], /--bus: only local/],
  ];
  for (const [args, message] of cases) {
    const { status, stderr } = run(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message, args.join(' '));
  }
});

test('version and help', () => {
  assert.match(run('--version').stdout, /^shogikan \d+\.\d+\.\d+\n$/);
  assert.match(run('help').stdout, /serve/);
  const help = run('serve', '--help');
  assert.equal(help.status, 0);
  assert.match(help.stdout, /--max-connections-per-address N/);
});

test('what cannot be opened is said, with exit code 1', async () => {
  const folder = temporaryFolder();
  const server = await Server.start();
  try {
    const taken = run('serve', '--port', String(server.port), '--data', folder.path);
    assert.equal(taken.status, 1);
    assert.match(taken.stderr, new RegExp(`port ${server.port}.*in use`));
    const nowhere = run('serve', '--port', '0', '--bind', 'not-an-address', '--data', folder.path);
    assert.match(nowhere.stderr, /not-an-address/);
    assert.equal(run('serve', '--port', '0', '--data', '/dev/null/x').status, 1);
    const noPage = run('serve', '--port', '0', '--data', folder.path, '--assets', `${folder.path}/none`);
    assert.equal(noPage.status, 1);
    assert.match(noPage.stderr, /none/);
  } finally {
    await server.stop();
    folder.remove();
  }
});

for (const signal of ['SIGTERM', 'SIGINT'])
  test(`${signal} drains: nothing confirmed is lost, connections end with 1001, exit code 0`, async () => {
    const folder = temporaryFolder();
    const server = await Server.start([], { data: folder.path });
    const seats = await seatTwo(server);
    await play(seats, ['7g7f', '3c3d', '2g2f']);
    const cookie = seats.white.cookie;
    const started = Date.now();
    // In flight at the moment of the signal: answered, or not done; never something between.
    const last = seats.white.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '8c8d' }).catch(() => null);
    const stopped = server.stop(signal);
    const [black, white] = await Promise.all([seats.black.closed, seats.white.closed]);
    assert.equal(black.code, 1001);
    assert.equal(white.code, 1001);
    const answer = await last;
    await stopped;
    assert.ok(Date.now() - started < 5000, 'it took too long');

    const again = await Server.start([], { data: folder.path });
    const back = await Client.connect(again, { cookie });
    back.send({ t: 'watch', table: seats.table });
    const snapshot = await back.next('snapshot');
    assert.match(snapshot.moves, /^7g7f 3c3d 2g2f/);
    if (answer?.t === 'event') assert.equal(snapshot.moves, '7g7f 3c3d 2g2f 8c8d');
    assert.equal(back.welcome.you, seats.white.welcome.you);
    await again.stop();
    folder.remove();
  });
