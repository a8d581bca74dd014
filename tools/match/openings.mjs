// Openings: legal plies drawn from a seed, kept when a short search finds the position level.
import { pick, randomStream } from './random.mjs';

/** Draws that are looked at before the last resort, which is an error: the bound is too narrow for the game. */
const TRIES = 500;

/**
 * The opening of a pair: the same for the same arguments, whichever pairs were drawn before. `judge(moves)` gives the
 * position's worth in centipawns for the side to move (null: do not know, taken as level); `bound` is the most that may be.
 */
export async function drawOpening({ core, rules, seed, pair, plies, bound, judge }) {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const moves = randomPlies(core, rules, plies, randomStream(seed, pair, attempt));
    if (moves === null) continue;
    const cp = judge ? await judge(moves) : null;
    if (cp === null || Math.abs(cp) <= bound) return moves;
  }
  throw new Error(`no level opening of ${plies} plies within ${bound} centipawns in ${TRIES} draws (pair ${pair})`);
}

/** null: the game ended, or the last move gave check, after which there is little choice. */
function randomPlies(core, rules, plies, random) {
  const match = core.start({ rules });
  try {
    for (let i = 0; i < plies; i++) {
      const legal = match.legal();
      if (legal.length === 0) return null;
      match.play(pick(random, legal));
    }
    return match.result() || match.check().check ? null : match.texts('usi');
  } finally {
    match.free();
  }
}
