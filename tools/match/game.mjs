// One game between two players. The rules core judges every move and every end; players only propose.
import { PlayerFault } from './child.mjs';

/** How long a player may think before it counts as silent: beyond its time, or where it has no clock, at all. */
const PATIENCE = { beyond: 5_000, without: 300_000 };

const other = { b: 'w', w: 'b' };

/** What one player did in a game. */
const blank = () => ({ moves: 0, ms: 0, slowest: 0, nodes: 0, nodesMs: 0, overruns: 0 });

/**
 * Plays from an opening. `players`, `limits`: by side. `margin`: milliseconds that a move may take beyond its limit before
 * it is an overrun; on a clock (`limits.time`) that loses, elsewhere it is only counted.
 *
 * Gives {winner: "b"|"w"|"draw", end, moves, used: {b, w}, fault}. `end` is the rules' reason, or "resignation",
 * "plies" (the bound was reached: a draw), "time", "illegal", "crash", "silent", "protocol" and "refusal" (draw: one player says
 * that a move is illegal that the rules allow; see cecp.mjs). `fault`: {side, kind, message} for the last six.
 */
export async function playGame({ core, rules, opening, players, limits, margin, maxPlies, patience = PATIENCE }) {
  const match = core.start({ rules, moves: opening });
  const used = { b: blank(), w: blank() };
  const left = { b: limits.b.time ?? 0, w: limits.w.time ?? 0 };
  const finish = (winner, end, fault = null) => ({ winner, end, moves: match.texts('usi'), used, fault });
  const lose = (side, kind, message) =>
    finish(kind === 'refusal' ? 'draw' : other[side], kind, { side, kind, ply: match.ply(), message });
  try {
    for (;;) {
      const result = match.result();
      if (result) return finish(result.winner, result.reason);
      if (match.ply() >= maxPlies) return finish('draw', 'plies');
      const side = match.turn();
      const limit = limits[side];
      const answer = await ask(players[side], match, limit, left, patience);
      if (answer instanceof PlayerFault) return lose(side, answer.kind, answer.message);
      account(used[side], answer);
      const allowed = allowedTime(limit, left[side]);
      if (answer.ms > allowed + margin) {
        used[side].overruns++;
        if (limit.time !== undefined) return lose(side, 'time', `${answer.ms.toFixed(0)} ms of ${allowed}`);
      }
      if (limit.time !== undefined)
        left[side] = Math.max(0, left[side] - Math.max(0, answer.ms - (limit.byoyomi ?? 0))) + (limit.increment ?? 0);
      if (answer.move === 'resign') return finish(other[side], 'resignation');
      const played = match.play(answer.move);
      if (!played.ok) return lose(side, 'illegal', `${answer.move} (${played.rule ?? played.code}) in ${match.sfen()}`);
    }
  } finally {
    match.free();
  }
}

async function ask(player, match, limit, left, patience) {
  const allowed = allowedTime(limit, left[match.turn()]);
  try {
    return await player.think({
      match,
      moves: match.texts('usi'),
      turn: match.turn(),
      limits:
        limit.time === undefined ? limit : { clock: { left, byoyomi: limit.byoyomi ?? 0, increment: limit.increment ?? 0 } },
      timeout: Number.isFinite(allowed) ? allowed + patience.beyond : patience.without,
    });
  } catch (error) {
    if (error instanceof PlayerFault) return error;
    throw error;
  }
}

/** Milliseconds for the next move; Infinity where nodes or depth are the limit. */
function allowedTime(limit, left) {
  if (limit.time !== undefined) return left + (limit.byoyomi ?? 0);
  return limit.movetime ?? Infinity;
}

function account(used, { ms, nodes, nodesMs }) {
  used.moves++;
  used.ms += ms;
  used.slowest = Math.max(used.slowest, ms);
  used.nodes += nodes;
  used.nodesMs += nodesMs;
}
