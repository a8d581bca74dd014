import { expect, test } from 'vitest';
import { coarser, writePath } from './path.mjs';

const m = (x: number, y: number) => ({ letter: 'm', points: [[x, y]] });
const l = (x: number, y: number) => ({ letter: 'l', points: [[x, y]] });
const q = (a: number, b: number, x: number, y: number) => ({
  letter: 'q',
  points: [
    [a, b],
    [x, y],
  ],
});
const z = { letter: 'z', points: [] };

test('a path is relative, says a letter where it changes, and goes on from where the last part began', () => {
  expect(writePath([m(10, 20), l(15, 20), l(15, 10), z, m(12, 22), l(14, 22), z])).toBe('m10 20l5 0 0-10zm2 2l2 0z');
});

test('a straight curve is a line, a bent one is not, nor one that turns back', () => {
  expect(writePath([m(0, 0), q(5, 0, 10, 0)])).toBe('m0 0l10 0');
  expect(writePath([m(0, 0), q(5, 2, 10, 0)])).toBe('m0 0q5 2 10 0');
  expect(writePath([m(0, 0), q(15, 0, 10, 0)])).toBe('m0 0q15 0 10 0');
  expect(writePath([m(0, 0), q(5, 5, 0, 0)])).toBe('m0 0q5 5 0 0');
});

test('steps within a unit are left out and not lost', () => {
  const small = Array.from({ length: 10 }, (_, i) => l((i + 1) * 0.3, 0));
  expect(writePath([m(0, 0), ...small])).toBe('m0 0l1 0 1 0 1 0');
});

test('on a coarser grid everything stays within half of it', () => {
  expect(coarser('m10 21l5 0 1 1 1 0-4 8z', 4)).toBe('m3 5l1 0 0 1-1 2z');
});
