// A match: games in pairs (one opening, both colours), several at a time, until the number is reached or SPRT has decided.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { PlayerFault } from './child.mjs';
import { playGame } from './game.mjs';
import { drawOpening } from './openings.mjs';
import { makePlayer } from './players.mjs';
import { randomStream } from './random.mjs';
import { Results } from './results.mjs';
import { count, sprt } from './stats.mjs';

/** How many nodes the engine that judges openings may look at. */
const JUDGE_NODES = 5_000;

/**
 * `setup` is what is played (see args.mjs), `run` how: {games, concurrency, sprt, core, onGame}. Gives the results.
 * `signal` (AbortSignal) ends it after the games under way.
 */
export async function runMatch(setup, { path, games, concurrency, test = null, core, onGame = () => {}, signal }) {
  const results = new Results(path, setup, core);
  const played = new Set(results.games.map(({ n }) => n));
  const open = Array.from({ length: games }, (_, n) => n).filter((n) => !played.has(n));
  const openings = new Map();
  const builds = { a: buildOf(setup.a), b: buildOf(setup.b) };
  const decided = () => test !== null && sprt(count(results.games).pairs, test).state !== 'open';

  // Both games of a pair share one promise, so that an opening is drawn once whichever asks first.
  const openingOf = (pair) => {
    if (!openings.has(pair)) openings.set(pair, results.opening(pair) ?? judgedOpening(setup, core, pair));
    return openings.get(pair);
  };
  const worker = async () => {
    while (open.length > 0 && !signal?.aborted && !decided()) {
      const n = open.shift();
      const game = await playOne(setup, core, n, await openingOf(n >> 1));
      results.add({ ...game, builds });
      onGame(results, game);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

/** Which build of a player plays: the beginning of its program's SHA-256; null for what is no file. */
function buildOf({ command }) {
  const file = command.find((word) => word.includes('/') && existsSync(word));
  return file === undefined ? null : createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}

async function judgedOpening(setup, core, pair) {
  const { plies, bound, judge } = setup.openings;
  if (!judge) return drawOpening({ core, rules: setup.rules, seed: setup.seed, pair, plies, bound, judge: null });
  const player = makePlayer(judge);
  try {
    await player.newGame({ core, game: setup.game, rules: setup.rules, seed: 1 });
    const limits = { nodes: JUDGE_NODES };
    const ask = async (moves) => (await player.think({ moves, limits, timeout: 60_000 })).cp;
    return await drawOpening({ core, rules: setup.rules, seed: setup.seed, pair, plies, bound, judge: ask });
  } finally {
    await player.close();
  }
}

/** Plays game n of the match; who cannot even start loses it. */
async function playOne(setup, core, n, opening) {
  const sente = n % 2 === 0 ? 'a' : 'b';
  const seat = { b: sente, w: sente === 'a' ? 'b' : 'a' };
  const players = { a: makePlayer(setup.a), b: makePlayer(setup.b) };
  const seed = randomStream(setup.seed, n, 1)();
  try {
    for (const who of ['a', 'b']) {
      try {
        await players[who].newGame({ core, game: setup.game, rules: setup.rules, seed });
      } catch (error) {
        if (!(error instanceof PlayerFault)) throw error;
        const fault = { by: who, kind: error.kind, ply: 0, message: `at the start: ${error.message}` };
        return { n, sente, opening: opening.length, moves: opening, result: who === 'a' ? 'b' : 'a', end: error.kind, fault };
      }
    }
    const game = await playGame({
      core,
      rules: setup.rules,
      opening,
      players: { b: players[seat.b], w: players[seat.w] },
      limits: { b: setup[seat.b].limits, w: setup[seat.w].limits },
      margin: setup.margin,
      maxPlies: setup.maxPlies,
    });
    const { side, ...fault } = game.fault ?? {};
    return {
      n,
      sente,
      opening: opening.length,
      moves: game.moves,
      result: game.winner === 'draw' ? 'draw' : seat[game.winner],
      end: game.end,
      used: { [seat.b]: rounded(game.used.b), [seat.w]: rounded(game.used.w) },
      ...(side ? { fault: { by: seat[side], ...fault } } : {}),
    };
  } finally {
    await Promise.all([players.a.close(), players.b.close()]);
  }
}

const rounded = (used) => Object.fromEntries(Object.entries(used).map(([key, value]) => [key, Math.round(value)]));
