// The engine in WebAssembly through engine.ts. WASM is the folder with engine.wasm and core-<game>.wasm.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { loadCores } from './core_module.mjs';
import { bench, chanceOf, Engine, engineBytes, loadEngine, RuleError } from './engine_module.mjs';
import { randomFrom } from './random.mjs';

const folder = process.env.WASM;
assert.ok(folder, 'WASM names the folder of the modules');
const BENCH_DEPTH = 8; // engine/bench.h
const bytes = await engineBytes(folder);
const cores = await loadCores(folder);
const small = { megabytes: 1 };

test('one module plays all games, is at most 150 kB compressed, and imports a clock and an ear', async () => {
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  console.log(`engine.wasm: ${bytes.length} bytes, ${compressed} compressed with brotli`);
  assert.ok(compressed <= 150 * 1000);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ module, name }) => `${module}.${name}`);
  assert.deepEqual(imports.sort(), ['host.now', 'host.report']);
  const engine = await Engine.load(bytes, small);
  assert.deepEqual(engine.games.map((game) => game.name).sort(), [...cores.keys()].sort());
});

test('the bench signature is that of the native engine', async () => {
  const agreed = Number(await readFile('engine/bench.signature', 'utf8'));
  const engine = await loadEngine(folder); // the table's size is part of it
  let nodes = 0;
  for (const game of engine.games) nodes += await bench(engine, game.name, BENCH_DEPTH);
  assert.equal(nodes, agreed);
});

test('a score stands for the chance that the weights of its game were fitted with, and a mate for all or nothing', async () => {
  const engine = await Engine.load(bytes, small);
  for (const { name, scale } of engine.games) {
    const weights = `games/${name}/eval/weights.c`;
    // One without weights that were learnt says what it thinks right.
    if (existsSync(weights)) assert.equal(scale, Number(/scale (\d+)/.exec(await readFile(weights, 'utf8'))[1]), name);
    const { score, chance } = await engine.think({ game: name, depth: 3 });
    assert.ok(Math.abs(Math.log(chance / (1 - chance)) * scale - score.cp) < 1e-6, name);
  }
  const mate = { game: 'shogi', sfen: '4k4/9/4P4/9/9/9/9/9/4K4 b G 1', depth: 4 };
  assert.deepEqual(await engine.think(mate).then(({ score, chance }) => [score, chance]), [{ mate: 1 }, 1]);
  assert.equal(chanceOf({ mate: -2 }, 600), 0);
});

/** Local rules drawn at random, some of them left out. */
function drawRules(core, random) {
  const drawn = [];
  for (const rule of core.game.rules) {
    if (random.below(2)) continue;
    drawn.push(`${rule.name}=${rule.values ? rule.values[random.below(rule.values.length)] : 1 + random.below(rule.max)}`);
  }
  return drawn.join(' ');
}

test('its moves are legal under any local rules', async () => {
  const engine = await Engine.load(bytes, small);
  const random = randomFrom(20250101);
  for (const [game, core] of cores) {
    for (let round = 0; round < 40; round++) {
      const rules = drawRules(core, random);
      const match = core.start({ rules });
      const moves = [];
      for (let ply = random.below(120); ply > 0 && !match.result(); ply--) {
        const legal = match.legal();
        const { usi } = match.play(legal[random.below(legal.length)]);
        moves.push(usi);
      }
      const level = 1 + random.below(10);
      const insights = [];
      const thought = await engine.think({
        game,
        rules,
        moves,
        level,
        seed: random.below(1000),
        nodes: 500,
        info: (insight) => insights.push(insight),
      });
      if (match.result()) {
        assert.deepEqual([thought.best, thought.ponder, thought.pv], [null, null, []]);
      } else {
        const where = `${game} ${rules} level ${level}: ${moves.join(' ')}`;
        assert.ok(match.legal().includes(thought.best), `${thought.best} in ${where}`);
        assert.equal(thought.pv[0], thought.best);
        assert.ok(thought.nodes <= 500, where);
        for (const usi of thought.pv) assert.ok(match.play(usi).ok, `${usi} of ${thought.pv} in ${where}`);
        for (const { pv } of insights) assert.notEqual(pv.length, 0);
      }
      match.free();
    }
  }
});

test('games of one level against another end by a rule or the move limit', async () => {
  const engine = await Engine.load(bytes, small);
  for (const [game, core] of cores) {
    engine.forget();
    const rules = 'move_limit=200';
    const match = core.start({ rules });
    const moves = [];
    while (!match.result()) {
      const { best } = await engine.think({
        game,
        rules,
        moves,
        level: moves.length % 2 ? 8 : 2,
        seed: moves.length,
        nodes: 200,
      });
      const played = match.play(best);
      assert.ok(played.ok, `${game}: ${best} after ${moves.join(' ')}`);
      moves.push(best);
    }
    match.free();
  }
});

test('a question limited by nodes has one answer, with the score from the side to move', async () => {
  const engine = await Engine.load(bytes, small);
  for (const { name: game } of engine.games) {
    engine.forget();
    const first = await engine.think({ game, nodes: 3000, seed: 1 });
    engine.forget();
    assert.deepEqual(await engine.think({ game, nodes: 3000, seed: 1 }), first);
    assert.equal(first.nodes, 3000);
  }
  const mate = { game: 'shogi', sfen: '4k4/9/4P4/9/9/9/9/9/4K4 b G 1' };
  assert.deepEqual((await engine.think({ ...mate, depth: 3 })).score, { mate: 1 });
  const mated = await engine.think({ ...mate, moves: ['G*5b'], depth: 3 });
  assert.deepEqual([mated.best, mated.pv], [null, []]);
});

test('what was found under other local rules or in another game is not taken for true', async () => {
  for (const before of [{ game: 'hasami', rules: 'win=lead3' }, { game: 'chu' }]) {
    const question = { game: 'hasami', moves: ['5i5b'], nodes: 5000, seed: 1 };
    const engine = await Engine.load(bytes, small);
    await engine.think({ ...question, ...before, moves: before.game === 'hasami' ? question.moves : [] });
    const after = await engine.think(question);
    assert.deepEqual(after, await (await Engine.load(bytes, small)).think(question));
  }
});

test('the best moves are reported, each with its line', async () => {
  const engine = await Engine.load(bytes, small);
  const insights = [];
  const question = { game: 'shogi', depth: 4, multipv: 3, info: (insight) => insights.push(insight) };
  const thought = await engine.think(question);
  const last = insights.filter(({ depth }) => depth === 4);
  assert.deepEqual(
    last.map(({ rank }) => rank),
    [1, 2, 3],
  );
  assert.equal(new Set(last.map(({ pv }) => pv[0])).size, 3);
  assert.ok(last[0].score.cp >= last[1].score.cp && last[1].score.cp >= last[2].score.cp);
  assert.deepEqual([thought.best, thought.pv], [last[0].pv[0], last[0].pv]);
});

test('an endless search runs until it is told to stop', async () => {
  const engine = await Engine.load(bytes);
  let pauses = 0;
  const other = await Engine.load(bytes, {
    ...small,
    pause: async () => {
      if (++pauses === 3) other.stop();
    },
  });
  const insights = [];
  const thought = await other.think({ game: 'shogi', infinite: true, info: (insight) => insights.push(insight) });
  assert.equal(pauses, 3);
  assert.ok(thought.best);
  assert.deepEqual(
    [...insights].sort((a, b) => a.depth - b.depth || a.nodes - b.nodes),
    insights,
  ); // never back
  assert.ok(thought.nodes >= insights.at(-1).nodes);
  assert.equal(thought.depth, insights.at(-1).depth);
  // By the usual pause another task gets its turn.
  setTimeout(() => engine.stop(), 1);
  assert.ok((await engine.think({ game: 'shogi', infinite: true })).best);
  const limited = await engine.think({ game: 'shogi', infinite: true, nodes: 120_000 });
  assert.equal(limited.nodes, 120_000);
  // The last slice may be too short to finish anything: then what those before it found is the answer.
  const heard = [];
  const cut = await engine.think({ game: 'shogi', infinite: true, nodes: 50_001, info: (insight) => heard.push(insight) });
  const { score, pv, depth } = heard.at(-1);
  assert.deepEqual([cut.score, cut.pv, cut.depth, cut.best], [score, pv, depth, pv[0]]);
});

test('time is taken from the clock that it is given', async () => {
  let now = 0;
  const engine = await Engine.load(bytes, { ...small, now: () => ++now });
  const thought = await engine.think({ game: 'shogi', movetime: 40 });
  assert.ok(thought.best);
  assert.ok(now >= 35 && now <= 120, `looked at the clock until ${now}`);
  now = 0;
  await engine.think({ game: 'shogi', level: 10 });
  assert.ok(now >= 900, 'a level alone gets a second');
});

test('what cannot be thought about is refused, and the next question answered', async () => {
  const engine = await Engine.load(bytes, small);
  const fault = async (question) => {
    const error = await engine.think({ depth: 1, ...question }).then(
      () => null,
      (problem) => problem,
    );
    assert.ok(error instanceof RuleError, `${error}`);
    return `${error.code} ${error.at}`;
  };
  assert.equal(await fault({ game: 'go' }), 'unknown game');
  assert.equal(await fault({ game: 'shogi', rules: 'nonsense=1' }), 'unknown rules');
  assert.match(await fault({ game: 'shogi', sfen: 'nonsense' }), / sfen$/);
  assert.equal(await fault({ game: 'shogi', moves: ['7g7f', '7g7f'] }), 'illegal moves[1]');
  assert.equal(await fault({ game: 'shogi', moves: ['7g7f '] }), 'syntax question');
  assert.equal(await fault({ game: 'shogi', moves: ['castles'] }), 'syntax moves[0]');
  assert.equal(await fault({ game: 'shogi\nx' }), 'syntax question');
  assert.equal(await fault({ game: 'shogi', sfen: 'x'.repeat(1 << 20) }), 'syntax question');
  assert.equal(await fault({ game: 'shogi', level: 11 }), 'range level');
  const thinking = engine.think({ game: 'shogi', infinite: true });
  await assert.rejects(engine.think({ game: 'shogi' }), /thinks about another/);
  assert.throws(() => engine.forget(), /thinks about another/);
  engine.stop();
  await thinking;
  assert.ok((await engine.think({ game: 'shogi', depth: 1 })).best);
});

test('a long game fits, and the longest text is read', async () => {
  const engine = await Engine.load(bytes, small);
  const match = cores.get('hasami').start();
  const moves = [];
  const random = randomFrom(7);
  while (!match.result() && moves.length < 3000) {
    const legal = match.legal();
    const { usi } = match.play(legal[random.below(legal.length)]);
    moves.push(usi);
  }
  match.free();
  await engine.think({ game: 'hasami', moves, depth: 1 });
  const longest = Array.from({ length: 10_000 }, () => '12l11k12l+');
  await assert.rejects(engine.think({ game: 'shogi', moves: longest }), (error) => error.at === 'moves[0]');
});
