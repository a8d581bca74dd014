// The WebAssembly module through core.ts, and that it answers what the native judge answers.
// WASM is the folder with core-<game>.wasm, TOOL the native program.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { nativeBackend, wasmBackend } from './backends.mjs';
import { Core, loadCores, RuleError } from './core_module.mjs';

const folder = process.env.WASM;
const tool = process.env.TOOL;
assert.ok(folder && tool, 'WASM and TOOL name the modules and the program');
const bytes = await readFile(join(folder, 'core-shogi.wasm'));
const core = await Core.load(bytes);
const START = core.game.startSfen;

const cores = await loadCores(folder);

test('a module imports nothing and is at most 40 kB compressed', async () => {
  assert.ok(cores.size >= 4);
  for (const name of cores.keys()) {
    const module = await readFile(join(folder, `core-${name}.wasm`));
    assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(module)), []);
    const compressed = brotliCompressSync(module, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    console.log(`core-${name}.wasm: ${module.length} bytes, ${compressed} compressed with brotli`);
    assert.ok(compressed <= 40 * 1024);
  }
});

test('each game lists its local rules, the default first', () => {
  const rulesOf = (name) => cores.get(name).game.rules.map((rule) => [rule.name, ...(rule.values ?? [rule.max])]);
  const expected = {
    shogi: [
      ['move_limit', 10000],
      ['handicap', 'none', 'lance', 'bishop', 'rook', 'rook_lance', 'two', 'four', 'six', 'eight', 'ten'],
      ['impasse', 'off', 'points24', 'points27'],
    ],
    annan: [
      ['move_limit', 10000],
      ['dead_piece', 'support', 'by_type'],
    ],
    chu: [
      ['move_limit', 10000],
      ['promotion', 'association', 'shogi'],
      ['lion_trade', 'protected', 'always', 'off'],
      ['bare_king', 'on', 'off'],
    ],
    hasami: [
      ['move_limit', 10000],
      ['win', 'five', 'lead3', 'all'],
    ],
  };
  for (const [name, rules] of Object.entries(expected)) assert.deepEqual(rulesOf(name), rules);
});

test('a double move in any spelling is played in the canonical one', () => {
  const chu = cores.get('chu');
  const match = chu.start({ sfen: 'kg10/12/12/12/12/5p6/5N6/12/12/12/12/10GK b - 1' });
  assert.deepEqual(match.play('7g8f7g'), { ok: true, usi: '7g6f7g' });
  match.back();
  assert.deepEqual(match.play('7g7f7g'), { ok: true, usi: '7g7f7g' });
  match.free();
  const locked = chu.start({ sfen: 'kg10/12/4r4+R2/12/12/12/4N7/4G7/12/12/12/10GK w 3c 2' });
  assert.deepEqual(locked.explain('8c8g'), { legal: false, rule: 'counter_strike', squares: ['3c', '8g', '8h'] });
  locked.free();
});

test('the game is described by its own tables', () => {
  const { game } = core;
  assert.deepEqual([game.name, game.files, game.ranks, game.zone, game.drops], ['shogi', 9, 9, 3, true]);
  assert.deepEqual([game.handOrder, game.third], ['RBGSNLP', 'hands']);
  const byName = new Map(game.pieces.map((piece) => [piece.sfen, piece]));
  assert.equal(byName.get('K').royal, true);
  assert.equal(byName.get('P').promotes, byName.get('+P').kind);
  assert.equal(byName.get('+P').inHand, byName.get('P').kind);
  assert.deepEqual(
    game.rules.find((rule) => rule.name === 'move_limit'),
    { name: 'move_limit', values: null, max: 10000 },
  );
  assert.deepEqual(
    game.pieces.map((piece) => piece.kind),
    game.pieces.map((_, i) => i + 1),
  );
});

test('a compiled module gives cores of their own', async () => {
  const module = await WebAssembly.compile(bytes);
  const [a, b] = await Promise.all([Core.load(module), Core.load(module)]);
  const [first, second] = [a.start(), b.start()];
  first.play('7g7f');
  assert.equal(first.ply(), 1);
  assert.equal(second.sfen(), START);
});

test('a match is played, asked and taken back', () => {
  const match = core.start();
  assert.equal(match.legal().length, 30);
  assert.deepEqual(match.play('7g7f'), { ok: true, usi: '7g7f' });
  assert.deepEqual([match.turn(), match.ply()], ['w', 1]);
  assert.deepEqual(match.play('3c3d'), { ok: true, usi: '3c3d' });
  assert.deepEqual(match.play('8h2b+'), { ok: true, usi: '8h2b+' });
  const bishop = core.game.pieces.find((piece) => piece.sfen === 'B').kind;
  assert.equal(match.hands().b[bishop], 1);
  assert.deepEqual(
    match.board().find((piece) => piece.square === '2b'),
    {
      square: '2b',
      kind: core.game.pieces.find((piece) => piece.sfen === '+B').kind,
      side: 'b',
    },
  );
  assert.equal(match.board().length, 39);
  assert.equal(match.back(), true);
  assert.equal(match.sfen(), 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3');
  assert.equal(match.hands().b[bishop], 0);
  match.back();
  match.back();
  assert.equal(match.back(), false);
  assert.equal(match.sfen(), START);
  match.free();
});

test('a refused move says why and changes nothing', () => {
  const match = core.start({ sfen: 'k8/9/9/9/9/9/4P4/9/8K b P 1' });
  const before = match.sfen();
  assert.deepEqual(match.play('P*5d'), { ok: false, code: 'illegal', rule: 'nifu', squares: ['5g'] });
  assert.deepEqual(match.explain('P*5d'), { legal: false, rule: 'nifu', squares: ['5g'] });
  assert.deepEqual(match.explain('P*4d'), { legal: true, rule: null, squares: [] });
  assert.equal(match.play('5g').code, 'syntax');
  assert.equal(match.explain('nonsense').rule, 'syntax');
  assert.throws(() => match.play('5'.repeat(5000)), RuleError);
  assert.equal(match.sfen(), before);
  match.free();
});

test('check names the pieces that give it', () => {
  const match = core.start({ sfen: '4k4/9/9/9/4r4/9/9/9/4K4 b G 1' });
  assert.deepEqual(match.check(), { check: true, givers: ['5e'] });
  assert.deepEqual(match.play('G*5h'), { ok: true, usi: 'G*5h' });
  assert.deepEqual(match.check(), { check: false, givers: [] });
  match.free();
});

test('the end has a result and no legal move', () => {
  const match = core.start({ sfen: '8k/6G2/9/7N1/9/9/9/9/K8 b L 1', moves: ['L*1b'] });
  assert.deepEqual(match.result(), { winner: 'b', reason: 'checkmate' });
  assert.deepEqual(match.legal(), []);
  assert.deepEqual(match.play('1a1b'), { ok: false, code: 'game_over', rule: null, squares: [] });
  assert.equal(match.explain('1a1b').rule, 'game_over');
  assert.equal(match.back(), true);
  assert.equal(match.result(), null);
  match.free();
});

test('a fourth occurrence ends the match, and not after a ply was taken back', () => {
  const cycle = ['2h3h', '8b7b', '3h2h', '7b8b'];
  const match = core.start({ moves: [...cycle, ...cycle, ...cycle] });
  assert.deepEqual(match.result(), { winner: 'draw', reason: 'repetition' });
  match.back();
  assert.equal(match.result(), null);
  assert.equal(match.play('7b8b').ok, true);
  assert.equal(match.result().reason, 'repetition');
  match.free();
});

test('starts that cannot be used are refused and say where', () => {
  const refusal = (options) => {
    try {
      core.start(options).free();
    } catch (error) {
      assert.ok(error instanceof RuleError, `${error}`);
      return [error.at, error.code];
    }
    return 'accepted';
  };
  for (let i = 0; i < core.matches + 1; i++) {
    assert.deepEqual(refusal({ sfen: '9/9 b - 1' }), ['sfen', 'bad_board']);
    assert.deepEqual(refusal({ moves: ['7g7f', '7g7f'] }), ['moves[1]', 'no_piece']);
  }
  assert.deepEqual(refusal({ rules: 'speed=1' }), ['rules', 'unknown']);
  assert.deepEqual(refusal({ rules: 'move_limit=x' }), ['rules', 'range']);
  assert.deepEqual(refusal({ rules: 'a\nb' }), ['rules', 'syntax']);
  assert.deepEqual(refusal({ sfen: 'x'.repeat(10000) }), ['sfen', 'syntax']);
  assert.deepEqual(refusal({ sfen: `${START}\0` }), ['sfen', 'syntax']);
  assert.deepEqual(refusal({ sfen: `${START}\n` }), ['sfen', 'syntax']);
  assert.equal(refusal({ rules: 'move_limit=60', sfen: START }), 'accepted');
});

test('there is room for so many matches at a time, and free() gives it back', () => {
  const matches = Array.from({ length: core.matches }, () => core.start());
  assert.throws(
    () => core.start(),
    (error) => error instanceof RuleError && error.code === 'busy',
  );
  matches[3].free();
  matches[3].free();
  assert.throws(() => matches[3].sfen());
  const again = core.start({ moves: ['7g7f'] });
  assert.equal(again.ply(), 1);
  assert.throws(() => core.start(), RuleError);
  for (const match of [...matches, again]) match.free();
  core.start().free();
});

test('perft counts and divides', () => {
  assert.equal(core.perft(3), 25470);
  const divided = core.divide(3);
  assert.equal(divided.length, 30);
  assert.equal(
    divided.reduce((sum, [, nodes]) => sum + nodes, 0),
    25470,
  );
});

const backends = [await nativeBackend(tool), await wasmBackend(folder)];
after(async () => {
  for (const backend of backends) await backend.close();
});

test('native and WebAssembly give the same whole answer to every line of the vectors', async () => {
  const comparable = (answer) => (answer.error ? [answer.error.at, answer.error.code] : answer);
  let compared = 0;
  for (const file of ['cases.jsonl', 'games-annan.jsonl', 'games-chu.jsonl', 'games-hasami.jsonl', 'games-shogi.jsonl']) {
    const text = await readFile(new URL(`../vectors/${file}`, import.meta.url), 'utf8');
    for (const line of text.split('\n').filter(Boolean)) {
      const { game, rules, moves, sfen, start, probe } = JSON.parse(line);
      const from = file === 'cases.jsonl' ? sfen : start;
      const question = { game, rules, moves, sfen: from, legal: true, trace: true };
      if (probe !== undefined) question.probe = probe;
      const [native, wasm] = await Promise.all(backends.map((backend) => backend.judge(question)));
      assert.deepEqual(comparable(wasm), comparable(native), line.slice(0, 200));
      compared += native.error?.at === 'game' ? 0 : 1;
    }
  }
  assert.ok(compared > 100, `${compared} lines compared`);
  console.log(`${compared} lines compared`);
});
