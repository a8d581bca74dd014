/*
 * A line of numbers over time, as a picture that scales, and the same numbers as a table for whoever wants them so.
 */
import type { Change } from '../client/people.ts';
import { dayOf, signed } from '../client/people.ts';
import type { Speech } from '../i18n/words.ts';

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 62;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 34;

/** Round numbers between which all values lie, and the steps between. */
export function scaleOf(values: readonly number[]): { low: number; high: number; step: number } {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const step = [10, 20, 50, 100, 200, 500, 1000].find((one) => (most - least) / one <= 4) ?? 2000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  return { low, high, step };
}

/** `changes` newest first, all of one game, at least one. */
export function Plot({ speech, kind, changes }: { speech: Speech; kind: string; changes: readonly Change[] }) {
  const { t, language } = speech;
  const points = [...changes].reverse();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  // Before the first game shown the rating was what that game changed.
  const values = [first.value - first.change, ...points.map(({ value }) => value)];
  const { low, high, step } = scaleOf(values);
  const x = (i: number): number => LEFT + (i * (WIDTH - LEFT - RIGHT)) / (values.length - 1);
  const y = (value: number): number => TOP + ((high - value) * (HEIGHT - TOP - BOTTOM)) / (high - low);
  const lines: number[] = [];
  for (let value = low; value <= high; value += step) lines.push(value);
  const path = values.map((value, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const label = t('plot.label', {
    game: speech.game(kind).name,
    count: points.length,
    first: values[0] ?? 0,
    last: last.value,
    low: Math.min(...values),
    high: Math.max(...values),
  });
  return (
    <figure class="plot" data-plot={kind}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {lines.map((value) => (
          <g key={value} class="grid">
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
            <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        <text class="day" x={LEFT} y={HEIGHT - 8}>
          {dayOf(first.at, language)}
        </text>
        <text class="day" x={WIDTH - RIGHT} y={HEIGHT - 8} text-anchor="end">
          {dayOf(last.at, language)}
        </text>
        <path class="line" d={path} />
        {values.length <= 60 && values.map((value, i) => <circle key={i} cx={x(i)} cy={y(value)} r="3.2" />)}
      </svg>
      <details>
        <summary>{t('plot.table')}</summary>
        <div class="scrolls">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('plot.day')}</th>
                <th scope="col">{t('rating.title')}</th>
                <th scope="col">{t('plot.change')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ game, at, value, change }) => (
                <tr key={game}>
                  <td>
                    <a href={`/g/${game}`}>{dayOf(at, language)}</a>
                  </td>
                  <td class="number">{value}</td>
                  <td class="number">{signed(change)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
