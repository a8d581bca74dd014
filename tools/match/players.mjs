// Players by the protocol they speak.
import { CecpPlayer } from './cecp.mjs';
import { GreedyPlayer } from './greedy.mjs';
import { UsiPlayer } from './usi.mjs';

const kinds = { usi: UsiPlayer, cecp: CecpPlayer, greedy: GreedyPlayer };
export const protocols = Object.keys(kinds);

/** A player has newGame({core, game, rules, seed}), think({match, moves, turn, limits, timeout}) and close(). */
export const makePlayer = (spec) => new kinds[spec.protocol](spec);
