import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomStream } from '../random.mjs';
import { count, eloFromPairs, eloOf, eloText, expectedScore, logLikelihoodRatio, sprt } from '../stats.mjs';

const near = (actual, expected, off) => assert.ok(Math.abs(actual - expected) <= off, `${actual}, expected ${expected} ± ${off}`);

test('Elo and expected score are inverse', () => {
  near(expectedScore(0), 0.5, 1e-12);
  near(expectedScore(191), 0.75, 0.001);
  for (const elo of [-700, -20, 0, 3, 400]) near(eloOf(expectedScore(elo)), elo, 1e-6);
  assert.equal(eloOf(1), Infinity);
  assert.equal(eloOf(0), -Infinity);
});

test('the interval follows the spread of the pairs', () => {
  // variance (2 · 10 · 1/4 + 2 · 20 · 1/16) / 100 = 0.075, standard error 0.02739, half interval 0.05368
  const even = eloFromPairs([10, 20, 40, 20, 10]);
  near(even.elo, 0, 1e-9);
  near(even.high, 400 * Math.log10(0.55368 / 0.44632), 0.05);
  near(even.low, -even.high, 1e-9);
  // The same score where each opening decides the pair's halves: no spread but that of the pairs, so a narrower interval.
  const split = eloFromPairs([0, 10, 80, 10, 0]);
  assert.ok(split.high < even.high);
});

test('pairs that are all alike still have an interval', () => {
  const won = eloFromPairs([0, 0, 0, 0, 30]);
  assert.equal(won.elo, Infinity);
  assert.equal(won.high, Infinity);
  near(won.low, eloOf(30 / (30 + 1.96 ** 2)), 1);
  const drawn = eloFromPairs([0, 0, 10, 0, 0]);
  assert.ok(drawn.low < -50 && drawn.high > 50);
  assert.equal(eloFromPairs([0, 0, 0, 0, 0]), null);
});

test('only full pairs count for Elo, all games for the score', () => {
  const games = [
    { n: 0, result: 'a' },
    { n: 3, result: 'draw' },
    { n: 1, result: 'draw' },
    { n: 4, result: 'b' },
    { n: 2, result: 'draw' },
  ];
  assert.deepEqual(count(games), { wins: 1, draws: 3, losses: 1, pairs: [0, 0, 1, 1, 0] });
});

test('the likelihood ratio is 0 in the middle, signed, and near the normal approximation', () => {
  near(logLikelihoodRatio([10, 20, 40, 20, 10], -5, 5), 0, 1e-6);
  const pairs = [30, 100, 200, 150, 60];
  const total = 540;
  const mean = (100 / 4 + 200 / 2 + (150 * 3) / 4 + 60) / total;
  const variance = pairs.reduce((sum, n, i) => sum + n * (i / 4 - mean) ** 2, 0) / total;
  const [s0, s1] = [expectedScore(0), expectedScore(10)];
  near(logLikelihoodRatio(pairs, 0, 10), (total * (s1 - s0) * (2 * mean - s0 - s1)) / (2 * variance), 0.2);
  assert.ok(logLikelihoodRatio(pairs.toReversed(), 0, 10) < -4);
});

test('SPRT decides at its bounds', () => {
  const wanted = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };
  assert.equal(sprt([0, 0, 0, 0, 0], wanted).state, 'open');
  assert.equal(sprt([3, 10, 20, 15, 6], wanted).state, 'open');
  assert.equal(sprt([30, 100, 200, 150, 60], wanted).state, 'accepted');
  assert.equal(sprt([60, 150, 200, 100, 30], wanted).state, 'rejected');
  near(sprt([0, 0, 0, 0, 0], wanted).upper, Math.log(19), 1e-9);
});

test('SPRT is seldom wrong: simulated matches', () => {
  const wanted = { elo0: 0, elo1: 60, alpha: 0.05, beta: 0.05 };
  const wrong = (elo, bad) => {
    let mistakes = 0;
    for (let match = 0; match < 100; match++) {
      const random = randomStream(match, elo);
      const game = () => (random() / 2 ** 32 < expectedScore(elo) ? 2 : 0);
      const pairs = [0, 0, 0, 0, 0];
      let state = 'open';
      for (let i = 1; state === 'open'; i++) {
        pairs[game() + game()]++;
        if (i >= 20 && i % 5 === 0) state = sprt(pairs, wanted).state;
      }
      if (state === bad) mistakes++;
    }
    return mistakes;
  };
  assert.ok(wrong(0, 'accepted') <= 10);
  assert.ok(wrong(60, 'rejected') <= 10);
});

test('Elo is written with its error', () => {
  assert.equal(eloText(eloFromPairs([10, 20, 40, 20, 10])), '+0 ± 37');
  assert.match(eloText(eloFromPairs([0, 0, 0, 0, 30])), /^\+∞ \(\+357 … \+∞\)$/);
  assert.equal(eloText(null), 'no pair yet');
});
