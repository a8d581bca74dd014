import { expect, test } from 'vitest';
import { clockText } from './clock.tsx';

test('a second that has begun is shown, and nothing but the end is 0:00', () => {
  expect([60_000, 59_001, 59_000, 30_000, 9_999, 1, 0].map(clockText)).toEqual([
    '1:00',
    '1:00',
    '0:59',
    '0:30',
    '0:10',
    '0:01',
    '0:00',
  ]);
});
