/*
 * The lessons, read from games/<name>/web/ and tried out with the game's own core: a step whose solution is refused, does
 * not reach its goal or reaches it too early, and an answer that is not legal or never comes, are errors of the build.
 * Languages are compared with each other by web/src/pages/learn/lesson.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '../../wasm/core.ts';
import { fileOf, rankOf, sideOf } from '../src/board/sfen.ts';
import { Exercise, type LessonFrame, marksOf, type Step, withinOf } from '../src/client/lesson.ts';
import type { LessonText } from '../src/pages/learn/text.ts';

const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

export const lessonOf = (root: string, game: string): LessonFrame =>
  json(root, 'games', game, 'web', 'lesson.json') as LessonFrame;
export const lessonTextOf = (root: string, game: string, language: string): LessonText =>
  json(root, 'games', game, 'web', `lesson-${language}.json`) as LessonText;

/** Plays moves one by one; the last must do it, and none before. */
function follow(exercise: Exercise, moves: readonly string[]): void {
  for (const [i, usi] of moves.entries()) {
    const last = i === moves.length - 1;
    if ('refused' in exercise.step.goal) {
      const { rule, done } = exercise.attempt(usi);
      if (!done || !last) throw new Error(`${usi} is refused by ${rule}`);
      return;
    }
    if (!exercise.view().legal.includes(usi)) throw new Error(`${usi} is not legal, or not as the core writes it`);
    let verdict = exercise.play(usi);
    if (verdict === 'on') verdict = exercise.goOn();
    if (verdict !== (last ? 'done' : 'on')) throw new Error(`after ${usi} the step is: ${verdict}`);
  }
}

/** Every way through the answers of a step must lead to its goal; adds what was answered to `heard`. */
function explore(core: Core, step: Step, moves: readonly string[], heard: Set<string>): void {
  for (const usi of Object.keys(step.answers ?? {})) {
    const exercise = new Exercise(core, step);
    try {
      for (const before of moves) {
        exercise.play(before);
        exercise.goOn();
      }
      if (exercise.done || !exercise.view().legal.includes(usi) || exercise.play(usi) !== 'on') continue;
      heard.add(usi);
      const verdict = exercise.goOn();
      if (verdict === 'wrong') throw new Error(`the answer to ${usi} cannot be played`);
      if (verdict === 'done') continue;
      if (moves.length + 1 >= withinOf(step)) throw new Error(`${[...moves, usi].join(' ')} leads nowhere`);
    } finally {
      exercise.free();
    }
    explore(core, step, [...moves, usi], heard);
  }
}

/** That a position can be used, and that what it is about is there. */
function checkStart(core: Core, exercise: Exercise): void {
  const { goal } = exercise.step;
  const start = exercise.view();
  if (start.result !== null || start.legal.length === 0) throw new Error('nothing can be played');
  const { files, ranks } = core.game;
  for (const square of marksOf(exercise.step))
    if (fileOf(square) < 1 || fileOf(square) > files || rankOf(square) < 0 || rankOf(square) >= ranks)
      throw new Error(`there is no ${square}`);
  for (const square of 'take' in goal ? goal.take : []) {
    const piece = start.position.board.get(square);
    if (!piece || sideOf(piece) === exercise.side) throw new Error(`nothing to take on ${square}`);
  }
}

/** Throws when the core does not agree with what a step claims. */
export function checkStep(core: Core, step: Step): void {
  const { goal, solution, answers = {} } = step;
  if (Object.keys(goal).filter((key) => key !== 'piece').length !== 1) throw new Error('a step has one goal');
  if (solution.length === 0 || solution.length > withinOf(step)) throw new Error(`solved in ${solution.length} moves`);
  const exercise = new Exercise(core, step);
  try {
    checkStart(core, exercise);
    follow(exercise, solution);
    if ('moves' in goal && !step.answers)
      for (const usi of goal.moves) {
        exercise.restart();
        follow(exercise, [usi]);
      }
  } finally {
    exercise.free();
  }
  const heard = new Set<string>();
  explore(core, step, [], heard);
  const unheard = Object.keys(answers).filter((usi) => !heard.has(usi));
  if (unheard.length > 0) throw new Error(`never played: ${unheard.join(' ')}`);
}

/** Throws when a lesson cannot be done; says which step it is. */
export function checkLesson(core: Core, { steps }: LessonFrame): void {
  const ids = steps.map(({ id }) => id);
  if (ids.length === 0 || new Set(ids).size !== ids.length) throw new Error('a lesson has steps, each with an id of its own');
  for (const step of steps)
    try {
      checkStep(core, step);
    } catch (error) {
      throw new Error(`step ${step.id}: ${error instanceof Error ? error.message : error}`);
    }
}
