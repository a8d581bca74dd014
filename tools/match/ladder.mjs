#!/usr/bin/env node
// The levels of our engine against their neighbours: every game, level n+1 against level n. A table of Elo steps.
//
//   node tools/match/ladder.mjs --out FOLDER [--game NAME ...] [--games 60] [--nodes N] [--concurrency 2]
//                               [--engine FILE] [--wasm DIR] [--seed 1] [--greedy]
//
// --nodes limits every level; it decides how strong the highest is here, which has no limit of its own. --greedy: level 1
// against the player who sees one ply, 100 games, in place of the ladder. Resumable like a match.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCores } from '../../tests/core/core_module.mjs';
import { scoreText, summary } from './report.mjs';
import { runMatch } from './run.mjs';
import { count, eloFromPairs, eloText } from './stats.mjs';

const LEVELS = 10;
const text = (otherwise) => ({ type: 'string', default: otherwise });
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    game: { type: 'string', multiple: true },
    games: text('60'),
    nodes: text('200000'),
    concurrency: text('2'),
    engine: text('build/release/engine/shogikan-engine'),
    wasm: text('build/release/wasm'),
    seed: text('1'),
    greedy: { type: 'boolean', default: false },
  },
});
if (!values.out) {
  console.error('--out FOLDER is needed');
  process.exit(2);
}

const command = [values.engine];
const level = (n) => ({
  name: `level ${n}`,
  protocol: 'usi',
  command,
  options: [
    ['Level', String(n)],
    ['Seed', '{seed}'],
  ],
  limits: { nodes: Number(values.nodes) },
});
const setupOf = (game, a, b) => ({
  game,
  rules: '',
  a,
  b,
  seed: Number(values.seed),
  openings: { plies: 8, bound: 150, judge: { protocol: 'usi', command, options: [] } },
  maxPlies: 512,
  margin: 100,
});

const cores = await loadCores(values.wasm, 'records');
const games = values.game ?? [...cores.keys()];
const stop = new AbortController();
process.on('SIGINT', () => (stop.signal.aborted ? process.exit(130) : stop.abort()));

/** Plays one step and says how it went: a row of the table. */
async function step(game, setup, file, number) {
  const core = cores.get(game);
  if (!core) throw new Error(`no game "${game}" in ${values.wasm}`);
  const results = await runMatch(setup, {
    path: join(values.out, file),
    games: number,
    concurrency: Number(values.concurrency),
    core,
    signal: stop.signal,
  });
  const { wins, draws, losses, pairs } = count(results.games);
  const faults = results.games.filter((one) => one.fault).length;
  console.error(`${game}, ${setup.a.name} against ${setup.b.name}: ${scoreText(results.games)}`);
  if (faults > 0) console.error(summary(results, null).join('\n'));
  const score = `+${wins} =${draws} -${losses}`;
  return `| ${game} | ${setup.a.name} | ${setup.b.name} | ${score} | ${eloText(eloFromPairs(pairs))} | ${faults} |`;
}

const rows = [];
for (const game of games) {
  if (values.greedy) {
    const greedy = { name: 'greedy', protocol: 'greedy', command: [], options: [], limits: {} };
    rows.push(await step(game, setupOf(game, greedy, level(1)), `greedy-${game}.jsonl`, 100));
    continue;
  }
  for (let n = 1; n < LEVELS; n++)
    rows.push(await step(game, setupOf(game, level(n + 1), level(n)), `ladder-${game}-${n}.jsonl`, Number(values.games)));
}
console.log('| game | player | against | result | Elo | faults |\n|---|---|---|---|---|---|');
console.log(rows.join('\n'));
