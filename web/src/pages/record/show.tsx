/*
 * A game with its moves, that nobody plays: a record that was opened, or a game of a table by its address. Moves can be
 * tried from any ply, and the engine asked about the game (analysis/), once it is over.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { MoveStyle } from '../../../../wasm/types.ts';
import { usualNotation } from '../../i18n/choice.ts';
import type { Speech } from '../../i18n/words.ts';
import { itemsOf, readChosen } from '../agreed.ts';
import { AgreedList } from '../agreedlist.tsx';
import { useBoard, useKeys } from '../boardview.ts';
import { Keyboard } from '../keyboard.tsx';
import { Looks, looksOf } from '../looks.tsx';
import { MoveList } from '../moves.tsx';
import { SaveRecord } from '../save.tsx';
import { TableSpeech } from '../table/speech.ts';
import type { Fault, Viewer } from './viewer.ts';

/** What is wrong with a record, in words: the rule that a move breaks, or what was expected. */
function faultWords(speech: Speech, { code, game }: Fault): string {
  const { t, has } = speech;
  if (code === 'core') return t('trouble.core');
  for (const family of ['fault', 'rule']) if (has(`${family}.${code}`)) return t(`${family}.${code}`);
  return (game !== '' && speech.game(game).rules[code]) || t('fault.other');
}

export function FaultNote({ speech, fault, dismiss }: { speech: Speech; fault: Fault; dismiss?: () => void }) {
  const { t } = speech;
  return (
    <div class="fault" data-fault="" data-line={fault.line} data-code={fault.code}>
      <p>
        <strong>{t('fault.title')}</strong> {fault.line > 0 && t('fault.line', { line: fault.line })} {faultWords(speech, fault)}
      </p>
      {fault.text && <pre>{fault.text}</pre>}
      {dismiss && (
        <button type="button" class="icon small" data-act="dismiss" aria-label={t('why.dismiss')} onClick={dismiss}>
          ×
        </button>
      )}
    </div>
  );
}

interface ShowProps {
  speech: Speech;
  viewer: Viewer;
  version: number;
  /** What can be done beside looking at it. */
  children?: ComponentChildren;
}

export function Show({ speech, viewer, version, children }: ShowProps) {
  const { record, loaded } = viewer;
  const words = new TableSpeech(speech, record?.game ?? '');
  const heading = useRef<HTMLHeadingElement>(null);
  const { frame, top, bottom } = useBoard(
    loaded,
    words,
    () => viewer.boardState(),
    {
      move: (usi) => viewer.move(usi),
      attempt: (usi) => viewer.attempt(usi),
      steps: (origin) => viewer.doubleSteps(origin),
      touched: () => viewer.touched(),
      movesAs: (square) => viewer.movesAs(square),
    },
    version,
  );
  useKeys(viewer);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (!record || !loaded || !viewer.game) return null;
  const { t } = speech;
  const notation = viewer.notation ?? usualNotation(speech.language);
  const { analysis } = viewer;
  const [upper, lower] = viewer.sides;
  const names = { b: record.sente ?? '', w: record.gote ?? '' };
  const handless = loaded.core.game.third !== 'hands';
  const plate = (side: 'b' | 'w', place: string) => (
    <div class={`seat ${place}${viewer.shown?.position.turn === side ? ' turn' : ''}`} data-seat={side}>
      <span class={`sign ${side}`} aria-hidden="true" />
      <span class="who">{names[side] || words.side(side)}</span>
      {names[side] && <span class="side">{words.side(side)}</span>}
    </div>
  );
  return (
    <main class={`table record${handless ? ' no-hands' : ''}`} data-kind={record.game} {...looksOf(viewer)}>
      <h1 class="unseen" tabIndex={-1} ref={heading}>
        {t('record.heading', { game: speech.game(record.game).name })}
      </h1>
      {plate(upper, 'upper')}
      <div class="hand upper" ref={top} />
      <div class="frame" ref={frame} />
      <div class="hand lower" ref={bottom} />
      {plate(lower, 'lower')}
      <Standing speech={speech} words={words} viewer={viewer} notation={notation} />
      <div class="panel">
        {analysis ? <analysis.Head {...{ words, viewer, analysis, notation }} /> : <Analyse speech={speech} viewer={viewer} />}
        <MoveList
          words={words}
          loaded={loaded}
          plies={viewer.moves}
          texts={viewer.texts(notation)}
          at={viewer.ply}
          notation={notation}
          setNotation={(style) => viewer.setNotation(style)}
          lookAt={(ply) => viewer.lookAt(ply)}
          marked={new Set(record.comments.map(([ply]) => ply))}
          signs={analysis?.signs ?? NO_SIGNS}
          record={(open) => open && viewer.game && <SaveRecord speech={speech} kind={record.game} game={viewer.game} />}
        />
        {analysis && <analysis.Rest {...{ words, viewer, analysis, notation }} />}
        <div class="actions">
          {children}
          <Looks speech={speech} of={viewer} />
          <Keyboard words={words} of={null} steps />
        </div>
        <About speech={speech} viewer={viewer} />
        <AgreedList
          speech={speech}
          kind={record.game}
          items={itemsOf(loaded.core.game.rules)}
          chosen={readChosen(record.rules)}
          title={t('record.rules')}
        />
      </div>
    </main>
  );
}

const NO_SIGNS: ReadonlyMap<number, string> = new Map();

/** Not while the game is being played: that would be help. */
function Analyse({ speech: { t }, viewer }: { speech: Speech; viewer: Viewer }) {
  if (!viewer.free || viewer.moves.length === 0) return null;
  return (
    <>
      <button type="button" class="secondary analyse" data-act="analyse" onClick={() => void viewer.analyse()}>
        {t('analysis.start')}
      </button>
      {viewer.analysisFailed && (
        <p class="trouble" role="alert">
          {t('trouble.core')}
        </p>
      )}
    </>
  );
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

interface StandingProps {
  speech: Speech;
  words: TableSpeech;
  viewer: Viewer;
  notation: MoveStyle;
}

/** Which move is shown, what is said about it, and at the end how the game ended; or which moves are being tried. */
function Standing(props: StandingProps) {
  const { speech, words, viewer, notation } = props;
  const { analysis } = viewer;
  const { t, n } = speech;
  const { record, fault } = viewer;
  if (!record) return null;
  const count = record.moves.length;
  const atEnd = viewer.ply === count;
  const last = viewer.moves[viewer.ply - 1];
  const why = viewer.why && (
    <p class="refused" data-why="" data-rule={viewer.why.rule}>
      {words.why(viewer.why)}
    </p>
  );
  if (viewer.tried.length > 0) return <Tried {...props}>{why}</Tried>;
  return (
    <section class={`status${atEnd ? ' over' : ''}`} data-status="" tabIndex={-1}>
      <h2>
        {speech.game(record.game).name} · <span class="ply">{t('record.ply', { ply: viewer.ply, count })}</span>
        {viewer.shown?.check && <span class="check-word">{t('status.check')}</span>}
      </h2>
      {viewer.seconds !== null && (
        <p class="aside" data-seconds={viewer.seconds}>
          {t('record.time', { time: clock(viewer.seconds) })}
        </p>
      )}
      {atEnd && viewer.goesOn && <p class="aside">{t('game.goes_on')}</p>}
      {atEnd && !viewer.goesOn && <Ending speech={speech} words={words} viewer={viewer} />}
      <div class="said" aria-live="polite">
        {analysis && <analysis.Note {...{ words, viewer, analysis, notation }} />}
        {why}
      </div>
      {viewer.comment && (
        <p class="comment" data-comment="">
          {viewer.comment}
        </p>
      )}
      {fault && <FaultNote speech={speech} fault={fault} dismiss={() => viewer.dismiss()} />}
      {viewer.free && viewer.ply === 0 && <p class="aside">{t('tried.hint')}</p>}
      {record.branches > 0 && viewer.ply === 0 && (
        <p class="aside" data-branches={record.branches}>
          {n('record.branches', record.branches)}
        </p>
      )}
      <p class="unseen" aria-live="polite">
        {last ? words.spoken(last) : ''}
      </p>
    </section>
  );
}

/** The moves that the viewer tries, and the way back. */
function Tried({ speech, words, viewer, notation, children }: StandingProps & { children: ComponentChildren }) {
  const { t } = speech;
  const plies = viewer.triedPlies;
  const texts = viewer.triedTexts(notation);
  const last = plies.at(-1);
  const { result } = viewer.shown ?? { result: null };
  return (
    <section class="status tried" data-status="" data-tried={plies.length} tabIndex={-1}>
      <h2>{viewer.ply === 0 ? t('tried.title.start') : t('tried.title', { ply: viewer.ply })}</h2>
      <p class="tried-moves">
        {plies.map((ply, i) => (
          <span key={`${i}${ply.usi}`}>
            <span class={`sign ${ply.side}`} aria-hidden="true" /> {texts[i]}
          </span>
        ))}
      </p>
      <button type="button" class="quiet" data-act="back-to-game" onClick={() => viewer.lookAt(viewer.ply)}>
        {t('tried.back')}
      </button>
      {result && <p class="aside">{words.sentences([words.outcome(result, []), words.reason(result)])}</p>}
      <div class="said" aria-live="polite">
        {children}
      </div>
      <p class="unseen" aria-live="polite">
        {last ? words.spoken(last) : ''}
      </p>
    </section>
  );
}

/** How it ended: as the record says, or as the rules see it. */
function Ending({ speech, words, viewer }: { speech: Speech; words: TableSpeech; viewer: Viewer }) {
  const { t, has } = speech;
  const { record, shown } = viewer;
  if (!record) return null;
  const result = viewer.result ?? shown?.result ?? null;
  const how = result?.reason ?? record.ending;
  const winner = result ? result.winner : record.winner;
  const reason = has(`reason.${how}`) ? t(`reason.${how}`) : t(has(`ending.${how}`) ? `ending.${how}` : 'reason.other');
  return (
    <p class="aside" data-result="" data-reason={how} data-winner={winner ?? ''}>
      {winner === 'b' || winner === 'w' ? words.sentences([t('end.side', { side: words.side(winner) }), reason]) : reason}
    </p>
  );
}

/** What the head of the file says. */
function About({ speech, viewer: { record } }: { speech: Speech; viewer: Viewer }) {
  const headers = record?.headers ?? [];
  if (!record || headers.length === 0) return null;
  return (
    <details class="agreed">
      <summary>
        <h2>{speech.t('record.head')}</h2>
      </summary>
      <dl lang="ja">
        {headers.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
