/*
 * SVG paths as short as they can be on a grid of whole units: relative commands (m l q c z), a letter only where it changes,
 * lines for curves that are straight, nothing for steps within a unit. What is left out is carried along: no place is further
 * from where it belongs than rounding takes it, and a curve that was straight within a third of a unit.
 */

const POINTS = { m: 1, l: 1, q: 2, c: 3, z: 0 };
const STRAIGHT = 1 / 3;

/** Commands with absolute points in units of the grid: [{letter, points: [[x, y], …]}]. */
export function writePath(commands) {
  let [x, y] = [0, 0];
  let start = [0, 0];
  let before = '';
  let out = '';
  for (const { letter, points } of commands) {
    if (letter === 'z') {
      if (before === 'z' || before === 'm') continue;
      out += before = 'z';
      [x, y] = start;
      continue;
    }
    const steps = points.map(([px, py]) => [Math.round(px) - x, Math.round(py) - y]);
    const [dx, dy] = steps.at(-1);
    const length = Math.hypot(dx, dy);
    if (letter !== 'm' && steps.every((step) => step.every((value) => value === 0))) continue;
    const off = ([sx, sy]) => (length === 0 ? Math.hypot(sx, sy) : Math.abs(sx * dy - sy * dx) / length);
    const within = ([sx, sy]) => sx * dx + sy * dy >= 0 && sx * dx + sy * dy <= length * length;
    const inner = steps.slice(0, -1);
    const straight = letter !== 'm' && inner.every((step) => off(step) < STRAIGHT && within(step));
    const short = straight ? 'l' : letter;
    const numbers = (straight ? [[dx, dy]] : steps).flat().join(' ').replaceAll(' -', '-');
    out += short === before && short !== 'm' ? (numbers.startsWith('-') ? numbers : ` ${numbers}`) : short + numbers;
    before = short;
    [x, y] = [x + dx, y + dy];
    if (letter === 'm') start = [x, y];
  }
  return out;
}

/** What writePath() wrote. */
function readPath(path) {
  const tokens = path.match(/[mlqcz]|-?\d+/g) ?? [];
  const commands = [];
  let [x, y] = [0, 0];
  let start = [0, 0];
  let letter = '';
  for (let i = 0; i < tokens.length; ) {
    if (tokens[i] in POINTS) letter = tokens[i++];
    const points = Array.from({ length: POINTS[letter] }, () => [x + Number(tokens[i++]), y + Number(tokens[i++])]);
    commands.push({ letter, points });
    if (letter === 'm') start = points[0];
    [x, y] = points.at(-1) ?? start;
  }
  return commands;
}

/** The same path on a grid of `step` units: to be drawn `step` times as large. */
export function coarser(path, step) {
  const scaled = readPath(path).map(({ letter, points }) => ({ letter, points: points.map(([x, y]) => [x / step, y / step]) }));
  return writePath(scaled);
}
