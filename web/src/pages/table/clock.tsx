/*
 * The clock of a seat. The server keeps the time; here it is only counted down from what was told last, by a clock that
 * does not jump, and asked for again when the page wakes up.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Side } from '../../../../protocol/wire.ts';
import { leftOf } from '../../client/table.ts';
import type { PanelProps } from './panel.tsx';

/** From here on the time is short. */
export const LOW_MS = 10_000;

/** "0:30"; a second that has begun is shown, so that 0:00 is the end. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** With `again` it is the second one for that side, and has no hook and no voice. */
export function ClockFace({ side, controller, words, again = false }: PanelProps & { side: Side; again?: boolean }) {
  const { clock } = controller.state.table ?? {};
  const [, tick] = useState(0);
  const now = controller.session.now();
  const own = controller.turn === side;
  const left = clock ? (own ? leftOf(clock, now) : clock.whole) : 0;
  const runs = own && (clock?.runs ?? false);
  useEffect(() => {
    if (!runs || left === 0) return;
    const timer = window.setTimeout(() => tick((count) => count + 1), (left % 1000 || 1000) + 5);
    return () => window.clearTimeout(timer);
  });
  if (!clock) return null;
  const low = runs && left <= LOW_MS;
  return (
    <span
      class={`clock${runs ? ' runs' : ''}${low ? ' low' : ''}`}
      role={again ? undefined : 'timer'}
      aria-hidden={again ? 'true' : undefined}
      data-clock={again ? undefined : side}
      data-runs={String(runs)}
      data-low={low ? '' : undefined}
    >
      <span class="unseen">{words.speech.t('clock.label', { side: words.side(side) })} </span>
      {clockText(left)}
    </span>
  );
}

/** Says once a turn that the viewer's own time is short. */
export function ClockVoice({ controller, words }: PanelProps) {
  const { table } = controller.state;
  const clock = table?.clock ?? null;
  const own = clock?.runs === true && controller.mine.includes(controller.turn);
  const turn = `${table?.game} ${table?.moves.length}`;
  const [said, say] = useState('');
  const saidAt = useRef('');
  useEffect(() => {
    say('');
    if (!clock || !own || saidAt.current === turn) return;
    const timer = window.setTimeout(
      () => {
        saidAt.current = turn;
        say(words.speech.t('clock.low'));
      },
      Math.max(0, leftOf(clock, controller.session.now()) - LOW_MS),
    );
    return () => window.clearTimeout(timer);
  }, [clock, own, turn]);
  return <p aria-live="polite">{said}</p>;
}
