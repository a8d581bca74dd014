/*
 * What the two sides ask of each other, and who plays in whose place: in words, with the buttons that answer. One question
 * at a time, so that there are never two ways to accept in one place.
 */
import { otherSide } from '../../board/sfen.ts';
import { asksOf } from '../../client/table.ts';
import type { Controller } from './controller.ts';
import { useSettled } from './guard.ts';
import type { PanelProps } from './panel.tsx';

/** What is asked for while a game is played; the other side's wish comes before the viewer's own. */
export function Question({ controller, words }: PanelProps) {
  const { table } = controller.state;
  const [side] = controller.mine;
  if (!table || table.result || !side) return null;
  const asked = asksOf(table.seats[otherSide(side)])[0];
  if (asked === 'draw' || asked === 'takeback')
    return <Asked key={`asked ${asked}`} what={asked} controller={controller} words={words} />;
  const own = asksOf(table.seats[side])[0];
  if (own === 'draw' || own === 'takeback') return <Own key={`own ${own}`} what={own} controller={controller} words={words} />;
  return null;
}

type AnswerProps = PanelProps & { what: 'draw' | 'takeback' };

function Asked({ what, controller, words }: AnswerProps) {
  const { t } = words.speech;
  const { session, state } = controller;
  const off = !useSettled() || state.pending !== null;
  return (
    <div class="question" data-question={what}>
      <p>{t(`asked.${what}`)}</p>
      <button type="button" class="quiet" data-act="decline" disabled={off} onClick={() => session.decline(what)}>
        {t('answer.no')}
      </button>
      <button type="button" class="primary" data-act="accept" disabled={off} onClick={() => session.accept(what)}>
        {t(`answer.${what}`)}
      </button>
    </div>
  );
}

function Own({ what, controller, words }: AnswerProps) {
  const { t } = words.speech;
  const { session, state } = controller;
  const off = !useSettled() || state.pending !== null;
  return (
    <div class="question own" data-wish={what}>
      <p>{t(`wish.${what}`)}</p>
      <button type="button" class="quiet" data-act="withdraw" disabled={off} onClick={() => session.decline(what)}>
        {t('answer.withdraw')}
      </button>
    </div>
  );
}

/** The next game: one button, which asks, and says yes when the other side has asked. */
export function Again({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { state, mine, session } = controller;
  const { table, pending } = state;
  const [side] = mine;
  if (!table?.result || !side) return null;
  const other = table.seats[otherSide(side)];
  const asked = asksOf(other).includes('again');
  if (asksOf(table.seats[side]).includes('again'))
    return (
      <p class="note" data-again="asked">
        {t(other.here ? 'again.asked' : 'again.away')}
      </p>
    );
  if (!asked && table.settled[side].includes('again'))
    return (
      <p class="note" data-again="refused">
        {t('again.refused')}
      </p>
    );
  return (
    <div class="again" data-again={asked ? 'wanted' : ''}>
      {asked && <p>{t('again.wanted')}</p>}
      {asked && <NotAgain controller={controller} words={words} />}
      <button type="button" class="primary" data-act="again" disabled={pending !== null} onClick={() => session.again()}>
        {t(asked ? 'again.join' : 'act.again')}
      </button>
    </div>
  );
}

function NotAgain({ controller, words }: PanelProps) {
  const off = !useSettled() || controller.state.pending !== null;
  return (
    <button type="button" class="quiet" data-act="decline" disabled={off} onClick={() => controller.session.decline('again')}>
      {words.speech.t('answer.no')}
    </button>
  );
}

/** It is the turn of the other player, who is not there, and nobody plays for them yet. */
function awaitsAway({ state: { table }, live, mine, offline }: Controller): boolean {
  const [own] = mine;
  if (!table || !live || !own || mine.length > 1 || offline || table.asleep) return false;
  const { turn } = live.position;
  const { who, here, plays } = table.seats[turn];
  return turn !== own && who !== '' && !here && plays === undefined;
}

/** Tells everybody where the computer plays in somebody's place, and gives the seat back to who lent it. */
export function StandIns({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { table, pending } = controller.state;
  if (!table || table.result) return null;
  const lent = (['b', 'w'] as const).filter((side) => table.seats[side].plays !== undefined);
  return (
    <>
      {table.asleep && <p class="note">{t('status.asleep')}</p>}
      {awaitsAway(controller) && <p class="note">{t('standin.soon')}</p>}
      {lent.map((side) => {
        const why = table.seats[side].why ?? 'away';
        const own = controller.mine.includes(side);
        return (
          <p key={side} class="note stand-in" data-stand-in={side} data-because={why}>
            <span>{words.standIn(side, why, controller.mine)}</span>
            {own && why === 'asked' && (
              <button
                type="button"
                class="quiet"
                data-act="seat-back"
                disabled={pending !== null}
                onClick={() => controller.session.computer(false)}
              >
                {t('act.seat.back')}
              </button>
            )}
          </p>
        );
      })}
    </>
  );
}
