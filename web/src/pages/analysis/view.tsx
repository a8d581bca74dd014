/*
 * What the analysis shows. Where the page says which move is shown: what was wrong with it. Above the list of moves: the
 * course of the game, how the shown position stands, the best line from it, and what would have been better before. Below:
 * what either side did wrong, and all numbers.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MoveStyle, Side } from '../../../../wasm/types.ts';
import { type Found, type Judged, SLIPS, slips, tally } from '../../client/judge.ts';
import type { Viewer } from '../record/viewer.ts';
import type { TableSpeech } from '../table/speech.ts';
import type { Analysis, Written } from './analysis.ts';
import { Graph } from './graph.tsx';
import { percent, SIGNS, scoreWords, standing } from './words.ts';

export interface AnalysisProps {
  words: TableSpeech;
  viewer: Viewer;
  analysis: Analysis;
  notation: MoveStyle;
}

/** So many plies of a line are shown. */
const LINE_PLIES = 8;
const SIDES: readonly Side[] = ['b', 'w'];

/** A game with royal pieces is won by mate. */
const matesIn = ({ loaded }: Viewer): boolean => loaded?.core.game.pieces.some(({ royal }) => royal) ?? false;

/** Moves of a line, each a button that shows the position behind it. */
function Line({ words, line, notation, show }: LineProps) {
  const japanese = notation === 'japanese' || notation === 'kif';
  return (
    <ol class="variation">
      {line.map(({ text, ply }, i) => (
        <li key={i}>
          <button type="button" onClick={() => show(line.slice(0, i + 1).map((one) => one.ply.usi))}>
            <span class={`sign ${ply.side}`} aria-hidden="true" />
            <span class="written" lang={japanese ? 'ja' : undefined} aria-hidden="true">
              {text}
            </span>
            <span class="unseen">{words.spoken(ply)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

interface LineProps {
  words: TableSpeech;
  line: readonly Written[];
  notation: MoveStyle;
  /** Shows the position after these moves of it. */
  show: (moves: readonly string[]) => void;
}

export function AnalysisHead({ words, viewer, analysis, notation }: AnalysisProps) {
  const { t } = words.speech;
  const { analyst } = analysis;
  const { running, done, count, complete, failed } = analyst;
  const box = useRef<HTMLElement>(null);
  // The button that began it is gone, and so is the one that stopped it when there is nothing left to do.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector<HTMLElement>('button, [role="slider"]')?.focus();
  }, [running, complete]);
  const mates = matesIn(viewer);
  const at = analyst.found[viewer.ply] ?? null;
  const said = at ? standing(words, at, mates) : t('analysis.unknown');
  const where = viewer.ply === 0 ? t('analysis.begin') : t('analysis.ply', { ply: viewer.ply });
  return (
    <section
      class="analysis"
      ref={box}
      aria-labelledby="analysis-title"
      data-analysis={running ? 'running' : failed ? 'failed' : complete ? 'complete' : 'stopped'}
      data-done={done}
    >
      <div class="analysis-head">
        <h2 id="analysis-title">{t('analysis.title')}</h2>
        {!complete && (
          <button
            type="button"
            class="quiet"
            data-act={running ? 'analysis-stop' : 'analyse'}
            onClick={() => (running ? analyst.stop() : void viewer.analyse())}
          >
            {t(running ? 'analysis.stop' : 'analysis.go_on')}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          data-act="look"
          aria-pressed={analysis.looking}
          onClick={() => analysis.setLooking(!analysis.looking)}
        >
          {t('analysis.look')}
        </button>
        {!complete && (
          <div class="progress">
            <progress max={count} value={done} aria-label={t('analysis.title')} />
            <span>{t('analysis.progress', { done, count })}</span>
          </div>
        )}
      </div>
      <p class="unseen" role="status">
        {complete ? t('analysis.done') : ''}
      </p>
      {failed && (
        <p class="trouble" role="alert">
          {t('analysis.failed')}
        </p>
      )}
      <Graph
        words={words}
        found={analyst.found}
        judged={analysis.judged}
        at={viewer.ply}
        said={words.sentences([where, said])}
        lookAt={(ply) => viewer.lookAt(ply)}
      />
      <Position words={words} viewer={viewer} analysis={analysis} notation={notation} />
    </section>
  );
}

/** How the shown position stands, and what the engine would play there. */
function Position({ words, viewer, analysis, notation }: AnalysisProps) {
  const { t } = words.speech;
  const { analyst } = analysis;
  const here = viewer.tried.length === 0 ? (analyst.found[viewer.ply] ?? null) : null;
  const found = analyst.live ?? here;
  const over = viewer.shown?.result !== null;
  const line = found ? analysis.write(viewer.line, found.pv.slice(0, LINE_PLIES), notation) : [];
  const show = (moves: readonly string[]) => viewer.tryLine(viewer.ply, [...viewer.tried, ...moves]);
  return (
    <div class="position" data-position={found ? 'known' : 'unknown'} data-chance={found ? percent(found) : ''}>
      {found ? (
        <p>{standing(words, found, matesIn(viewer))}</p>
      ) : (
        !over && <p>{t(viewer.tried.length === 0 || analyst.looked ? 'analysis.unknown' : 'analysis.tried')}</p>
      )}
      {analyst.looked && (
        <p class="aside" data-depth={analyst.live?.depth ?? 0}>
          {t(analyst.rests ? 'analysis.rested' : 'analysis.thinking', { depth: analyst.live?.depth ?? 0 })}
        </p>
      )}
      {line.length > 0 && !over && (
        <>
          <p class="aside">{t('analysis.line')}</p>
          <Line words={words} line={line} notation={notation} show={show} />
        </>
      )}
      <Better words={words} viewer={viewer} analysis={analysis} notation={notation} />
    </div>
  );
}

/** The shown move, where it lost much; null: it did not, or it is not known. */
function wrongMove({ viewer, analysis, notation }: Omit<AnalysisProps, 'words'>) {
  const judged = analysis.judged[viewer.ply - 1];
  const before = analysis.analyst.found[viewer.ply - 1];
  const after = analysis.analyst.found[viewer.ply];
  if (!judged?.slip || !before || !after || !viewer.record || viewer.tried.length > 0) return null;
  const own = (found: Found): number => (judged.side === 'b' ? percent(found) : 100 - percent(found));
  const from = viewer.ply - 1;
  const better = analysis.write(viewer.record.moves.slice(0, from), before.pv.slice(0, LINE_PLIES), notation);
  return { slip: judged.slip, side: judged.side, from, better, before: own(before), after: own(after) };
}

/** What the shown move lost. */
export function AnalysisNote({ words, ...rest }: AnalysisProps) {
  const { t } = words.speech;
  const wrong = wrongMove(rest);
  if (!wrong) return null;
  const { slip, side, before, after, better } = wrong;
  return (
    <p class="verdict" data-verdict={slip} data-better={better[0]?.ply.usi}>
      <strong class={`slip ${slip}`} aria-hidden="true">
        {SIGNS[slip]}
      </strong>{' '}
      {t('analysis.verdict', { slip: t(`slip.${slip}`), side: words.side(side), before, after })}
    </p>
  );
}

/** What would have been better than the move that led to the shown position. */
function Better({ words, ...rest }: AnalysisProps) {
  const wrong = wrongMove(rest);
  if (!wrong) return null;
  const show = (moves: readonly string[]) => rest.viewer.tryLine(wrong.from, moves);
  return (
    <>
      <p class="aside">{words.speech.t('analysis.better')}</p>
      <Line words={words} line={wrong.better} notation={rest.notation} show={show} />
    </>
  );
}

export function AnalysisRest(props: AnalysisProps) {
  const { words, viewer, analysis } = props;
  const { t } = words.speech;
  const { found } = analysis.analyst;
  const { judged } = analysis;
  const counts = tally(judged);
  const wrong = judged.filter((one): one is Judged => one?.slip !== null && one !== null);
  if (!found.some((one) => one !== null)) return null;
  return (
    <section class="slips" aria-labelledby="slips-title" data-slips={wrong.length}>
      <h2 id="slips-title">{t('analysis.slips')}</h2>
      <table>
        <thead>
          <tr>
            <td />
            {SIDES.map((side) => (
              <th key={side} scope="col">
                <span class={`sign ${side}`} aria-hidden="true" /> {words.side(side)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...slips].reverse().map((slip) => (
            <tr key={slip}>
              <th scope="row">
                <span class={`slip ${slip}`} aria-hidden="true">
                  {SIGNS[slip]}
                </span>{' '}
                {t(`slips.${slip}`)}
              </th>
              {SIDES.map((side) => (
                <td key={side} data-count={`${side} ${slip}`}>
                  {counts[side][slip]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {wrong.length === 0 ? <p class="aside">{t('analysis.none')}</p> : <Wrong {...props} wrong={wrong} />}
      <p class="aside">{t('analysis.how', shares())}</p>
      <Numbers {...props} mates={matesIn(viewer)} />
    </section>
  );
}

const shares = () => Object.fromEntries(slips.map((slip) => [slip, Math.round(SLIPS[slip] * 100)]));

/** The moves that lost much, with what would have been better. */
function Wrong({ words, viewer, analysis, notation, wrong }: AnalysisProps & { wrong: readonly Judged[] }) {
  const { t } = words.speech;
  const texts = viewer.texts(notation);
  const moves = viewer.record?.moves ?? [];
  const japanese = notation === 'japanese' || notation === 'kif' ? 'ja' : undefined;
  return (
    <ol class="wrong">
      {wrong.map(({ ply, side, slip }) => {
        const best = analysis.analyst.found[ply - 1]?.pv.slice(0, 1) ?? [];
        const [better] = analysis.write(moves.slice(0, ply - 1), best, notation);
        const played = viewer.moves[ply - 1];
        return (
          <li key={ply}>
            <button
              type="button"
              data-wrong={ply}
              aria-current={viewer.ply === ply && viewer.tried.length === 0 ? 'step' : undefined}
              onClick={() => viewer.lookAt(ply)}
            >
              <span class="number">{ply}</span>
              <span class={`sign ${side}`} aria-hidden="true" />
              <span class="written" lang={japanese} aria-hidden="true">
                {texts[ply - 1]}
              </span>
              <span class={`slip ${slip}`} aria-hidden="true">
                {slip && SIGNS[slip]}
              </span>
              {played && <span class="unseen">{words.sentences([words.spoken(played), t(`slip.${slip}`)])}</span>}
              {better && (
                <span class="instead">
                  {t('analysis.instead')}{' '}
                  <span class="written" lang={japanese} aria-hidden="true">
                    {better.text}
                  </span>
                  <span class="unseen">{words.spoken(better.ply)}</span>
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Every position: the same as the graph, to be read. */
function Numbers({ words, viewer, analysis, notation, mates }: AnalysisProps & { mates: boolean }) {
  const { t } = words.speech;
  const texts = viewer.texts(notation);
  const [open, setOpen] = useState(false);
  const { found } = analysis.analyst;
  return (
    <details data-numbers="" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('analysis.numbers')}</summary>
      <div class="scrolls">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('analysis.move')}</th>
              <th scope="col">{t('analysis.chance_of', { side: words.side('b') })}</th>
              <th scope="col">{t('analysis.score_of', { side: words.side('b') })}</th>
            </tr>
          </thead>
          <tbody>
            {(open ? found : []).map((one, ply) => (
              <tr key={ply}>
                <th scope="row">{ply === 0 ? t('analysis.begin') : `${ply} ${texts[ply - 1] ?? ''}`}</th>
                <td>{one ? `${percent(one)}\u00a0%` : '–'}</td>
                <td>{one ? scoreWords(words, one, mates) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
