// Positions counted a second: the move tree of each game by the native program, and by npm's shogiops where it knows the
// game. Both count the last ply without playing it; shogiops counts spellings of a lion's moves, the program results.
//
//   node tests/load/perft.mjs --tool PATH_OF_SHOGIKAN_OR_RULES_TOOL [--rounds N] [--json]
//
// A native figure is of the whole process, started anew each time, the best of so many rounds; the other programs of the
// machine make it smaller, never larger.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { peers, readSfen } from '../core/peers.mjs';

const { values } = parseArgs({
  options: { tool: { type: 'string' }, rounds: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (!values.tool || !(rounds > 0)) {
  console.error('usage: perft.mjs --tool PATH [--rounds N] [--json]');
  process.exit(2);
}

const ARRAY = peers.shogi.start;
const DENSE = 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1';
const CHU_MIDDLE = 'l2bgekg2fl/afcstx6/mv1r1+B4s1/pp5p4/3pp1p5/2p4h2+v1/12/1P2PPP1I2a/1SP9/M2FTDX4A/AV1C8/L3GKEq3L w - 138';

/** game, name, position, depth of the program, depth of shogiops (0: it does not know the game) */
const positions = [
  ['shogi', 'start', ARRAY, 5, 3],
  ['shogi', 'dense', DENSE, 4, 2],
  ['annan', 'start', ARRAY, 5, 3],
  ['annan', 'dense', DENSE, 4, 2],
  ['chu', 'start', peers.chu.start, 5, 3],
  ['chu', 'middle', CHU_MIDDLE, 4, 2],
  ['hasami', 'start', 'ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1', 5, 0],
];

const seconds = () => performance.now() / 1000;

function ours(game, sfen, depth) {
  let best = Number.POSITIVE_INFINITY;
  let nodes = 0;
  for (let round = 0; round < rounds; round++) {
    const begun = seconds();
    const run = spawnSync(values.tool, ['perft', '--game', game, '--sfen', sfen, '--depth', `${depth}`]);
    best = Math.min(best, seconds() - begun);
    const match = /^nodes (\d+)$/m.exec(run.stdout?.toString() ?? '');
    if (!match) throw new Error(`perft: ${run.error ?? run.stderr}`);
    nodes = Number(match[1]);
  }
  return { nodes, perSecond: nodes / best };
}

function count(peer, position, depth) {
  const moves = peer.list(position);
  if (depth === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) {
    const child = position.clone();
    child.play(move);
    nodes += count(peer, child, depth - 1);
  }
  return nodes;
}

function theirs(game, sfen, depth) {
  const peer = peers[game];
  count(peer, readSfen(peer, sfen), depth - 1); // let it be compiled
  const begun = seconds();
  const nodes = count(peer, readSfen(peer, sfen), depth);
  return { nodes, perSecond: nodes / (seconds() - begun) };
}

const million = ({ perSecond }) => (perSecond / 1e6).toFixed(perSecond < 1e7 ? 3 : 1);

for (const [game, name, sfen, depth, peerDepth] of positions) {
  const mine = ours(game, sfen, depth);
  const other = peerDepth ? theirs(game, sfen, peerDepth) : null;
  if (values.json) {
    console.log(JSON.stringify({ game, position: name, depth, ...mine, shogiops: other && { depth: peerDepth, ...other } }));
    continue;
  }
  const beside = other ? `; shogiops depth ${peerDepth}: ${other.nodes} nodes, ${million(other)} M nodes/s` : '';
  console.log(`perft ${game} ${name} depth ${depth}: ${mine.nodes} nodes, ${million(mine)} M nodes/s${beside}`);
}
