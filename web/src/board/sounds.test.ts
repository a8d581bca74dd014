import { expect, test } from 'vitest';
import { type Sound, samples } from './sounds.ts';

const RATE = 48_000;
const loudest = (data: Float32Array, from: number, to: number) =>
  Math.max(...data.slice(Math.floor(from * RATE), Math.floor(to * RATE)).map(Math.abs));

test.each<Sound>(['move', 'capture', 'end'])('%s is heard, is never cut off, and begins and ends without a click', (sound) => {
  const data = samples(sound, RATE);
  const peak = loudest(data, 0, data.length / RATE);
  expect(peak).toBeGreaterThan(0.2);
  expect(peak).toBeLessThan(1);
  expect(Math.abs(data[0] ?? 1)).toBeLessThan(0.01);
  expect(loudest(data, data.length / RATE - 0.005, data.length / RATE)).toBeLessThan(0.03);
});

test('a capture is two strikes, a move one', () => {
  const second = [0.075, 0.085] as const;
  expect(loudest(samples('capture', RATE), ...second)).toBeGreaterThan(0.2);
  expect(loudest(samples('move', RATE), ...second)).toBeLessThan(0.05);
});
