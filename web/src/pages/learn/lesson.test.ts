/* Every lesson can be done, says the same in every language, and leads out of every mistake. The rules core judges. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import { gameNames, languagesOf } from '../../../tools/games.ts';
import { checkLesson, checkStep, lessonOf, lessonTextOf } from '../../../tools/lesson.ts';
import { partsOf } from '../../board/usi.ts';
import { Exercise, marksOf, type Step } from '../../client/lesson.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const languages = Object.keys(languagesOf(root));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const coreOf = (game: string): Promise<Core> => Core.load(readFileSync(join(wasm, `core-${game}.wasm`)));

/** All texts, with a path to say where. */
const texts = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([name, item]) => texts(item, `${path}/${name}`));

describe.each(gameNames(root))('%s', (game) => {
  const { steps } = lessonOf(root, game);

  test.each(languages)('%s has words for every step, none for another, and none is empty', (language) => {
    const text = lessonTextOf(root, game, language);
    expect(Object.keys(text.steps)).toEqual(steps.map(({ id }) => id));
    const own = texts(text);
    expect(own.filter(([, words]) => words.trim() === '')).toEqual([]);
    expect(own.map(([path]) => path)).toEqual(texts(lessonTextOf(root, game, languages[0] ?? '')).map(([path]) => path));
    const known = ['title', 'text', 'goal', 'hint', 'done', 'wrong'];
    for (const step of Object.values(text.steps)) {
      expect(Object.keys(step).filter((key) => !known.includes(key))).toEqual([]);
      for (const key of known.slice(0, -1)) expect(Object.keys(step)).toContain(key);
    }
    if (language === 'ja') expect(own.filter(([, words]) => !/[ぁ-んァ-ン一-龯]/.test(words))).toEqual([]);
  });

  test('no text of one language was left in another', () => {
    const [fr, en, ja] = ['fr', 'en', 'ja'].map((language) => texts(lessonTextOf(root, game, language)));
    const same = (a: [string, string][] = [], b: [string, string][] = []) =>
      a.filter(([, words], i) => words === b[i]?.[1] && words.length > 25);
    expect(same(fr, en)).toEqual([]);
    expect(same(en, ja)).toEqual([]);
  });

  test('the rules core plays the lesson to its end', async () => {
    const core = await coreOf(game);
    checkLesson(core, { steps });
    for (const step of steps) {
      const exercise = new Exercise(core, step);
      for (const usi of step.solution) {
        const { origin, target } = partsOf(usi);
        expect(exercise.hint(), step.id).toEqual(expect.arrayContaining([origin, target]));
        if ('refused' in step.goal) expect(exercise.attempt(usi)).toMatchObject({ rule: step.goal.refused, done: true });
        else if (exercise.play(usi) === 'on') exercise.goOn();
      }
      expect(exercise.done, step.id).toBe(true);
      exercise.free();
    }
  });

  test('every legal move that is not wanted is taken back, and the step can still be done', async () => {
    const core = await coreOf(game);
    let wrong = 0;
    for (const step of steps) {
      const exercise = new Exercise(core, step);
      const { sfen, legal } = exercise.view();
      for (const usi of legal) {
        const verdict = exercise.play(usi);
        if (verdict === 'wrong') {
          exercise.back();
          wrong++;
          expect([exercise.view().sfen, exercise.moves], `${step.id} ${usi}`).toEqual([sfen, []]);
        } else if (verdict === 'on' && exercise.goOn() === 'wrong') exercise.back();
        exercise.restart();
        expect(exercise.view().sfen, `${step.id} ${usi}`).toBe(sfen);
      }
      expect(exercise.attempt('1a1a').done, step.id).toBe(false);
      exercise.free();
    }
    expect(wrong).toBeGreaterThan(50);
  });

  test('a goal is not reached by whatever is played', async () => {
    const core = await coreOf(game);
    for (const step of steps.filter(({ within = 1 }) => within === 1)) {
      const exercise = new Exercise(core, step);
      const { legal } = exercise.view();
      const right = legal.filter((usi) => {
        const verdict = exercise.play(usi);
        exercise.restart();
        return verdict !== 'wrong';
      });
      exercise.free();
      expect(right.length, step.id).toBeLessThan(Math.max(5, legal.length));
    }
  });

  test('a wrong claim is found', async () => {
    const core = await coreOf(game);
    const step = steps.find(({ goal }) => 'reach' in goal) as Step;
    expect(() => checkStep(core, step)).not.toThrow();
    expect(() => checkStep(core, { ...step, sfen: 'nothing b - 1' })).toThrow();
    expect(() => checkStep(core, { ...step, goal: { take: ['1a'] } })).toThrow('1a');
    expect(() => checkStep(core, { ...step, goal: { moves: ['1a1b'] } })).toThrow();
    expect(() => checkStep(core, { ...step, goal: { refused: 'no_such_rule' } })).toThrow('refused');
    expect(() => checkStep(core, { ...step, solution: [] })).toThrow('0 moves');
    expect(() => checkStep(core, { ...step, solution: ['1a1b'] })).toThrow('not legal');
    expect(() => checkStep(core, { ...step, marks: ['99a'] })).toThrow('99a');
    expect(() => checkStep(core, { ...step, answers: { '1a1b': '1b1a' } })).toThrow();
    expect(() => checkLesson(core, { steps: [step, step] })).toThrow('id of its own');
    expect(() => checkLesson(core, { steps: [{ ...step, solution: ['1a1b'] }] })).toThrow(step.id);
    expect(marksOf({ ...step, marks: ['1a'] })).toEqual(['1a']);
  });
});

test('an answer is played, and an end that it brings is seen', async () => {
  const games = await Promise.all(gameNames(root).map(async (name) => ({ core: await coreOf(name), name })));
  const answered = games.flatMap(({ core, name }) =>
    lessonOf(root, name).steps.flatMap((step) => (step.answers ? [{ core, step }] : [])),
  );
  expect(answered.length).toBeGreaterThan(1);
  for (const { core, step } of answered) {
    const exercise = new Exercise(core, step);
    const [first = ''] = step.solution;
    expect(exercise.play(first)).toBe('on');
    const verdict = exercise.goOn();
    expect(exercise.last).toBe(step.answers?.[first]);
    expect(verdict).toBe(step.solution.length === 1 ? 'done' : 'on');
    exercise.free();
    const other = { ...step, answers: { ...step.answers, '9z9z': '1a1b' } };
    expect(() => checkStep(core, other)).toThrow('never played');
    expect(() => checkStep(core, { ...step, answers: { [first]: '1a1a' } })).toThrow();
  }
});
