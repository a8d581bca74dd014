// Plays random games and deals random positions, and compares what the native judge says with npm's shogiops, a rules
// library of other authors (GPL: used by tests only): the set of legal moves, check, how the game ended, and the position
// after a move.
//
//   node tests/core/differential.mjs --tool PATH [--positions N] [--seed S]
//
// Half of the N positions come from random games, half are dealt: pieces of one set strewn over board and hands, often
// with promoted pieces and many in hand, which games seldom reach.
//
// Known differences, none of them a fault of either side:
// - A king against a king, nothing else on board or in hand, is a draw to shogiops and goes on here (R16).
// - shogiops knows no repetition and no move limit: each position is judged on its own, without the plies before it.
// - shogiops lists destinations; promotion is put to each of them here by its pieceCanPromote and pieceForcePromote.
// - shogiops refuses to read pieces that can never move; none are dealt.
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { makeSfen, parseSfen } from 'shogiops/sfen';
import { makeUsi, parsePieceName, parseUsi, toBW } from 'shogiops/util';
import { pieceCanPromote, pieceForcePromote } from 'shogiops/variant/util';
import { nativeBackend } from './backends.mjs';

const { values } = parseArgs({
  options: { tool: { type: 'string' }, positions: { type: 'string', default: '6000' }, seed: { type: 'string' } },
});
const wanted = Number(values.positions);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
if (!values.tool || !(wanted > 0) || !Number.isInteger(seed)) {
  console.error('usage: differential.mjs --tool PATH [--positions N] [--seed S]');
  process.exit(2);
}
console.log(`seed ${seed}`);

/** mulberry32: 32 random bits a step from one number. */
function randomFrom(start) {
  let state = start >>> 0;
  const bits = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
  const below = (n) => Math.floor((bits() / 2 ** 32) * n);
  const pick = (list) => list[below(list.length)];
  const shuffle = (list) => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  };
  return { below, pick, shuffle };
}
const random = randomFrom(seed);

const RULES = 'standard';
const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

function expandMove(position, from, to) {
  const piece = position.board.get(from);
  const moves = [];
  if (pieceCanPromote(RULES)(piece, from, to, position.board.get(to))) moves.push({ from, to, promotion: true });
  if (!pieceForcePromote(RULES)(piece, to)) moves.push({ from, to });
  return moves;
}

function peerMoves(position) {
  const moves = [];
  for (const [from, destinations] of position.allMoveDests())
    for (const to of destinations) moves.push(...expandMove(position, from, to));
  for (const [name, destinations] of position.allDropDests())
    for (const to of destinations) moves.push({ role: parsePieceName(name).role, to });
  return moves.map(makeUsi).sort();
}

function peerResult(position) {
  const outcome = position.outcome();
  if (!outcome || outcome.result === 'draw') return null; // king against king, the known difference
  const reason = outcome.result === 'stalemate' ? 'no_legal_move' : outcome.result;
  return { winner: toBW(outcome.winner), reason };
}

const peerAnswer = (position) => ({
  sfen: makeSfen(position),
  check: position.isCheck(),
  result: peerResult(position),
  legal: peerMoves(position),
});

const read = (sfen) => parseSfen(RULES, sfen, true);

/** The pieces of a set, kings apart. */
const SET = [
  ['P', 18],
  ['L', 4],
  ['N', 4],
  ['S', 4],
  ['G', 4],
  ['B', 2],
  ['R', 2],
].flatMap(([letter, count]) => Array(count).fill(letter));

/** How many of the last ranks a piece could never leave again. */
const deadRanks = { P: 1, L: 1, N: 2 };

/** A random SFEN that the peer accepts as a possible position. */
function deal() {
  for (;;) {
    const squares = random.shuffle(Array.from({ length: 81 }, (_, i) => i));
    const board = Array(81).fill('');
    const hands = { b: {}, w: {} };
    board[squares.pop()] = 'K';
    if (random.below(8)) board[squares.pop()] = 'k';
    const inHand = random.pick([0, 0.1, 0.3, 0.7]);
    const used = random.pick([0.2, 0.5, 1]);
    const promotedOf = random.pick([0, 0.3, 0.8]);
    const files = { b: new Set(), w: new Set() };
    for (const letter of SET) {
      if (random.below(1000) >= used * 1000) continue;
      const side = random.pick(['b', 'w']);
      if (random.below(1000) < inHand * 1000) {
        hands[side][letter] = (hands[side][letter] ?? 0) + 1;
        continue;
      }
      const square = squares.pop();
      const rank = side === 'b' ? Math.floor(square / 9) : 8 - Math.floor(square / 9);
      let promoted = letter !== 'G' && random.below(1000) < promotedOf * 1000;
      if (rank < (deadRanks[letter] ?? 0)) promoted = true;
      if (letter === 'P' && !promoted) {
        if (files[side].has(square % 9)) promoted = true;
        else files[side].add(square % 9);
      }
      board[square] = (promoted ? '+' : '') + (side === 'b' ? letter : letter.toLowerCase());
    }
    const ranks = Array.from({ length: 9 }, (_, rank) =>
      board
        .slice(rank * 9, rank * 9 + 9)
        .map((piece) => piece || '1')
        .join('')
        .replace(/1+/g, (run) => `${run.length}`),
    );
    const hand = ['b', 'w'].flatMap((side) =>
      [...'RBGSNLP'].map((letter) => {
        const count = hands[side][letter] ?? 0;
        const name = side === 'b' ? letter : letter.toLowerCase();
        return count === 0 ? '' : count === 1 ? name : `${count}${name}`;
      }),
    );
    const sfen = `${ranks.join('/')} ${random.pick(['b', 'w'])} ${hand.join('') || '-'} 1`;
    if (read(sfen).isOk) return sfen;
  }
}

const native = await nativeBackend(values.tool);
const counts = { positions: 0, moves: 0, checks: 0, mates: 0, drops: 0 };
let failed = 0;

/** Compares one position; the peer's answer, or null when they differ. */
async function compare(position, from) {
  const peer = peerAnswer(position);
  const answer = await native.judge({ game: 'shogi', ...from, legal: true });
  const { sfen, check, result, legal } = answer;
  if (answer.error || !isDeepStrictEqual({ sfen, check, result, legal }, peer)) {
    failed++;
    const mine = new Set(legal);
    const theirs = new Set(peer.legal);
    console.log(`FAIL ${JSON.stringify(from)}`);
    console.log(`  judge    ${answer.error ? JSON.stringify(answer.error) : `${sfen} ${check} ${JSON.stringify(result)}`}`);
    console.log(`  shogiops ${peer.sfen} ${peer.check} ${JSON.stringify(peer.result)}`);
    console.log(`  only judge: ${[...mine].filter((move) => !theirs.has(move)).join(' ')}`);
    console.log(`  only shogiops: ${[...theirs].filter((move) => !mine.has(move)).join(' ')}`);
    return null;
  }
  counts.positions++;
  counts.moves += legal.length;
  counts.checks += check;
  counts.mates += result !== null;
  counts.drops += legal.filter((move) => move[1] === '*').length;
  return peer;
}

async function playGame(plies) {
  const position = read(START).value;
  for (let ply = 0; ply <= plies && counts.positions < wanted / 2; ply++) {
    const peer = await compare(position, { sfen: makeSfen(position) });
    if (!peer || peer.legal.length === 0) return;
    position.play(parseUsi(random.pick(peer.legal)));
  }
}

async function dealOne() {
  const sfen = deal();
  const position = read(sfen).value;
  const peer = await compare(position, { sfen });
  if (!peer || peer.legal.length === 0) return;
  const usi = random.pick(peer.legal);
  position.play(parseUsi(usi));
  await compare(position, { sfen, moves: [usi] });
}

while (failed < 10 && counts.positions < wanted / 2) await playGame(300);
while (failed < 10 && counts.positions < wanted) await dealOne();
await native.close();
console.log(
  `${counts.positions} positions agree: ${counts.moves} moves (${counts.drops} drops), ${counts.checks} checks, ${counts.mates} ends`,
);
if (failed) console.log(`FAIL ${failed} positions differ (seed ${seed})`);
process.exitCode = failed || counts.positions < wanted ? 1 : 0;
