// Random numbers that a seed decides: the same on every machine, one stream for every list of numbers.

/** A stream for `parts` (numbers): () => an integer from 0 to 2^32 - 1. */
export function randomStream(...parts) {
  let state = 0x9e3779b9;
  const mix = (value) => {
    let x = value >>> 0;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  };
  for (const part of parts) state = mix(state ^ mix(part + 0x7f4a7c15));
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state);
  };
}

/** One of a list; the bias of the remainder is below 2^-20 for lists of moves. */
export const pick = (random, list) => list[random() % list.length];
