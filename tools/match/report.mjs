// What a match prints: the score, how the games ended, and everything that went wrong, player by player.
import { count, eloFromPairs, eloText, sprt } from './stats.mjs';

const tallied = (list) => {
  const counts = new Map();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([item, n]) => `${n} ${item}`);
};

/** "12 of 20 games: +7 =2 -3, 66.7 %, Elo +120 ± 90" */
export function scoreText(games) {
  const { wins, draws, losses, pairs } = count(games);
  const total = wins + draws + losses;
  const percent = total === 0 ? '' : `, ${((100 * (wins + draws / 2)) / total).toFixed(1)} %`;
  return `+${wins} =${draws} -${losses}${percent}, Elo ${eloText(eloFromPairs(pairs))}`;
}

export function sprtText(games, test) {
  const { llr, lower, upper, state } = sprt(count(games).pairs, test);
  return `SPRT [${test.elo0}, ${test.elo1}]: ${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)}) ${state}`;
}

function playerLines(results, who) {
  const used = results.games.map((game) => game.used?.[who]).filter(Boolean);
  const sum = (key) => used.reduce((total, one) => total + one[key], 0);
  const slowest = Math.max(0, ...used.map((one) => one.slowest));
  const speed = sum('nodesMs') > 0 ? `, ${((sum('nodes') / sum('nodesMs')) * 1000).toFixed(0)} nodes/s` : '';
  const time = `${(sum('ms') / Math.max(1, sum('moves'))).toFixed(0)} ms a move, slowest ${slowest}, ${sum('overruns')} overruns`;
  const faults = results.games.filter((game) => game.fault?.by === who);
  const builds = new Set(results.games.map((game) => game.builds[who])).size;
  return [
    `  ${results.setup[who].name}: ${time}${speed}${faults.length > 0 ? `, FAULTS: ${tallied(faults.map(({ end }) => end)).join(', ')}` : ''}`,
    ...(builds > 1 ? [`    played by ${builds} builds of it`] : []),
    ...faults.map(({ n, fault }) => `    game ${n + 1}, ply ${fault.ply}: ${fault.kind}: ${fault.message}`),
  ];
}

/** The lines of the summary. */
export function summary(results, test) {
  const { games, setup } = results;
  return [
    `${setup.game}${setup.rules ? ` (${setup.rules})` : ''}: ${setup.a.name} against ${setup.b.name}, ${games.length} games: ${scoreText(games)}`,
    ...(test ? [`  ${sprtText(games, test)}`] : []),
    `  pairs 0 ½ 1 1½ 2: ${count(games).pairs.join(' ')}`,
    `  ends: ${tallied(games.map(({ end }) => end)).join(', ')}`,
    ...playerLines(results, 'a'),
    ...playerLines(results, 'b'),
  ];
}
