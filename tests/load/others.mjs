// Nodes a second and depth of the engine beside others, in one run: each thinks for a second, alone and with one thread,
// about the same positions, which are taken from the middle of the match games in docs/strength.
//
//   node tests/load/others.mjs [--positions 12] [--movetime 1000] [--wasm build/release/wasm]
//
// Needs what docs/strength.md installs. A node is something else in every engine, and so is a depth: captures, checks and
// extensions are counted differently.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makePlayer } from '../../tools/match/players.mjs';
import { loadCores } from '../core/core_module.mjs';

const { values } = parseArgs({
  options: {
    positions: { type: 'string', default: '12' },
    movetime: { type: 'string', default: '1000' },
    wasm: { type: 'string', default: 'build/release/wasm' },
    games: { type: 'string', default: 'docs/strength' },
  },
});
const movetime = Number(values.movetime);
const PLY = 40;

const usi = (command, options = [], limits = { movetime }) => ({ protocol: 'usi', command: [command], options, limits });
const ours = usi('build/release/engine/shogikan-engine');
const byoyomi = { clock: { left: { b: 0, w: 0 }, increment: 0, byoyomi: movetime } };
const gpsusi = usi('/usr/games/gpsusi', Object.entries({ BookDepth: '0', Thread: '1' }), byoyomi);
const hachu = { protocol: 'cecp', command: ['/usr/games/hachu'], options: [], limits: { movetime } };

const groups = [
  {
    file: 'shogi-fairy-stockfish',
    engines: { shogikan: ours, 'fairy-stockfish': usi('/usr/games/fairy-stockfish'), gpsshogi: gpsusi },
  },
  { file: 'chu-hachu', engines: { shogikan: ours, hachu } },
];

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const cores = await loadCores(values.wasm, 'records');
for (const { file, engines } of groups) {
  const games = readFileSync(join(values.games, `${file}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ game, rules, moves }) => ({ game, rules, moves: moves.split(' ') }))
    .filter(({ moves }) => moves.length > PLY + 20)
    .slice(0, Number(values.positions));
  for (const [name, spec] of Object.entries(engines)) {
    const seen = [];
    for (const { game, rules, moves } of games) {
      const player = makePlayer(spec);
      await player.newGame({ core: cores.get(game), game, rules, seed: 1 });
      const turn = PLY % 2 ? 'w' : 'b';
      const thought = await player.think({ moves: moves.slice(0, PLY), turn, limits: spec.limits, timeout: 30_000 });
      await player.close();
      if (thought.nodesMs > movetime / 4) seen.push(thought); // what was decided at once says nothing
    }
    const speed = median(seen.map(({ nodes, nodesMs }) => nodes / nodesMs / 1000));
    console.log(
      `${games[0].game}, ${name}: ${speed.toFixed(2)} M nodes/s, depth ${median(seen.map(({ depth }) => depth))} ` +
        `(medians of ${seen.length} positions, ${median(seen.map(({ ms }) => ms)).toFixed(0)} ms each)`,
    );
  }
}
