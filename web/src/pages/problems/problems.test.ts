/* Every problem can be solved as it says, in every way it lists, and by no other; the rules core judges. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import { gameNames } from '../../../tools/games.ts';
import { checkProblem, checkProblems, problemsOf } from '../../../tools/problems.ts';
import { Attempt, dailyOf, lineOf, type Problem, turnsOf, type Ways } from '../../client/problem.ts';
import { Replay } from '../../client/replay.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const coreOf = (game: string): Promise<Core> => Core.load(readFileSync(join(wasm, `core-${game}.wasm`)));

/** The first moves with which the side to move mates in three, each move a check: by trying all. */
function matesInThree(core: Core, sfen: string): string[] {
  const match = core.start({ sfen });
  const us = sfen.split(' ')[1];
  const wins = () => match.result()?.winner === us;
  /** Whether it holds after a move, which is taken back. */
  const after = (usi: string, holds: () => boolean): boolean => {
    match.play(usi);
    const result = holds();
    match.back();
    return result;
  };
  const found = match
    .legal()
    .filter((usi) =>
      after(
        usi,
        () =>
          match.check().check &&
          !match.result() &&
          match.legal().every((answer) => after(answer, () => match.legal().some((last) => after(last, wins)))),
      ),
    );
  match.free();
  return found.sort();
}

describe.each(gameNames(root))('%s', (game) => {
  const { problems } = problemsOf(root, game);

  test('there are enough, sorted from easy to hard', () => {
    expect(problems.length).toBeGreaterThanOrEqual(game === 'shogi' ? 60 : 30);
    const hard = problems.map(({ plies = 1, nodes, end }) => (end ? 1e12 : 0) + plies * 1e9 + nodes);
    expect(hard).toEqual([...hard].sort((a, b) => a - b));
  });

  test('the rules core plays every way', async () => {
    const core = await coreOf(game);
    checkProblems(core, { problems });
    for (const problem of problems) {
      const attempt = new Attempt(core, problem);
      const line = lineOf(problem);
      for (let i = 0; !attempt.done; i += 2) {
        expect(attempt.hint, problem.id).toBe(line[i]);
        if (attempt.play(line[i] ?? '') === 'on') attempt.answer();
      }
      expect(attempt.moves.length, problem.id).toBe(problem.plies ?? 1);
      attempt.free();
    }
  }, 300_000);

  test('no first move of a mate in three is missing', async () => {
    const core = await coreOf(game);
    for (const { sfen, moves } of problems.filter(({ plies, end }) => plies === 3 && !end))
      expect(Object.keys(moves).sort(), sfen).toEqual(matesInThree(core, sfen));
  }, 300_000);

  test('any other move is wrong, and can be taken back at each turn', async () => {
    const core = await coreOf(game);
    for (const problem of problems.slice(0, 12)) {
      const attempt = new Attempt(core, problem);
      const line = lineOf(problem);
      for (let turn = 0; turn < turnsOf(problem); turn++) {
        const { sfen, legal } = attempt.view();
        const left = attempt.left;
        let right = 0;
        for (const usi of legal) {
          const before = attempt.moves;
          if (attempt.play(usi) === 'wrong') {
            attempt.back();
            expect([attempt.view().sfen, attempt.left]).toEqual([sfen, left]);
          } else {
            right++;
            attempt.restart();
            for (let i = 0; i < before.length; i += 2) {
              attempt.play(before[i] ?? '');
              attempt.answer();
            }
          }
        }
        expect(right, problem.id).toBeGreaterThan(0);
        if (attempt.play(line[turn * 2] ?? '') === 'on') attempt.answer();
      }
      expect(attempt.done, problem.id).toBe(true);
      attempt.free();
    }
  }, 300_000);
});

test('a wrong claim is found', async () => {
  const core = await coreOf('shogi');
  const { problems } = problemsOf(root, 'shogi');
  const three = problems.find(({ plies }) => plies === 3) as Problem;
  const [first] = Object.keys(three.moves);
  expect(() => checkProblem(core, { ...three, plies: 5 })).toThrow();
  expect(() => checkProblem(core, { ...three, plies: 1 })).toThrow();
  expect(() => checkProblem(core, { ...three, moves: { '1a1b': [] } })).toThrow();
  expect(() => checkProblem(core, { ...three, moves: { [first ?? '']: [] } })).toThrow();
  const one = problems.find(({ plies }) => plies === 1) as Problem;
  expect(() => checkProblem(core, { ...one, moves: {} })).toThrow();
  expect(() => checkProblem(core, { ...one, prize: 'Z' })).toThrow('no piece');
});

test('a wrong claim of a bare king is found', async () => {
  const core = await coreOf('chu');
  const { problems } = problemsOf(root, 'chu');
  const three = problems.find(({ plies, end }) => plies === 3 && end) as Problem;
  const [first = '', [answer, last]] = Object.entries(three.moves)[0] as [string, [string, Ways]];
  const wrong = (change: Partial<Problem>) => expect(() => checkProblem(core, { ...three, ...change }));
  wrong({}).not.toThrow();
  wrong({ plies: 1, moves: { [first]: [] } }).toThrow();
  const { plies, nodes, id, sfen, moves } = three;
  expect(() => checkProblem(core, { plies, nodes, id, sfen, moves } as Problem)).toThrow('no mate');
  const { legal } = new Replay(core, three.sfen, '').view();
  wrong({ moves: { [legal.find((usi) => usi !== first) ?? '']: [answer, last] } }).toThrow();
  wrong({ moves: { [first]: [answer, {}] } }).toThrow('no way on');
});

test('each problem is that of one day in as many days as there are problems, whatever the hour', () => {
  const day = 86_400_000;
  for (const count of [30, 36, 72, 100]) {
    const days = Array.from({ length: count }, (_, i) => dailyOf(Date.UTC(2026, 4, 1 + i, 23, 59), count));
    expect(new Set(days).size).toBe(count);
    expect(days[0]).toBe(dailyOf(Date.UTC(2026, 4, 1), count));
    expect(dailyOf(Date.UTC(2026, 4, 1) + count * day, count)).toBe(days[0]);
  }
});
