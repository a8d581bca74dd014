/* The course of a lesson: what is taken back, when the hint comes, what is remembered. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import { lessonOf } from '../../../tools/lesson.ts';
import type { LessonFrame } from '../../client/lesson.ts';
import type { Loaded } from '../../client/loading.ts';
import { LessonPlayer } from './player.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const core = await Core.load(readFileSync(join(wasm, 'core-shogi.wasm')));
const loaded = { kind: 'shogi', core } as Loaded;
const frame = lessonOf(root, 'shogi');
const indexOf = (id: string): number => frame.steps.findIndex((step) => step.id === id);

let store: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  store = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const begin = (at = 0, of: LessonFrame = frame): LessonPlayer => {
  const player = new LessonPlayer(loaded, of, () => {});
  player.go(at);
  return player;
};

test('nothing is begun before the learner begins', () => {
  const player = new LessonPlayer(loaded, frame, () => {});
  expect([player.step, player.finished, store.size]).toEqual([null, false, 0]);
});

test('a step of two moves: the other side stands still, then it is done and remembered', () => {
  const player = begin();
  player.move('5g5f');
  expect(player.boardState()?.active).toBe(null);
  vi.runAllTimers();
  expect(player.boardState()).toMatchObject({ active: 'b', legal: ['5f5e'], marked: ['5e'] });
  player.move('5f5e');
  expect([player.solved, player.message?.kind, [...player.done]]).toEqual([true, 'done', ['pawn']]);
  expect(player.boardState()?.active).toBe(null);
  player.next();
  expect(player.step?.id).toBe('gold');
  const later = new LessonPlayer(loaded, frame, () => {});
  expect([later.step?.id, [...later.done]]).toEqual(['gold', ['pawn']]);
});

test('a wrong move is shown, taken back, and after the second the hint comes', () => {
  const player = begin(indexOf('remove'));
  const before = player.boardState()?.confirmed;
  for (const hinted of [false, true]) {
    player.move('5i4i');
    expect(player.message?.kind).toBe('wrong');
    expect(player.boardState()?.confirmed).not.toBe(before);
    player.move('3f5d'); // nothing moves meanwhile
    vi.runAllTimers();
    expect([player.boardState()?.confirmed, player.hinted, player.solved]).toEqual([before, hinted, false]);
  }
  expect(player.boardState()?.hinted).toEqual(['3f', '5d']);
  player.move('3f5d');
  expect(player.solved).toBe(true);
});

test('a move that is not legal says the rule; the one that is asked for does the step', () => {
  const player = begin(indexOf('nifu'));
  player.attempt('5i5g');
  expect(player.message).toMatchObject({ kind: 'refused', done: false, why: { rule: 'own_piece' } });
  player.move('P*4e');
  expect(player.message?.kind).toBe('wrong');
  vi.runAllTimers();
  player.attempt('P*5e');
  expect(player.message).toMatchObject({ kind: 'refused', done: true, why: { rule: 'nifu', squares: ['5g'] } });
  expect(player.solved).toBe(true);
});

test('the solution of every step can be shown, and does not count as done', () => {
  const player = begin();
  for (const [i, { id }] of frame.steps.entries()) {
    expect(player.step?.id).toBe(id);
    player.reveal();
    vi.runAllTimers();
    expect([player.solved, player.done.size], id).toEqual([true, 0]);
    expect(player.isLast).toBe(i === frame.steps.length - 1);
    player.next();
  }
  expect([player.finished, new LessonPlayer(loaded, frame, () => {}).finished]).toEqual([true, true]);
  player.restart();
  expect([player.finished, player.step?.id, new LessonPlayer(loaded, frame, () => {}).step?.id]).toEqual([false, 'pawn', 'pawn']);
});

test('leaving a step stops what was under way', () => {
  const player = begin();
  player.move('5g5f');
  player.next();
  vi.runAllTimers();
  expect(player.boardState()?.confirmed).toBe(frame.steps[1]?.sfen);
  player.reveal();
  player.again();
  vi.runAllTimers();
  expect([player.boardState()?.confirmed, player.solved]).toEqual([frame.steps[1]?.sfen, false]);
});

test('what is remembered of another lesson, or is no progress at all, is not used', () => {
  for (const kept of ['{"at":"no such step","done":[]}', '{"at":"pawn"}', 'null', '[', '{"at":3,"done":[]}']) {
    store.set('lesson shogi', kept);
    expect(new LessonPlayer(loaded, frame, () => {}).step, kept).toBe(null);
  }
  store.set('lesson shogi', '{"at":"gold","done":["pawn","gone"]}');
  expect([...new LessonPlayer(loaded, frame, () => {}).done]).toEqual(['pawn']);
});

test('a device that keeps nothing can still be learned on', () => {
  const forbidden = () => {
    throw new Error('forbidden');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden });
  const player = begin(indexOf('capture'));
  player.move('5e5d');
  player.next();
  expect([player.step?.id, [...player.done]]).toEqual(['drop', ['capture']]);
});
