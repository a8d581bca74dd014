/*
 * The course of a game as a line: how likely sente was to win at each ply, all of it at the top, nothing at the bottom.
 * A slider, so that it can be used without a mouse: arrows step, a click goes to the ply that is nearest.
 */

import type { Found } from '../../client/judge.ts';
import { type Judged, runsOf } from '../../client/judge.ts';
import type { TableSpeech } from '../table/speech.ts';
import { SIGNS } from './words.ts';

interface GraphProps {
  words: TableSpeech;
  found: readonly (Found | null)[];
  judged: readonly (Judged | null)[];
  /** The shown ply. */
  at: number;
  /** What is to be said of it. */
  said: string;
  lookAt: (ply: number) => void;
}

/** The ply at a share of the width. */
export const plyAt = (share: number, last: number): number => Math.round(Math.min(1, Math.max(0, share)) * last);

export function Graph({ words, found, judged, at, said, lookAt }: GraphProps) {
  const { t } = words.speech;
  const last = found.length - 1;
  const x = (ply: number): number => (100 * ply) / Math.max(last, 1);
  const y = (chance: number): number => 100 - 100 * chance;
  const runs = runsOf(found).map((run) => run.map(([ply, chance]) => `${x(ply).toFixed(2)} ${y(chance).toFixed(2)}`));
  const shown = found[at];
  const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  return (
    <div class="graph-frame">
      <span class="graph-side" aria-hidden="true">
        <span class="sign b" /> {words.side('b')}
      </span>
      <div
        class="graph"
        role="slider"
        tabIndex={0}
        aria-label={t('analysis.graph')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={said}
        data-graph=""
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          lookAt(plyAt((event.clientX - left) / width, last));
        }}
        onKeyDown={(event) => {
          const by = steps[event.key];
          if (by === undefined) return;
          event.preventDefault();
          lookAt(Math.min(last, Math.max(0, at + by)));
        }}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {runs.map((points) => (
            <path
              key={points[0]}
              class="area"
              d={`M${points[0]?.split(' ')[0]} 50L${points.join('L')}L${points.at(-1)?.split(' ')[0]} 50Z`}
            />
          ))}
          <path class="even" d="M0 50H100" />
          <path class="now" d={`M${x(at)} 0V100`} />
          {runs.map((points) => (
            <path key={points[0]} class="line" d={`M${points.join('L')}`} />
          ))}
        </svg>
        {judged.map((one) => {
          const after = one?.slip && found[one.ply];
          if (!one?.slip || !after) return null;
          const style = { left: `${x(one.ply)}%`, top: `${Math.min(86, Math.max(14, y(after.chance)))}%` };
          return (
            <span
              key={one.ply}
              class={`slip ${one.slip}`}
              style={style}
              data-slip={one.slip}
              data-at={one.ply}
              aria-hidden="true"
            >
              {SIGNS[one.slip]}
            </span>
          );
        })}
        {shown && <span class="dot" style={{ left: `${x(at)}%`, top: `${y(shown.chance)}%` }} aria-hidden="true" />}
      </div>
      <span class="graph-side" aria-hidden="true">
        <span class="sign w" /> {words.side('w')}
      </span>
    </div>
  );
}
