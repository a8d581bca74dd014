// Plays random games and deals random positions, and compares what the native judge says with npm's shogiops, a rules
// library of other authors (GPL: used by tests only): the set of legal moves, check, how the game ended, and the position
// after a move.
//
//   node tests/core/differential.mjs --tool PATH [--game NAME] [--positions N] [--seed S]
//
// Half of the N positions come from random games, half are dealt. Where the two play by different rules (peers.mjs), each
// move that only one of them allows must be explained by one of these; the explanations are counted.
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { makeSfen } from 'shogiops/sfen';
import { parseUsi, toBW } from 'shogiops/util';
import { nativeBackend } from './backends.mjs';
import { peers, readSfen } from './peers.mjs';
import { randomFrom } from './random.mjs';

const { values } = parseArgs({
  options: {
    tool: { type: 'string' },
    game: { type: 'string', default: 'shogi' },
    positions: { type: 'string', default: '6000' },
    seed: { type: 'string' },
  },
});
const wanted = Number(values.positions);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const peer = peers[values.game];
if (!values.tool || !peer || !(wanted > 0) || !Number.isInteger(seed)) {
  console.error(`usage: differential.mjs --tool PATH [--game ${Object.keys(peers).join('|')}] [--positions N] [--seed S]`);
  process.exit(2);
}
console.log(`seed ${seed}`);
const random = randomFrom(seed);
const native = await nativeBackend(values.tool);
const counts = { positions: 0, moves: 0, checks: 0, ends: 0, drops: 0 };
const explained = new Map();
let failed = 0;

const note = (why, times = 1) => explained.set(why, (explained.get(why) ?? 0) + times);

const REASONS = { checkmate: 'checkmate', stalemate: 'no_legal_move', kingslost: 'royals_captured' };

/** How the peer takes the position to have ended, in our words; what it ends and we do not is explained. */
function peerResult(position, moves) {
  const outcome = position.outcome();
  if (!outcome) return null;
  const bare = ['sente', 'gote'].filter((color) => peer.isBare(position, color)).length;
  if (outcome.result === 'draw' && bare === 2) {
    note('R16, R37: two bare kings were set up, which is no draw');
    return null;
  }
  if (outcome.result === 'bareking' && bare) {
    note('R37: a bare king is not decided at once');
    return null;
  }
  if (outcome.result !== 'kingslost' && moves.length) return null; // moves that only we allow are left
  return { winner: toBW(outcome.winner), reason: REASONS[outcome.result] };
}

/** How the position has ended when these are all its moves. */
function resultOf(position, moves) {
  const ended = peerResult(position, moves);
  if (ended || moves.length) return ended;
  const winner = position.turn === 'sente' ? 'w' : 'b';
  return { winner, reason: position.isCheck() && values.game !== 'chu' ? 'checkmate' : 'no_legal_move' };
}

function fail(from, ...lines) {
  failed++;
  console.log(`FAIL ${JSON.stringify({ game: peer.game, rules: peer.rules, ...from })}`);
  for (const line of lines) console.log(`  ${line}`);
  return null;
}

/** Compares one position; the judge's answer, or null when they differ without a reason. */
async function compare(position, from) {
  const answer = await native.judge({ game: peer.game, rules: peer.rules, ...from, legal: true });
  if (answer.error) return fail(from, `judge ${JSON.stringify(answer.error)}`, `shogiops reads ${makeSfen(position)}`);
  const theirs = new Set(position.isWithoutKings() ? [] : peer.moves(position));
  const mine = new Set(answer.legal);
  const judgeChild = (child) => compare(child, { sfen: makeSfen(child) });
  for (const [allowedBy, has, others] of [
    ['judge', mine, theirs],
    ['peer', theirs, mine],
  ])
    for (const usi of has) {
      if (others.has(usi)) continue;
      const why = await peer.why(position, usi, allowedBy, judgeChild);
      if (!why) return fail(from, `only ${allowedBy === 'judge' ? 'the judge' : 'shogiops'} allows ${usi}`);
      note(why);
    }
  const expected = { sfen: makeSfen(position), check: position.isCheck(), result: resultOf(position, answer.legal) };
  const { sfen, check, result } = answer;
  if (!isDeepStrictEqual({ sfen, check, result }, expected))
    return fail(from, `judge    ${JSON.stringify({ sfen, check, result })}`, `shogiops ${JSON.stringify(expected)}`);
  counts.positions++;
  counts.moves += mine.size;
  counts.checks += check;
  counts.ends += result !== null;
  counts.drops += answer.legal.filter((move) => move[1] === '*').length;
  return answer;
}

/** Any move, or often a capture: what is rare otherwise comes earlier. */
function choose(position, legal) {
  const captures = random.chance(0.3) ? legal.filter((usi) => position.board.get(parseUsi(usi).to)) : [];
  return random.pick(captures.length ? captures : legal);
}

async function playGame(plies) {
  const position = readSfen(peer, peer.start);
  for (let ply = 0; ply <= plies && counts.positions < wanted / 2; ply++) {
    const answer = await compare(position, { sfen: makeSfen(position) });
    if (!answer || answer.legal.length === 0) return;
    position.play(parseUsi(choose(position, answer.legal)));
  }
}

async function dealOne() {
  let sfen;
  let position;
  do {
    sfen = peer.deal(random);
    position = readSfen(peer, sfen);
  } while (!position);
  const answer = await compare(position, { sfen });
  if (!answer || answer.legal.length === 0) return;
  const usi = choose(position, answer.legal);
  position.play(parseUsi(usi));
  // Played from a position that was set up; without its history a bare king is not decided (R37).
  await compare(position, values.game === 'chu' ? { sfen: makeSfen(position) } : { sfen, moves: [usi] });
}

while (failed < 10 && counts.positions < wanted / 2) await playGame(300);
while (failed < 10 && counts.positions < wanted) await dealOne();
await native.close();
console.log(
  `${peer.game}: ${counts.positions} positions agree: ${counts.moves} moves (${counts.drops} drops), ${counts.checks} checks, ${counts.ends} ends`,
);
for (const [why, times] of explained) console.log(`  ${times} differences by ${why}`);
if (failed) console.log(`FAIL ${failed} positions differ (seed ${seed})`);
process.exitCode = failed || counts.positions < wanted ? 1 : 0;
