/* What a player decides ahead: the next move, and what to do where a move may promote. */
import type { PanelProps } from './panel.tsx';

/** The planned move, and the way to give it up. */
export function Planned({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { usi } = controller.plan;
  if (usi === null) return null;
  return (
    <p class="note" data-planned={usi}>
      <span>{words.planned(usi)}</span>
      <button type="button" class="quiet" data-act="unplan" onClick={() => controller.unplan()}>
        {t('plan.forget')}
      </button>
    </p>
  );
}

/** As players write it behind a move. */
const SIGNS = { ask: '成？', yes: '成', no: '不成' };

const NEXT = new Map<boolean | null, boolean | null>([
  [null, true],
  [true, false],
  [false, null],
]);

/** Asks where a move may promote, promotes, or does not: until the page is left. */
export function Promoting({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { loaded, promotes, mine, state } = controller;
  const game = loaded?.core.game;
  if (!game?.pieces.some((piece) => piece.promotes !== 0) || mine.length === 0 || state.table?.result) return null;
  const now = promotes === null ? 'ask' : promotes ? 'yes' : 'no';
  const label = t(`promoting.${now}`);
  return (
    <button
      type="button"
      class="icon promoting"
      data-act="promoting"
      data-value={now}
      aria-label={label}
      title={label}
      onClick={() => controller.setPromotes(NEXT.get(promotes) ?? null)}
    >
      <span lang="ja" aria-hidden="true" data-sign={SIGNS[now]} />
    </button>
  );
}
