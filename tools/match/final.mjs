#!/usr/bin/env node
// All the matches of docs/strength.md, one after the other, into docs/strength/. Stop it with Ctrl-C and start it again: it
// goes on where it stopped, within a match too. It commits nothing.
//
//   node tools/match/final.mjs [--list] [--only TEXT] [--out docs/strength]
//
// --list prints the commands; --only runs those whose name contains TEXT.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { list: { type: 'boolean' }, only: { type: 'string' }, out: { type: 'string', default: 'docs/strength' } },
});
const root = new URL('../../', import.meta.url).pathname;
const ours = 'build/release/engine/shogikan-engine';
const match = (name, ...args) => [name, ['tools/match/match.mjs', '--out', join(values.out, `${name}.jsonl`), ...args]];
const against = (name, game, ...args) => match(name, '--game', game, '--a.cmd', ours, '--a.name', 'shogikan', ...args);

/** Ours at full time against ours at a quarter of it. */
const quarter = (game) =>
  against(`${game}-quarter`, game, '--a.movetime', '200', '--b.cmd', ours, '--b.name', 'quarter', '--b.movetime', '50');

// The short ones first, so that there is something to look at soon.
const matches = [
  quarter('hasami'),
  quarter('annan'),
  quarter('shogi'),
  quarter('chu'),
  against('shogi-fairy-stockfish', 'shogi', '--b.cmd', '/usr/games/fairy-stockfish', '--movetime', '200'),
  against(
    'chu-hachu',
    'chu',
    ...['--rule', 'lion_trade=always', '--rule', 'bare_king=off'],
    ...['--b.cmd', '/usr/games/hachu', '--b.protocol', 'cecp', '--movetime', '200'],
  ),
  against('shogi-gnushogi', 'shogi', '--b.cmd', '/usr/games/gnushogi', '--b.protocol', 'cecp', '--movetime', '200'),
  against(
    'shogi-gpsshogi',
    'shogi',
    ...['--b.cmd', '/usr/games/gpsusi', '--b.name', 'gpsshogi', '--b.option', 'BookDepth=0', '--b.option', 'Thread=1'],
    ...['--time', '0', '--byoyomi', '1200', '--margin', '500', '--games', '20'], // it knows no movetime
  ),
  ['levels', ['tools/match/rungs.mjs', '--out', join(values.out, 'levels.jsonl')]],
];

/** Runs one; its output is shown, and what it printed on stdout is kept beside the games. Gives the exit code. */
function run(name, args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part) => {
      text += part;
      process.stdout.write(part);
    });
    child.on('close', (code) => {
      // Of a match the summary, which follows the last game; of the levels the table, which is all they print.
      const kept = text.split('\n').filter((line) => !/^(\d+: | {2}FAULT of |finishing )/.test(line));
      if (code === 0) writeFileSync(resolve(root, values.out, `${name}.txt`), kept.join('\n'));
      done(code);
    });
  });
}

let stopping = false;
process.on('SIGINT', () => {
  stopping = true; // the child has heard it too, and finishes the games under way
});
const quoted = (word) => (/^[\w./:=-]+$/.test(word) ? word : `"${word}"`);
mkdirSync(resolve(root, values.out), { recursive: true });
for (const [name, args] of matches) {
  if (stopping) break;
  if (values.only && !name.includes(values.only)) continue;
  console.log(`node ${args.map(quoted).join(' ')}`);
  if (!values.list && (await run(name, args)) !== 0 && !stopping) {
    console.error(`${name} failed`);
    process.exitCode = 1;
  }
}
