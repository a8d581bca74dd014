#!/usr/bin/env node
// Engine against engine; docs/strength.md says how matches are made. Stop it with Ctrl-C: games under way are finished and
// kept, and the same command goes on where it stopped. A second Ctrl-C stops at once.
import { loadCores } from '../../tests/core/core_module.mjs';
import { readArguments, usage } from './args.mjs';
import { scoreText, sprtText, summary } from './report.mjs';
import { runMatch } from './run.mjs';

let wanted;
try {
  wanted = readArguments(process.argv.slice(2));
} catch (error) {
  console.error(`${error.message}\n\n${usage}`);
  process.exit(2);
}
if (wanted === null) {
  console.log(usage);
  process.exit(0);
}
const { setup, run, wasm } = wanted;
const core = (await loadCores(wasm, 'records')).get(setup.game);
if (!core) {
  console.error(`no game "${setup.game}" in ${wasm}`);
  process.exit(2);
}

const stop = new AbortController();
process.on('SIGINT', () => {
  if (stop.signal.aborted) process.exit(130);
  stop.abort();
  console.log('finishing the games under way');
});

const onGame = ({ games }, game) => {
  const names = { a: setup.a.name, b: setup.b.name, draw: 'draw' };
  const plies = game.moves.length;
  const test = run.test ? `; ${sprtText(games, run.test)}` : '';
  console.log(`${game.n + 1}: ${names[game.result]} (${game.end}, ${plies} plies) | ${scoreText(games)}${test}`);
  if (game.fault) console.log(`  FAULT of ${names[game.fault.by]}: ${game.fault.kind}: ${game.fault.message}`);
};
const results = await runMatch(setup, { ...run, core, onGame, signal: stop.signal });
console.log(summary(results, run.test).join('\n'));
