import { expect, test } from 'vitest';
import { isStray, type Press, STRAY_MS } from './guard.ts';

const press = (timeStamp: number, clientX: number, clientY: number, detail = 1): Press => ({
  timeStamp,
  clientX,
  clientY,
  detail,
});
const asked = press(1000, 100, 200);

test('the second half of a double click is no answer', () => {
  expect(isStray(press(1080, 100, 200, 2), asked)).toBe(true);
  expect(isStray(press(1000 + STRAY_MS, 106, 208), asked)).toBe(true);
});

test('a key that is still held is no answer, wherever the answer is', () => {
  expect(isStray(press(1100, 0, 0, 0), asked)).toBe(true);
});

test('a click on an answer elsewhere counts at once, and any click counts later', () => {
  expect(isStray(press(1080, 160, 200), asked)).toBe(false);
  expect(isStray(press(1001 + STRAY_MS, 100, 200), asked)).toBe(false);
  expect(isStray(press(1001 + STRAY_MS, 0, 0, 0), asked)).toBe(false);
});
