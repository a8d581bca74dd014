// A player who sees one ply: wins at once where it can, else takes the most it can, else plays anything. It knows of the
// game only what the rules core tells.
import { performance } from 'node:perf_hooks';
import { pick, randomStream } from './random.mjs';

/** Ends the game at once, whatever it is worth. */
const ROYAL = 1000;

/**
 * What each kind of piece (by `kind`) is worth to it: the number of squares it can go to on an empty board, over all squares where it
 * can stand. Kings stand in the corners because a position needs them.
 */
export function pieceWorth(core) {
  const { files, ranks, pieces } = core.game;
  const worth = pieces.map((piece) => {
    if (piece.royal) return ROYAL;
    let moves = 0;
    let places = 0;
    for (let file = 1; file <= files; file++)
      for (let rank = 0; rank < ranks; rank++) {
        const square = `${file}${String.fromCharCode(97 + rank)}`;
        const match = standAlone(core, piece.sfen, file, rank);
        if (match === null) continue;
        const targets = match.moves().filter((move) => move.startsWith(square) && /^\d/.test(move.slice(square.length)));
        moves += new Set(targets.map((move) => move.replace('+', ''))).size;
        places++;
        match.free();
      }
    return places === 0 ? 0 : moves / places;
  });
  return new Map(pieces.map(({ kind }, i) => [kind, worth[i]]));
}

/** A match with one piece of sente's and, where the game has them, both kings; null: not a position of this game. */
function standAlone(core, sfen, file, rank) {
  const { files, ranks, pieces } = core.game;
  const royal = pieces.find((piece) => piece.royal)?.sfen;
  const rows = Array.from({ length: ranks }, () => Array(files).fill(''));
  if (royal) {
    rows[ranks - 1][0] = royal;
    rows[0][files - 1] = royal.toLowerCase();
  }
  if (rows[rank][files - file] !== '') return null;
  rows[rank][files - file] = sfen;
  const text = rows
    .map((row) =>
      row
        .map((cell) => cell || ' ')
        .join('')
        .replace(/ +/g, (gap) => String(gap.length)),
    )
    .join('/');
  try {
    return core.start({ sfen: `${text} b - 1` });
  } catch {
    return null; // a pawn on the last rank, kings in check of each other, ...
  }
}

export class GreedyPlayer {
  #random;

  constructor(spec) {
    this.spec = spec;
  }

  async newGame({ core, seed }) {
    this.worth = worthOf(core);
    this.#random = randomStream(seed, 7);
  }

  async think({ match }) {
    const start = performance.now();
    const us = match.turn();
    const before = this.#theirs(match, us);
    let best = [];
    let most = -1;
    for (const move of match.legal()) {
      match.play(move);
      const gain = match.result()?.winner === us ? Infinity : before - this.#theirs(match, us);
      match.back();
      if (gain > most) [most, best] = [gain, []];
      if (gain === most) best.push(move);
    }
    return { move: pick(this.#random, best), ms: performance.now() - start, nodes: 0, nodesMs: 0, cp: null };
  }

  #theirs(match, us) {
    return match.board().reduce((sum, { kind, side }) => (side === us ? sum : sum + this.worth.get(kind)), 0);
  }

  async close() {}
}

const worths = new WeakMap();
function worthOf(core) {
  if (!worths.has(core)) worths.set(core, pieceWorth(core));
  return worths.get(core);
}
