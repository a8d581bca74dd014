/* The level at which a game against the computer is begun. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_LEVEL, keepLevel, LEVELS, levelFor } from './level.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('there are ten, and a newcomer meets a weak one', () => {
  expect(LEVELS).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect(levelFor('a')).toBe(FIRST_LEVEL);
  expect(Number(FIRST_LEVEL)).toBeLessThan(4);
});

test('what was chosen for a game is that of this game only', () => {
  keepLevel('a', '7');
  expect(levelFor('a')).toBe('7');
  expect(levelFor('b')).toBe(FIRST_LEVEL);
});

test('what is no level is none', () => {
  for (const broken of ['0', '11', '2.5', '', 'x']) {
    kept.set('level a', broken);
    expect(levelFor('a')).toBe(FIRST_LEVEL);
  }
});

test('without storage what was chosen lasts as long as the page', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(levelFor('a')).toBe(FIRST_LEVEL);
  keepLevel('a', '7');
  expect(levelFor('a')).toBe('7');
  expect(levelFor('b')).toBe(FIRST_LEVEL);
});
