// Needs the modules of the rules: WASM=build/release/wasm node --test tools/match/tests/match.test.mjs
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadCores } from '../../../tests/core/core_module.mjs';
import { readArguments, splitCommand } from '../args.mjs';
import { playGame } from '../game.mjs';
import { drawOpening } from '../openings.mjs';
import { makePlayer } from '../players.mjs';
import { summary } from '../report.mjs';
import { runMatch } from '../run.mjs';
import { usiLimits } from '../usi.mjs';

const cores = await loadCores(process.env.WASM ?? 'build/release/wasm', 'records');
const core = cores.get('hasami');
const shogi = cores.get('shogi');
const folder = mkdtempSync(join(tmpdir(), 'match-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = () => join(folder, `${files++}.jsonl`);

const greedy = { name: 'greedy', protocol: 'greedy', command: [], options: [], limits: {} };
const fake = (...words) => ({
  name: words[0],
  protocol: 'usi',
  command: [process.execPath, new URL('fake_engine.mjs', import.meta.url).pathname, ...words],
  options: [],
  limits: { movetime: 1000 },
});
const setupOf = (a, b, more = {}) => ({
  game: 'hasami',
  rules: '',
  a,
  b,
  seed: 5,
  openings: { plies: 6, bound: 150, judge: null },
  maxPlies: 60,
  margin: 100,
  ...more,
});
const play = (setup, path, games, more = {}) => runMatch(setup, { path, games, concurrency: 2, core, ...more });
const movesOf = ({ games }) => Object.fromEntries(games.map(({ n, moves }) => [n, moves]));

test('openings depend on the seed and the pair alone, and are level', async () => {
  const draw = (pair, judge = null, seed = 1) => drawOpening({ core: shogi, rules: '', seed, pair, plies: 8, bound: 100, judge });
  const [third, first] = [await draw(3), await draw(1)];
  assert.deepEqual(await draw(1), first);
  assert.deepEqual(await draw(3), third);
  assert.notDeepEqual(first, third);
  assert.notDeepEqual(await draw(1, null, 2), first);
  assert.equal(first.length, 8);
  const seen = [];
  const found = await draw(1, async (moves) => {
    seen.push(moves);
    return [400, -101, 100][seen.length - 1];
  });
  assert.equal(seen.length, 3);
  assert.deepEqual(found, seen[2]);
  await assert.rejects(
    draw(1, async () => 101),
    /no level opening/,
  );
});

test('both games of a pair have one opening and change colours', async () => {
  const { games } = await play(setupOf(greedy, { ...greedy, name: 'other' }), fresh(), 6);
  for (const pair of [0, 1, 2]) {
    const [one, two] = games.filter(({ n }) => n >> 1 === pair).sort((x, y) => x.n - y.n);
    assert.deepEqual([one.sente, two.sente], ['a', 'b']);
    assert.equal(one.opening, 6);
    assert.deepEqual(one.moves.split(' ').slice(0, 6), two.moves.split(' ').slice(0, 6));
  }
});

test('a match that was stopped goes on as if it had not been', async () => {
  const setup = setupOf(greedy, { ...greedy, name: 'other' });
  const straight = await play(setup, fresh(), 8);
  const path = fresh();
  const stop = new AbortController();
  await play(setup, path, 8, { signal: stop.signal, onGame: ({ games }) => games.length === 3 && stop.abort() });
  appendFileSync(path, '{"match":"cut of'); // as if killed while writing
  const before = readFileSync(path, 'utf8').split('\n').length;
  assert.ok(before >= 4 && before < 9);
  const resumed = await play(setup, path, 8);
  assert.equal(resumed.games.length, 8);
  assert.deepEqual(movesOf(resumed), movesOf(straight));
  assert.equal(readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse).length, 8);
  assert.equal((await play(setup, path, 8)).games.length, 8);
});

test('the second game of a pair keeps the opening of the first, although the judge would choose another now', async () => {
  const path = fresh();
  const setup = setupOf(greedy, greedy);
  const [only] = (await play(setup, path, 1)).games;
  const moved = readFileSync(path, 'utf8').replace(only.moves, '7i7h 7a7b 8i8h 8a8b 9i9h 9a9b 6i6h');
  rmSync(path);
  appendFileSync(path, moved);
  const { games } = await play(setup, path, 2);
  assert.equal(games[1].moves.split(' ').slice(0, 6).join(' '), '7i7h 7a7b 8i8h 8a8b 9i9h 9a9b');
});

test('a file of another match is refused', async () => {
  const path = fresh();
  await play(setupOf(greedy, greedy), path, 1);
  await assert.rejects(play(setupOf(greedy, greedy, { seed: 6 }), path, 2), /another match/);
});

test('the KIF file holds every game', async () => {
  const results = await play(setupOf(greedy, { ...greedy, name: 'other' }), fresh(), 4);
  const texts = readFileSync(results.kifPath, 'utf8').split(/\n\n(?=棋戦)/);
  assert.equal(texts.length, 4);
  const read = texts.map((text) => core.readRecord(text, 'kif').moves.join(' '));
  assert.deepEqual(new Set(read), new Set(results.games.map(({ moves }) => moves)));
});

test('a game that reaches the bound is a draw and says so', async () => {
  const { games } = await play(setupOf(greedy, greedy, { maxPlies: 10 }), fresh(), 2);
  assert.deepEqual(
    games.map(({ result, end, moves }) => [result, end, moves.split(' ').length]),
    [
      ['draw', 'plies', 10],
      ['draw', 'plies', 10],
    ],
  );
});

for (const [kind, spec] of [
  ['crash', fake('exit')],
  ['illegal', fake('usi', 'bestmove 1a1a')],
  ['protocol', fake('usi', 'info string error position: no such move')],
])
  test(`${kind}: loses the game and is told by name`, async () => {
    const results = await play(setupOf(spec, greedy), fresh(), 2);
    for (const { result, end, fault } of results.games) {
      assert.equal(result, 'b');
      assert.equal(end, kind);
      assert.equal(fault.by, 'a');
      assert.equal(fault.kind, kind);
    }
    const text = summary(results, null).join('\n');
    assert.match(text, new RegExp(`FAULTS: 2 ${kind}`));
    assert.match(text, /game 2, ply/);
    assert.match(readFileSync(results.kifPath, 'utf8'), new RegExp(`end: ${kind}`));
  });

test('an illegal move is told with its position', async () => {
  const { games } = await play(setupOf(fake('usi', 'bestmove 1a1a'), greedy), fresh(), 1);
  assert.match(games[0].fault.message, /^1a1a \(\w+\) in \S+ b /);
});

test('silence loses the game', async () => {
  const player = makePlayer(fake('usi'));
  await player.newGame({ core, game: 'hasami', rules: '', seed: 1 });
  const game = await playGame({
    core,
    rules: '',
    opening: [],
    players: { b: player, w: makePlayer(greedy) },
    limits: { b: { movetime: 10 }, w: {} },
    margin: 100,
    maxPlies: 60,
    patience: { beyond: 40, without: 40 },
  });
  await player.close();
  assert.equal(game.winner, 'w');
  assert.equal(game.end, 'silent');
});

test('resigning ends a game without a fault', async () => {
  const { games } = await play(setupOf(fake('usi', 'bestmove resign'), greedy), fresh(), 2);
  for (const { result, end, fault } of games) assert.deepEqual([result, end, fault], ['b', 'resignation', undefined]);
});

test('on a clock too long a move loses, under a move time it is counted', async () => {
  const slow = { name: 'slow', think: async () => ({ move: '7i7h', ms: 700, nodes: 0, nodesMs: 0, cp: null }) };
  const quick = { name: 'quick', think: async () => ({ move: 'resign', ms: 1, nodes: 0, nodesMs: 0, cp: null }) };
  const with_ = (limits) =>
    playGame({
      core,
      rules: '',
      opening: [],
      players: { b: slow, w: quick },
      limits: { b: limits, w: {} },
      margin: 100,
      maxPlies: 9,
    });
  assert.equal((await with_({ time: 100, byoyomi: 400 })).end, 'time');
  assert.equal((await with_({ time: 100, byoyomi: 400 })).winner, 'w');
  const counted = await with_({ movetime: 500 });
  assert.equal(counted.end, 'resignation');
  assert.equal(counted.used.b.overruns, 1);
  assert.equal((await with_({ movetime: 650 })).used.b.overruns, 0);
});

test('an engine that is not there is an error, not a lost game', async () => {
  const path = fresh();
  await assert.rejects(play(setupOf({ ...fake(), command: ['/nowhere/engine'] }, greedy), path, 2), /cannot be started/);
});

test('SPRT ends a match before its games are played', async () => {
  const results = await play(setupOf(fake('usi', 'bestmove resign'), greedy), fresh(), 400, {
    test: { elo0: -100, elo1: 0, alpha: 0.05, beta: 0.05 },
  });
  assert.ok(results.games.length < 100, `${results.games.length} games`);
});

test('the command line is read, and what is wrong with it said', () => {
  const base = ['--game', 'hasami', '--out', 'x.jsonl', '--a.cmd', 'engine "two words" usi', '--b.protocol', 'greedy'];
  const { setup, run } = readArguments([...base, '--nodes', '100', '--a.option', 'Rule=win=all', '--sprt', '0 5 0.05 0.05']);
  assert.deepEqual(setup.a.command, ['engine', 'two words', 'usi']);
  assert.deepEqual(setup.a.options, [['Rule', 'win=all']]);
  assert.deepEqual(setup.a.limits, { nodes: 100 });
  assert.deepEqual(run.test, { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05 });
  assert.deepEqual(readArguments([...base, '--nodes', '9', '--a.time', '0', '--a.byoyomi', '50']).setup.a.limits, {
    time: 0,
    byoyomi: 50,
  });
  for (const [args, message] of [
    [base, /needs one of/],
    [[...base, '--nodes', '1', '--depth', '2'], /needs one of/],
    [[...base, '--nodes', '-1'], /./],
    [[...base, '--nodes', '1', '--byoyomi', '5'], /need --time/],
    [[...base, '--nodes', '1', '--sprt', '5 0 0.05 0.05'], /elo0/],
    [[...base, '--nodes', '1', '--a.protocol', 'cecp'], /movetime/],
    [[...base, '--nodes', '1', '--b.cmd', 'x'], /greedy has none/],
  ])
    assert.throws(() => readArguments(args), message, args.join(' '));
  assert.deepEqual(splitCommand(`a 'b c' "d"`), ['a', 'b c', 'd']);
});

test('limits are told in USI', () => {
  assert.equal(usiLimits({ nodes: 5 }), 'nodes 5');
  assert.equal(usiLimits({ movetime: 5 }), 'movetime 5');
  const left = { b: 1000, w: 900 };
  assert.equal(usiLimits({ clock: { left, byoyomi: 200, increment: 0 } }), 'btime 1000 wtime 900 byoyomi 200');
  assert.equal(usiLimits({ clock: { left, byoyomi: 0, increment: 10 } }), 'btime 1000 wtime 900 binc 10 winc 10');
});
