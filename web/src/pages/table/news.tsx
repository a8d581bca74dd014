/*
 * How the game stands, in one place that is always on the screen: whose turn it is, why a move was not made, what was
 * touched, that an earlier move is shown, that the connection is lost, and the result. Beside the board on wide screens,
 * a bar under it on phones (style/news.css).
 */
import { refusalsOf } from '../../client/loading.ts';
import { itemsOf, SETTINGS } from '../agreed.ts';
import { Again, Question, StandIns } from './agree.tsx';
import { Planned } from './ahead.tsx';
import { ClockFace } from './clock.tsx';
import type { PanelProps } from './panel.tsx';

export function News({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { state, live, why, hint, mine, ply } = controller;
  const { table } = state;
  if (!table || !live) return null;
  const { result } = table;
  const turn = live.position.turn;
  const yours = !result && mine.includes(turn);
  const offline = controller.offline;
  const past = ply !== null;
  const notice = words.notice(table, mine, [...itemsOf(controller.loaded?.core.game.rules ?? []), ...SETTINGS]);
  const classes = ['status'];
  if (result) classes.push('over');
  else if (yours) classes.push('yours');
  if (why || (hint && hint.kind !== 'again') || past || offline) classes.push('saying');
  return (
    <section class={classes.join(' ')} data-status="" tabIndex={-1}>
      {result ? (
        <div class="ending" data-result="" data-reason={result.reason} data-winner={result.winner}>
          <h2>{words.outcome(result, mine)}</h2>
          <p>{words.reason(result)}</p>
          <Rated controller={controller} words={words} />
          <Score controller={controller} words={words} />
        </div>
      ) : (
        <h2>
          {words.standing(controller)}
          {live.check && <span class="check-word">{t('status.check')}</span>}
        </h2>
      )}
      {yours && table.clock?.runs && <ClockFace side={turn} controller={controller} words={words} again />}
      {yours && controller.waitsForGuest && <p class="aside">{t('status.waiting')}</p>}
      <Again controller={controller} words={words} />
      <Question controller={controller} words={words} />
      <Planned controller={controller} words={words} />
      <StandIns controller={controller} words={words} />
      {offline && <p class="note lost">{t(state.pending ? 'status.unsent' : 'link.waiting')}</p>}
      {past && (
        <p class="note past">
          <span>{t('status.past', { ply, count: controller.moves.length })}</span>
          <button type="button" class="quiet" data-act="live" onClick={() => controller.lookAt(controller.moves.length)}>
            {t('status.back')}
          </button>
        </p>
      )}
      {notice && !why && (
        <p class="note" data-notice={table.notice?.kind}>
          {notice}
        </p>
      )}
      {hint && !why && (
        <p class="note">
          <span>{words.hint(hint, mine)}</span>
        </p>
      )}
      {why && (
        <p class="why" data-why="" data-rule={why.rule ?? why.code ?? ''}>
          <span>
            {words.why(why)}
            <RuleLink controller={controller} words={words} />
            <WhySquares controller={controller} words={words} />
          </span>
          <button
            type="button"
            class="icon small"
            data-act="dismiss"
            aria-label={t('why.dismiss')}
            onClick={() => controller.forgetWhy()}
          >
            ×
          </button>
        </p>
      )}
    </section>
  );
}

/** What a rated game did to both ratings. */
function Rated({ controller, words }: PanelProps) {
  const { table } = controller.state;
  const sides = table ? (['b', 'w'] as const).map((side) => ({ side, rated: words.rated(table, side) })) : [];
  if (table?.result && table.settings.rated === 'on' && table.moves.length < 2)
    return (
      <p class="hint" data-uncounted>
        {words.speech.t('rating.uncounted')}
      </p>
    );
  if (sides.every(({ rated }) => rated === null)) return null;
  return (
    <ul class="rated">
      {sides.map(
        ({ side, rated }) =>
          rated && (
            <li key={side} data-rated={side} data-rating={rated.rating} data-change={rated.change}>
              {rated.text}
            </li>
          ),
      )}
    </ul>
  );
}

/** The games of this sitting. */
export function Score({ controller, words }: PanelProps) {
  const { table } = controller.state;
  const score = table && words.score(table, controller.mine);
  return score ? (
    <p class="score" data-score={score.count}>
      {score.text}
    </p>
  ) : null;
}

/** To the rule in the game's page of rules, in a tab of its own: the table stays. */
function RuleLink({ controller, words }: PanelProps) {
  const { speech } = words;
  const rule = controller.why?.rule ?? null;
  const kind = controller.loaded?.kind ?? '';
  if (rule === null || !refusalsOf(kind).includes(rule)) return null;
  return (
    <>
      {' '}
      <a href={`/${speech.language}/rules/${kind}/#rule-${rule}`} target="_blank" rel="noopener" data-act="rule">
        {speech.t('why.rule')}
      </a>
    </>
  );
}

/** What stands on the squares that explain a refusal. */
function WhySquares({ controller, words }: PanelProps) {
  const { why, live } = controller;
  const pieces = (why?.squares ?? []).flatMap((square) => {
    const piece = live?.position.board.get(square);
    return piece ? [words.placed(square, piece)] : [];
  });
  return pieces.length > 0 ? <small>{pieces.join(' · ')}</small> : null;
}
