import { describe, expect, test } from 'vitest';
import type { Side } from '../../../wasm/types.ts';
import { type Found, fromSente, judge, overBy, runsOf, slipOf, tally } from './judge.ts';

const found = (chance: number, pv: string[] = ['x']): Found => ({ score: { cp: 0 }, chance, pv, depth: 1, nodes: 1 });
const moves = (...usis: string[]) => usis.map((usi, i) => ({ usi, side: (i % 2 === 0 ? 'b' : 'w') as Side }));

test('what the engine says to gote is turned to sente’s view', () => {
  const said = { pv: ['3c3d'], depth: 5, nodes: 9 };
  expect(fromSente('b', { ...said, score: { cp: 70 }, chance: 0.6 })).toEqual({ ...said, score: { cp: 70 }, chance: 0.6 });
  expect(fromSente('w', { ...said, score: { cp: 70 }, chance: 0.75 })).toEqual({ ...said, score: { cp: -70 }, chance: 0.25 });
  expect(fromSente('w', { ...said, score: { mate: 3 }, chance: 1 })).toEqual({ ...said, score: { mate: -3 }, chance: 0 });
  expect(fromSente('w', { ...said, score: { mate: -4 }, chance: 0 })).toMatchObject({ score: { mate: 4 }, chance: 1 });
});

test('a game that is over is won, lost or even', () => {
  expect(overBy({ winner: 'b', reason: 'checkmate' })).toMatchObject({ chance: 1, pv: [] });
  expect(overBy({ winner: 'w', reason: 'bare_king' }).chance).toBe(0);
  expect(overBy({ winner: 'draw', reason: 'repetition' })).toMatchObject({ chance: 0.5, score: { cp: 0 } });
});

test('a slip is as grave as what it loses: from 5, 10 and 20 of a hundred games', () => {
  const slips = [0, 0.049, 0.05, 0.099, 0.1, 0.199, 0.2, 1].map(slipOf);
  expect(slips).toEqual([null, null, 'inaccuracy', 'inaccuracy', 'mistake', 'mistake', 'blunder', 'blunder']);
  expect(slipOf(0.3 - 0.1)).toBe('blunder'); // 0.19999999999999998
});

describe('the moves of a game', () => {
  test('are judged by who played them', () => {
    const judged = judge(moves('a', 'b', 'c', 'd'), [found(0.5), found(0.35), found(0.5), found(0.92), found(0.95)]);
    expect(judged).toMatchObject([
      { ply: 1, side: 'b', slip: 'mistake', best: false },
      { ply: 2, side: 'w', slip: 'mistake' },
      { ply: 3, side: 'b', loss: 0, slip: null },
      { ply: 4, side: 'w', slip: null },
    ]);
    expect(judged[3]?.loss).toBeCloseTo(0.03);
    expect(tally(judged)).toEqual({
      b: { inaccuracy: 0, mistake: 1, blunder: 0 },
      w: { inaccuracy: 0, mistake: 1, blunder: 0 },
    });
  });

  test('are not judged where a position is not known yet', () => {
    const judged = judge(moves('a', 'b', 'c'), [null, found(0.5), found(0.9), null]);
    expect(judged.map((one) => one?.slip)).toEqual([undefined, 'blunder', undefined]);
    expect(tally(judged).w.blunder).toBe(1);
  });

  test('lose nothing where they are the engine’s own, whatever it sees later', () => {
    const [judged] = judge(moves('a'), [found(0.9, ['a', 'b']), found(0.2)]);
    expect(judged).toMatchObject({ best: true, loss: 0, slip: null });
  });

  test('begin with whoever begins: with a handicap that is gote', () => {
    const [judged] = judge([{ usi: 'a', side: 'w' }], [found(0.25), found(0.75)]);
    expect(judged).toMatchObject({ side: 'w', loss: 0.5, slip: 'blunder' });
  });
});

test('the line of the graph has a gap where nothing is known', () => {
  expect(runsOf([null, found(0.1), found(0.2), null, found(0.4)])).toEqual([
    [
      [1, 0.1],
      [2, 0.2],
    ],
    [[4, 0.4]],
  ]);
  expect(runsOf([null])).toEqual([]);
});
