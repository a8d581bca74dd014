/*
 * The table: both seats, the board (a module of its own, see web/src/board/), and the panel.
 */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Seat, Side } from '../../../../protocol/wire.ts';
import { otherSide } from '../../board/sfen.ts';
import { play } from '../../board/sounds.ts';
import { PROVISIONAL } from '../../client/people.ts';
import { isComputer } from '../../client/table.ts';
import type { Language, Speech } from '../../i18n/words.ts';
import { useBoard, useKeys } from '../boardview.ts';
import { looksOf } from '../looks.tsx';
import { RatingNumber } from '../rating.tsx';
import { Shell } from '../shell.tsx';
import { ChatBell, ChatPanel } from './chat.tsx';
import { ClockFace, ClockVoice } from './clock.tsx';
import type { Controller } from './controller.ts';
import { News, Score } from './news.tsx';
import { Actions, Agreed, Connection, Invitation, Moves } from './panel.tsx';
import { TableSpeech } from './speech.ts';

interface TablePageProps {
  speech: Speech;
  seal: string;
  controller: Controller;
  /** Counts up with every change of the controller. */
  version: number;
  onLanguage: (language: Language) => void;
}

export function TablePage({ speech, seal, controller, version, onLanguage }: TablePageProps) {
  const { state, loaded, trouble } = controller;
  const { table } = state;
  if (trouble || !table || !loaded)
    return (
      <Shell speech={speech} seal={seal} onLanguage={onLanguage} narrow>
        <main class="alone">
          <h1 class="unseen">{speech.t('table.page')}</h1>
          <Interruption speech={speech} controller={controller} />
        </main>
      </Shell>
    );
  return (
    <Shell speech={speech} seal={seal} onLanguage={onLanguage} narrow>
      <Play key={`${table.kind} ${speech.language}`} speech={speech} controller={controller} version={version} />
    </Shell>
  );
}

export function Interruption({ speech, controller }: { speech: Speech; controller: Controller }) {
  const { trouble } = controller;
  if (!trouble)
    return (
      <p role="status" class="opening">
        {speech.t(controller.session.link === 'waiting' ? 'link.waiting' : 'table.opening')}
      </p>
    );
  return (
    <div role="alert">
      <p>{speech.t(`trouble.${trouble}`)}</p>
      {trouble === 'not_found' || trouble === 'banned' ? (
        <a class="primary button" href={`/${speech.language}/`}>
          {speech.t('trouble.home')}
        </a>
      ) : (
        <button type="button" class="primary" data-act="reload" onClick={() => location.reload()}>
          {speech.t('trouble.reload')}
        </button>
      )}
    </div>
  );
}

type PlayProps = Omit<TablePageProps, 'onLanguage' | 'seal'> & {
  /** What else can be done. */
  children?: ComponentChildren;
};

export function Play({ speech, controller, version, children }: PlayProps) {
  const { table } = controller.state;
  const words = new TableSpeech(speech, table?.kind ?? '');
  const { frame, top, bottom } = useBoard(
    controller.loaded,
    words,
    () => controller.boardState(),
    {
      move: (usi) => controller.move(usi),
      attempt: (usi) => controller.attempt(usi),
      steps: (origin) => controller.steps(origin),
      touched: (origin) => controller.touched(origin),
      movesAs: (square) => controller.movesAs(square),
    },
    version,
  );
  useKeys(controller);
  const main = useFocusKept();

  if (!table || !controller.live) return null;
  const lower = controller.bottom;
  const inviting = !table.result && (table.seats.b.who === '' || table.seats.w.who === '');
  return (
    <main ref={main} class={`table${controller.hasHands ? '' : ' no-hands'}`} data-kind={table.kind} {...looksOf(controller)}>
      <h1 class="unseen" tabIndex={-1}>
        {speech.t('table.title', { game: speech.game(table.kind).name })}
      </h1>
      <SeatPlate side={otherSide(lower)} place="upper" controller={controller} words={words} />
      <div class="hand upper" ref={top} />
      <div class="frame" ref={frame} />
      <div class="hand lower" ref={bottom} />
      <SeatPlate side={lower} place="lower" controller={controller} words={words} />
      <News controller={controller} words={words} />
      {inviting && controller.mine.length > 0 && <Invitation controller={controller} words={words} />}
      <div class="panel">
        <Moves controller={controller} words={words} />
        <Actions controller={controller} words={words}>
          {children}
        </Actions>
        <ChatPanel controller={controller} words={words} />
        <Agreed controller={controller} words={words} />
        {!table.result && <Score controller={controller} words={words} />}
        {!controller.session.here && <Connection link={controller.session.link} watchers={table.watchers} words={words} />}
      </div>
      <Announcer controller={controller} words={words} />
    </main>
  );
}

function SeatPlate({
  side,
  place,
  controller,
  words,
}: {
  side: Side;
  place: string;
  controller: Controller;
  words: TableSpeech;
}) {
  const { table } = controller.state;
  if (!table || !controller.live) return null;
  const seat = table.seats[side];
  const turn = !table.result && controller.live.position.turn === side;
  const alone = controller.session.here && controller.mine.length === 2;
  const presence = controller.session.here ? '' : words.presence(seat);
  const here = seat.here && seat.plays === undefined;
  return (
    <div
      class={`seat ${place}${turn ? ' turn' : ''}${table.result?.winner === side ? ' winner' : ''}`}
      data-seat={side}
      data-here={String(seat.here)}
      data-plays={seat.plays}
    >
      <span class={`sign ${side}`} aria-hidden="true" />
      {alone ? (
        <span class="who">{words.side(side)}</span>
      ) : (
        <>
          <SeatName seat={seat} mine={controller.mine.includes(side)} linked={!controller.session.here} words={words} />
          <span class="side">
            {words.side(side)}
            {seat.rating !== undefined && (
              <span class="rating">
                <RatingNumber speech={words.speech} value={seat.rating} games={seat.provisional ? 0 : PROVISIONAL} />
              </span>
            )}
          </span>
        </>
      )}
      {presence && (
        <span class={`presence ${controller.offline ? 'unsure' : here ? 'here' : 'away'}`} title={presence}>
          <span class={here ? 'unseen' : 'away-word'}>{presence}</span>
        </span>
      )}
      <ClockFace side={side} controller={controller} words={words} />
      {place === 'upper' && <ChatBell controller={controller} words={words} />}
      {turn && <span class="unseen">{words.speech.t('seat.turn')}</span>}
    </div>
  );
}

/** Who sits there; of a person the way to their page, in a tab of its own: the table stays. */
/** `linked`: to the page of the player. */
function SeatName({ seat, mine, linked, words }: { seat: Seat; mine: boolean; linked: boolean; words: TableSpeech }) {
  const name = words.seat(seat, mine);
  if (!linked || seat.who === '' || isComputer(seat) || seat.who.startsWith('gone:')) return <span class="who">{name}</span>;
  return (
    <a class="who" href={`/${words.speech.language}/player/${seat.who}`} target="_blank" rel="noopener" data-act="player">
      {name}
    </a>
  );
}

/** Tells screen readers each move, check and the end, once. */
function Announcer({ controller, words }: { controller: Controller; words: TableSpeech }) {
  const { table } = controller.state;
  const [said, say] = useState('');
  const count = controller.moves.length;
  const result = table?.result ?? null;
  const before = useRef({ count, result: result !== null, game: table?.game });
  useEffect(() => {
    const then = before.current;
    before.current = { count, result: result !== null, game: table?.game };
    if (then.game !== table?.game) {
      say(words.begun(controller.mine));
      return;
    }
    const parts: string[] = [];
    const last = controller.moves[count - 1];
    if (count > then.count && last) {
      parts.push(words.spoken(last));
      if (controller.live?.check) parts.push(words.speech.t('status.check'));
    }
    if (table && result && !then.result) {
      parts.push(words.outcome(result, controller.mine), words.reason(result));
      for (const side of ['b', 'w'] as const) parts.push(words.rated(table, side)?.text ?? '');
      if (controller.sound) play('end');
    }
    if (parts.length > 0) say(words.sentences(parts.filter(Boolean)));
  });
  const { why, hint } = controller;
  const spoken = why ? words.why(why) : hint ? words.hint(hint, controller.mine) : '';
  const asked = words.asked(controller);
  return (
    <div class="unseen">
      <p aria-live="polite" data-said="">
        {said}
      </p>
      <p aria-live="polite">{asked}</p>
      <ClockVoice controller={controller} words={words} />
      <p aria-live="assertive">{spoken}</p>
    </div>
  );
}

/** The focus starts at the heading, and goes to how the game stands when what had it goes away. */
function useFocusKept(): RefObject<HTMLElement> {
  const main = useRef<HTMLElement>(null);
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = main.current;
    const note = (event: FocusEvent) => {
      last.current = event.target as HTMLElement;
    };
    element?.addEventListener('focusin', note);
    if (document.activeElement === document.body) element?.querySelector('h1')?.focus({ preventScroll: true });
    return () => element?.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const had = last.current;
    if (!had || document.activeElement !== document.body || (had.isConnected && !had.matches(':disabled'))) return;
    last.current = null;
    main.current?.querySelector<HTMLElement>('[data-status]')?.focus({ preventScroll: true });
  });
  return main;
}
