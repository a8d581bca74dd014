// What a match says about strength. Games come in pairs with the same opening and colours changed, so the pair is the unit:
// its score is 0, ½, 1, 1½ or 2 of 2 ("pentanomial"), and its spread is smaller than that of two independent games.

/** What a player that is `elo` stronger scores. */
export const expectedScore = (elo) => 1 / (1 + 10 ** (-elo / 400));

/** The inverse; ±Infinity at 0 and 1. */
export const eloOf = (score) => {
  if (score <= 0) return -Infinity;
  if (score >= 1) return Infinity;
  return 400 * Math.log10(score / (1 - score));
};

/** Quantile of the normal distribution for intervals that hold the truth 95 times of 100. */
const Z = 1.959964;

/**
 * Elo with its 95 % interval from counts of pairs [0, ½, 1, 1½, 2]. Without any spread (all pairs alike) the interval is
 * Wilson's for as many independent trials. null: no pair yet.
 */
export function eloFromPairs(pairs) {
  const count = pairs.reduce((sum, n) => sum + n, 0);
  if (count === 0) return null;
  const score = pairs.reduce((sum, n, i) => sum + (n * i) / 4, 0) / count;
  const variance = pairs.reduce((sum, n, i) => sum + n * (i / 4 - score) ** 2, 0) / count;
  let half = Z * Math.sqrt(variance / count);
  let middle = score;
  if (variance === 0) {
    const share = 1 + (Z * Z) / count;
    middle = (score + (Z * Z) / (2 * count)) / share;
    half = (Z * Math.sqrt((score * (1 - score)) / count + (Z * Z) / (4 * count * count))) / share;
  }
  const low = eloOf(Math.max(0, middle - half));
  const high = eloOf(Math.min(1, middle + half));
  return { score, elo: eloOf(score), low, high };
}

/**
 * Log-likelihood ratio of "stronger by elo1" against "stronger by elo0": for each of both, the distribution of pair scores
 * nearest to the counted one that has the expected mean. Counts of 0 are taken as a thousandth of a pair.
 */
export function logLikelihoodRatio(pairs, elo0, elo1) {
  const counts = pairs.map((n) => Math.max(n, 1e-3));
  const total = counts.reduce((sum, n) => sum + n, 0);
  const shares = counts.map((n) => n / total);
  const weights = (elo) => {
    const off = shares.map((_, i) => i / 4 - expectedScore(elo));
    const theta = root(
      (t) => shares.reduce((sum, p, i) => sum + (p * off[i]) / (1 + t * off[i]), 0),
      -1 / Math.max(...off),
      -1 / Math.min(...off),
    );
    return off.map((x) => 1 + theta * x);
  };
  const under0 = weights(elo0);
  const under1 = weights(elo1);
  return total * shares.reduce((sum, p, i) => sum + p * Math.log(under0[i] / under1[i]), 0);
}

/** The zero of a function that falls from `low` to `high` (both excluded). */
function root(f, low, high) {
  let a = low;
  let b = high;
  for (let i = 0; i < 200; i++) {
    const middle = (a + b) / 2;
    if (f(middle) > 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

/**
 * Sequential test: `state` is "accepted" (elo1 is right), "rejected" (elo0 is) or "open". `alpha`: chance of accepting
 * wrongly, `beta`: of rejecting wrongly.
 */
export function sprt(pairs, { elo0, elo1, alpha, beta }) {
  const count = pairs.reduce((sum, n) => sum + n, 0);
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const llr = count === 0 ? 0 : logLikelihoodRatio(pairs, elo0, elo1);
  return { llr, lower, upper, state: llr >= upper ? 'accepted' : llr <= lower ? 'rejected' : 'open' };
}

/** Points of `a` from the results of single games. */
const points = { a: 2, draw: 1, b: 0 };

/** Counts games and full pairs; `games` are lines of the results file. */
export function count(games) {
  const tally = { wins: 0, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 0] };
  const halves = new Map();
  for (const { n, result } of games) {
    tally[{ a: 'wins', draw: 'draws', b: 'losses' }[result]]++;
    const pair = n >> 1;
    if (halves.has(pair)) tally.pairs[halves.get(pair) + points[result]]++;
    else halves.set(pair, points[result]);
  }
  return tally;
}

const signed = (elo) => (Number.isFinite(elo) ? `${elo >= 0 ? '+' : '−'}${Math.abs(elo).toFixed(0)}` : elo > 0 ? '+∞' : '−∞');

/** "+34 ± 21"; where the interval is lopsided or open, "+560 (+410 … +∞)". */
export function eloText(estimate) {
  if (estimate === null) return 'no pair yet';
  const { elo, low, high } = estimate;
  const half = (high - low) / 2;
  if (Number.isFinite(half) && Math.abs(high + low - 2 * elo) < half / 4) return `${signed(elo)} ± ${half.toFixed(0)}`;
  return `${signed(elo)} (${signed(low)} … ${signed(high)})`;
}
