import { expect, test } from 'vitest';
import { scaleOf } from './plot.tsx';

test('a scale holds every value between round numbers, with few lines', () => {
  for (const values of [[1500], [1500, 1520], [1499, 1501], [1480, 1620, 1555], [900, 2300], [-40, 20], [0, 9000]]) {
    const { low, high, step } = scaleOf(values);
    expect(low).toBeLessThanOrEqual(Math.min(...values));
    expect(high).toBeGreaterThanOrEqual(Math.max(...values));
    expect(high).toBeGreaterThan(low);
    expect((high - low) / step).toBeLessThanOrEqual(6);
    expect(low % step === 0 || low % step === 0).toBe(true);
  }
});
