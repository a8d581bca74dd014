// The built-in player, and engines of the older protocols. WASM=build/release/wasm
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCores } from '../../../tests/core/core_module.mjs';
import { isPass, XboardMoves } from '../cecp_moves.mjs';
import { pieceWorth } from '../greedy.mjs';
import { makePlayer } from '../players.mjs';

const cores = await loadCores(process.env.WASM ?? 'build/release/wasm', 'records');
const chu = cores.get('chu');
const shogi = cores.get('shogi');

/** Lions with something to take and room to pass. */
const lionSfen = '6k5/12/12/12/5p6/5N6/12/12/12/12/12/5K6 b - 1';
const withLion = () => chu.start({ sfen: lionSfen });

test('squares of XBoard: files from the left, ranks from sente', () => {
  const moves = new XboardMoves(chu);
  assert.equal(moves.square('12l'), 'a1');
  assert.equal(moves.square('1a'), 'l12');
  assert.equal(moves.square('7j'), 'f3');
  assert.equal(moves.usiSquare('a1'), '12l');
  assert.equal(moves.usiSquare('l12'), '1a');
});

test('every legal move of chu, there and back', () => {
  const moves = new XboardMoves(chu);
  const match = withLion();
  for (const usi of match.legal()) assert.equal(moves.read(match, moves.write(match, usi)), usi);
  assert.equal(moves.write(match, '7f7e7f'), 'f7f8,f8f7'); // igui
  assert.equal(moves.read(match, 'f7f8,f8f7'), '7f7e7f');
  match.free();
  const start = chu.start();
  for (const usi of start.legal()) assert.equal(moves.read(start, moves.write(start, usi)), usi);
  start.free();
});

test('promotions keep their sign', () => {
  const moves = new XboardMoves(chu);
  const match = chu.start({ sfen: '6k5/12/12/12/7R4/12/12/12/12/12/12/5K6 b - 1' });
  assert.equal(moves.write(match, '5e5d+'), 'h8h9+');
  assert.equal(moves.read(match, 'h8h9+'), '5e5d+');
  assert.equal(moves.read(match, 'h8h9'), '5e5d');
  match.free();
});

test('a pass has its own writing, and is read in both of them', () => {
  const moves = new XboardMoves(chu);
  const match = withLion();
  const pass = match.legal().find((usi) => isPass(match, usi));
  assert.ok(pass);
  assert.equal(moves.write(match, pass), '@@@@');
  assert.equal(moves.read(match, '@@@@'), pass);
  assert.equal(moves.read(match, 'f7f7'), pass);
  assert.equal(isPass(match, '7f7e7f'), false);
  match.free();
  const start = chu.start();
  assert.equal(moves.read(start, '@@@@'), null);
  assert.equal(moves.read(start, 'rubbish'), null);
  start.free();
});

const fake = (...words) => ({
  name: 'fake',
  protocol: 'cecp',
  command: [process.execPath, new URL('fake_engine.mjs', import.meta.url).pathname, 'cecp', ...words],
  options: [],
  limits: { movetime: 50 },
});

async function withPlayer(spec, use) {
  const player = makePlayer(spec);
  await player.newGame({ core: chu, game: 'chu', rules: '', seed: 1 });
  try {
    const think = (moves) => player.think({ moves, limits: spec.limits, timeout: 60_000 });
    await use(think);
  } finally {
    await player.close();
  }
}

test('an engine of CECP plays, its counts are read', async () => {
  await withPlayer(fake('4 -116 10 9590 e9e8 a3a4|move f4f5', 'move f3f4,|move f4f6'), async (think) => {
    const first = await think([]);
    assert.deepEqual([first.move, first.nodes, first.nodesMs], ['7i7h', 9590, 100]);
    const second = await think(['7i7h', '12d12e']);
    assert.equal(second.move, '7j7i7g'); // in two lines
  });
});

test('hachu hears repetitions: its own move is told again where they are allowed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'match-'));
  process.env.HEARD = join(folder, 'heard');
  try {
    await withPlayer(fake('move f4f5', 'move f5f6'), async (think) => {
      await think([]);
      await think(['7i7h', '12d12e']);
    });
    const heard = readFileSync(process.env.HEARD, 'utf8').split('\n');
    const from = heard.lastIndexOf('force');
    assert.deepEqual(heard.slice(from + 1, from + 6), [
      'option Allow repeats=1',
      'undo',
      'usermove f4f5',
      'usermove a9a8',
      'option Allow repeats=0',
    ]);
    assert.equal(heard[from + 9], 'go');
  } finally {
    delete process.env.HEARD;
    rmSync(folder, { recursive: true });
  }
});

test('what hachu refuses is told as a refusal, with the move', async () => {
  process.env.REFUSES = 'f4f5';
  try {
    await withPlayer(fake('move a9a8'), async (think) => {
      await assert.rejects(think(['7i7h']), { name: 'PlayerFault', kind: 'refusal', message: /f4f5/ });
    });
  } finally {
    delete process.env.REFUSES;
  }
});

test('an engine of CECP that says it lost resigns; what else it claims is a fault', async () => {
  await withPlayer(fake('0-1 {Gote wins}', '1-0 {Sente wins}', 'resign'), async (think) => {
    assert.equal((await think([])).move, 'resign');
    await assert.rejects(think([]), { kind: 'protocol', message: /claims 1-0/ });
    assert.equal((await think([])).move, 'resign');
  });
});

test('the greedy player knows what a piece can do', () => {
  const worth = pieceWorth(shogi);
  const of = (sfen) => worth.get(shogi.game.pieces.find((piece) => piece.sfen === sfen).kind);
  const order = ['P', 'N', 'L', 'S', 'G', 'B', '+B', 'R', '+R', 'K'];
  for (let i = 1; i < order.length; i++) assert.ok(of(order[i - 1]) < of(order[i]), `${order[i - 1]} < ${order[i]}`);
  assert.equal(of('+P'), of('G'));
});

async function greedyMove(core, sfen, seed = 1) {
  const player = makePlayer({ name: 'greedy', protocol: 'greedy', command: [], options: [], limits: {} });
  await player.newGame({ core, seed });
  const match = core.start({ sfen });
  const { move } = await player.think({ match });
  match.free();
  return move;
}

test('the greedy player takes the most, and mates before it takes', async () => {
  // The rook at 5e can take a pawn, a silver or a bishop.
  assert.match(await greedyMove(shogi, '4k4/9/4p4/9/1s2R2b1/9/9/9/4K4 b - 1'), /^5e2e/);
  // Gold in hand, pawn on 5c: mate in front of the king; a rook hangs elsewhere.
  assert.equal(await greedyMove(shogi, '4k4/9/4P4/9/1r5R1/9/9/9/4K4 b G 1'), 'G*5b');
  // Two lions: takes two pieces in a move rather than one.
  const taken = await greedyMove(chu, '6k5/12/12/5p6/5p6/5N6/12/12/12/12/12/5K6 b - 1');
  assert.equal(taken, '7f7e7d');
});

test('the greedy player plays alike with the same seed', async () => {
  const start = shogi.game.startSfen;
  assert.equal(await greedyMove(shogi, start, 3), await greedyMove(shogi, start, 3));
  const moves = new Set();
  for (let seed = 0; seed < 20; seed++) moves.add(await greedyMove(shogi, start, seed));
  assert.ok(moves.size > 3);
});
