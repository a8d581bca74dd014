// The program as a process: arguments, starting, ending.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client, kind, play, program, Server, seatTwo, temporaryFolder, until } from './harness.mjs';

const run = (...args) => spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });

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
    [['serve', '--trusted-proxy', '10.0.0.0/40'], /--trusted-proxy/],
    [['serve', '--log', 'loud'], /--log: no such level: loud/],
    [['serve', '--queue-kib', '1'], /--queue-kib: not between/],
    [['serve', '--store', 'postgres://x'], /--store: only sqlite/],
    [['serve', '--store', `sqlite://${'x/'.repeat(2100)}x`], /--store: too long/],
    [['serve', '--data', 'x/'.repeat(2100)], /--data: too long/],
    [['serve', '--bus', 'nats://x'], /--bus: only local/],
    [['serve', '--engine', ' '], /--engine: no words/],
    [['serve', '--engine-games', 'chess'], /--engine-games: there is no --engine/],
    [['serve', '--engine-option', 'Threads=2'], /--engine-option: there is no --engine/],
    [['serve', '--engine', 'x', '--engine-option', 'Threads'], /--engine-option: not NAME=VALUE: Threads/],
    [['serve', '--engine', 'x', '--engine-option', '=2'], /--engine-option: not NAME=VALUE: =2/],
    [['serve', '--engine', 'x', '--engine-option', 'Eval Dir=/'], /--engine-option: not NAME=VALUE: Eval Dir/],
    [['serve', '--engine', 'x', '--engine-option', 'Eval=a\nquit'], /--engine-option: more than one line/],
    [['serve', '--engine', 'x', '--engine-option', `Eval=${'x'.repeat(1024)}`], /--engine-option: too long/],
    [['serve', '--engine', 'x', ...Array(33).fill('--engine-option=A=1')], /--engine-option=A=1: too many/],
    [['serve', '--engines', '65'], /--engines: not between 1 and 64/],
    [['leash', 'x', 'true'], /say leash PID PROGRAM/],
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
  for (const command of ['serve', 'admin', 'judge', 'perft', 'convert', 'bench', 'usi']) {
    const { status, stdout, stderr } = run(command, '--help');
    assert.deepEqual([status, stderr], [0, ''], command);
    assert.match(stdout, new RegExp(`^usage: shogikan ${command}`));
  }
  assert.match(run('perft', '--help').stdout, new RegExp(`^  ${kind}\n    move_limit=0\\.\\.\\d+\n`, 'm'));
  assert.equal(run('judge', '--help', 'me').status, 2);
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

test('two servers never have one database', async () => {
  const server = await Server.start();
  try {
    const seats = await seatTwo(server);
    const second = run('serve', '--port', '0', '--data', server.data);
    assert.equal(second.status, 1);
    assert.match(second.stderr, /shogikan\.sqlite.*another server has it/);
    await play(seats, ['7g7f', '3c3d']);
    await server.kill();
    await server.spawn([]);
    const back = await Client.connect(server, { cookie: seats.black.cookie });
    back.send({ t: 'watch', table: seats.table });
    assert.equal((await back.next('snapshot')).moves, '7g7f 3c3d');
  } finally {
    await server.stop();
  }
});

test('a file at its limit is a full disk: refused, said, and the server lives', async () => {
  const limited = ['sh', '-c', 'ulimit -f 800 && exec "$0" "$@"', program];
  const server = await Server.start(['--message-rate', '0', '--address-rate', '0'], { command: limited });
  try {
    const client = await Client.connect(server);
    let refusal;
    for (let i = 0; i < 30 && !refusal; i++) {
      const opened = await client.open({ opponent: 'computer' });
      if (opened.t === 'error') refusal = opened;
      for (let n = 0; n < 30 && opened.t === 'snapshot'; n++)
        await client
          .command({ t: 'resign', game: opened.game, seq: 0 })
          .then((a) => client.command({ t: 'again', game: opened.game, seq: a.event?.seq ?? 0 }));
    }
    assert.equal(refusal?.code, 'store');
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  } finally {
    await server.stop();
  }
});

for (const signal of ['SIGTERM', 'SIGINT'])
  test(`${signal} drains: nothing confirmed is lost, connections end with 1001, exit code 0`, async () => {
    const folder = temporaryFolder();
    const server = await Server.start([], { data: folder.path });
    const seats = await seatTwo(server);
    await play(seats, ['7g7f', '3c3d', '2g2f']);
    const cookie = seats.white.cookie;
    // In flight at the moment of the signal: answered, or not done; never something between.
    const last = seats.white.command({ t: 'move', game: seats.game, seq: seats.seq, usi: '8c8d' }).catch(() => null);
    const stopped = server.stop(signal);
    const [black, white] = await Promise.all([seats.black.closed, seats.white.closed]);
    assert.equal(black.code, 1001);
    assert.equal(white.code, 1001);
    const answer = await last;
    await stopped; // with code 1 where it had to give up waiting for something

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

test('neither a thinking computer nor a client that does not read holds up the end', async () => {
  // A server that waits for either ends by its own deadline, with code 1.
  const server = await Server.start(['--movetime', '60000', '--message-rate', '0', '--address-rate', '0']);
  const client = await Client.connect(server);
  const opened = await client.open({ opponent: 'computer', settings: 'level=10' });
  await client.command({ t: 'move', game: opened.game, seq: opened.seq, usi: '7g7f' });
  const deaf = await Client.connect(server);
  deaf.socket._socket.pause();
  for (let i = 0; i < 2000; i++) deaf.send({ t: 'watch', table: opened.table });
  await client.settle();
  await server.stop();
  deaf.socket.terminate();
});

/** Ids of the processes whose parent is `parent`. */
function childrenOf(parent) {
  const parentOf = (pid) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/stat`, 'latin1')
          .replace(/^.*\) \S /s, '')
          .split(' ')[0],
      );
    } catch {
      return 0; // it has ended meanwhile
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent);
}

test('a foreign engine is told the options that it has, at its start', async () => {
  const folder = temporaryFolder();
  const [script, heard] = [`${folder.path}/engine.sh`, `${folder.path}/heard`];
  const options = 'echo option name USI_Hash type spin default 16; echo option name EvalDir type string default eval';
  writeFileSync(
    script,
    `while read -r l; do echo "$l" >> ${heard}; case $l in usi) ${options}; echo usiok;; isready) echo readyok;; esac; done`,
  );
  const given = ['USI_Hash=64', 'EvalDir=/srv/my eval', 'Hash=1', 'Evaluation='].map((option) => `--engine-option=${option}`);
  const server = await Server.start(['--engine', `sh ${script}`, ...given]);
  await until('both engines are ready', async () => (await server.metrics()).engine_processes_ready === 2);
  assert.deepEqual(readFileSync(heard, 'utf8').split('\n').slice(0, 4), [
    'usi',
    'setoption name USI_Hash value 64',
    'setoption name EvalDir value /srv/my eval',
    'isready',
  ]);
  await until('what it does not have is said', () => server.log.includes('Evaluation'));
  assert.deepEqual(
    server.log.match(/cpu\.engine_option .*/g)?.map((line) => /option=(\S+)/.exec(line)[1]),
    ['"Hash"', '"Evaluation"'],
  );
  await server.stop();
  folder.remove();
});

test('a killed server takes its engines along, even one that neither reads nor writes', async () => {
  const folder = temporaryFolder();
  const script = `${folder.path}/engine.sh`;
  const options = `echo option name UCI_Variant type combo default ${kind} var ${kind}; echo usiok`;
  writeFileSync(script, `while read l; do case $l in usi) ${options};; isready) echo readyok;; go*) exec sleep 60;; esac; done`);
  const server = await Server.start(['--movetime', '60000', '--engine', `sh ${script}`]);
  await until('both engines are ready', async () => (await server.metrics()).engine_processes_ready === 2);
  const client = await Client.connect(server);
  await client.open({ opponent: 'computer', settings: 'level=10 first=guest' });
  const engines = () => childrenOf(server.process.pid);
  const sleeps = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('sleep\0');
  await until('it thinks', () => engines().length === 2 && engines().some(sleeps));
  const pids = engines();
  await server.kill();
  await until('the engines are gone', () => !pids.some((pid) => existsSync(`/proc/${pid}`)));
  folder.remove();
});

test('the leash starts nothing for a parent that is gone, and says when there is no such program', () => {
  const orphan = run('leash', '1', 'echo', 'alive');
  assert.deepEqual([orphan.status, orphan.stdout], [0, '']);
  const alive = run('leash', `${process.pid}`, 'echo', 'alive');
  assert.deepEqual([alive.status, alive.stdout], [0, 'alive\n']);
  const missing = run('leash', `${process.pid}`, '/nonexistent/engine');
  assert.equal(missing.status, 127);
  assert.match(missing.stderr, /\/nonexistent\/engine: No such file/);
});

test('a computer that owed a move when the server was killed makes it after the restart', async () => {
  const folder = temporaryFolder();
  const server = await Server.start(['--movetime', '3000'], { data: folder.path });
  const client = await Client.connect(server);
  const opened = await client.open({ opponent: 'computer', settings: 'level=10' });
  const mine = await client.command({ t: 'move', game: opened.game, seq: opened.seq, usi: '7g7f' });
  await server.kill();
  const again = await Server.start([], { data: folder.path });
  const back = await Client.connect(again, { cookie: client.cookie });
  back.send({ t: 'watch', table: opened.table, game: opened.game, seq: mine.event.seq });
  const answer = await back.next('event', ({ event }) => event.seq === mine.event.seq + 1, 60_000);
  assert.equal(answer.event.kind, 'move');
  assert.equal(answer.event.side, 'w');
  await again.stop();
  folder.remove();
});
