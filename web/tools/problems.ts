/*
 * The problems, read from games/<name>/web/problems.json and played with the game's own core: a solution that is not
 * legal, a win that does not come when it should, or a last move that wins as well and is not listed, are errors of
 * the build. That no shorter win exists and that no way is missing is proved where they are made
 * (engine/tests/problems_make.c).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '../../wasm/core.ts';
import type { Side } from '../../wasm/types.ts';
import { lineOf, type Problem, type ProblemSet, type Ways } from '../src/client/problem.ts';
import { Replay } from '../src/client/replay.ts';

export const problemsOf = (root: string, game: string): ProblemSet =>
  JSON.parse(readFileSync(join(root, 'games', game, 'web', 'problems.json'), 'utf8')) as ProblemSet;

/** Whether the move just played has won: by itself, or with `end`, because the game ends so after every answer. */
function hasWon(replay: Replay, moves: readonly string[], by: Side, end: Problem['end']): boolean {
  const { result, legal } = replay.view();
  if (!end || result) return result?.winner === by;
  return legal.every((answer) => {
    replay.go([...moves, answer]);
    const after = replay.view().result;
    return after?.winner === by && after.reason === end;
  });
}

/** Walks through all ways; `left` plies must still be played on each of them. */
function follow(core: Core, problem: Problem, moves: readonly string[], ways: Ways, left: number): void {
  const replay = new Replay(core, problem.sfen, '');
  const found = Object.entries(ways);
  try {
    replay.go(moves);
    const { legal, position } = replay.view();
    if (found.length === 0) throw new Error(`no way on after ${moves.join(' ') || 'the start'}`);
    for (const [usi, way] of found) {
      const here = [...moves, usi];
      if (!legal.includes(usi)) throw new Error(`${here.join(' ')}: not legal, or not as the core writes it`);
      replay.go(here);
      const { result, check } = replay.view();
      const won = hasWon(replay, here, position.turn, problem.end);
      if (problem.plies !== undefined && (won !== (left === 1) || (problem.end ? result : !check)))
        throw new Error(`${here.join(' ')}: no mate, or too early`);
      if ((way.length === 0) !== (left === 1)) throw new Error(`${here.join(' ')}: ${left} plies are left`);
      if (way.length === 2) {
        const [answer, then] = way;
        replay.go([...here, answer]);
        follow(core, problem, [...here, answer], then, left - 2);
      }
    }
    if (problem.plies !== undefined && left === 1)
      for (const usi of legal.filter((move) => !(move in ways))) {
        const here = [...moves, usi];
        replay.go(here);
        if (hasWon(replay, here, position.turn, problem.end)) throw new Error(`${here.join(' ')} wins too`);
      }
  } finally {
    replay.free();
  }
}

/** Throws when the core does not agree with what a problem claims. */
export function checkProblem(core: Core, problem: Problem): void {
  const { sfen, moves, plies = 1, after = [], prize } = problem;
  if (plies % 2 !== 1) throw new Error(`a mate of ${plies} plies`);
  follow(core, problem, [], moves, plies);
  if (prize !== undefined && !core.game.pieces.some((piece) => piece.sfen === prize)) throw new Error(`no piece ${prize}`);
  if (after.length === 0) return;
  const replay = new Replay(core, sfen, '');
  try {
    replay.go(lineOf(problem));
  } finally {
    replay.free();
  }
}

/** Throws when a problem cannot be solved as it says; says which it is. */
export function checkProblems(core: Core, { problems }: ProblemSet): void {
  const ids = problems.map(({ id }) => id);
  if (ids.length === 0 || new Set(ids).size !== ids.length) throw new Error('problems have ids of their own');
  for (const problem of problems)
    try {
      checkProblem(core, problem);
    } catch (error) {
      throw new Error(`problem ${problem.id}: ${error instanceof Error ? error.message : error}`);
    }
}
