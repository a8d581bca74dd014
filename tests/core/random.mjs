/** mulberry32: 32 random bits a step from one number. */
export function randomFrom(start) {
  let state = start >>> 0;
  const bits = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
  const below = (n) => Math.floor((bits() / 2 ** 32) * n);
  const chance = (p) => below(1000) < p * 1000;
  const pick = (list) => list[below(list.length)];
  const shuffle = (list) => {
    for (let i = list.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  };
  return { below, chance, pick, shuffle };
}
