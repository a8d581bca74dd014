/*
 * A lesson: first what one will learn, as it was built and as it is read without JavaScript, then the board with one step
 * at a time, then what one knows and a first game. The texts that change have room for the longest of them, so that the
 * board stays where it is.
 */
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Speech } from '../../i18n/words.ts';
import { useBoard } from '../boardview.ts';
import { Looks } from '../looks.tsx';
import { Shell } from '../shell.tsx';
import { isStray, type Press } from '../table/guard.ts';
import { TableSpeech } from '../table/speech.ts';
import { Finish } from './finish.tsx';
import type { LessonPlayer } from './player.ts';
import { type LessonText, lessonPath } from './text.ts';

interface LessonPageProps {
  speech: Speech;
  seal: string;
  kind: string;
  /** The steps in their order. */
  ids: readonly string[];
  text: LessonText;
  /** Null: as the page was built, or while the core is on its way. */
  player: LessonPlayer | null;
  /** The core could not be loaded. */
  trouble: boolean;
  version: number;
  /** Other games with a lesson. */
  others: readonly string[];
}

export function LessonPage(props: LessonPageProps) {
  const { speech, seal, kind, player, text, others, version } = props;
  if (player?.finished)
    return (
      <Shell speech={speech} seal={seal} path={lessonPath(kind)}>
        <Finish speech={speech} kind={kind} text={text} others={others} restart={() => player.restart()} />
      </Shell>
    );
  if (player?.step)
    return (
      <Shell speech={speech} seal={seal} path={lessonPath(kind)} narrow>
        <Show speech={speech} player={player} text={text} version={version} />
      </Shell>
    );
  return (
    <Shell speech={speech} seal={seal} path={lessonPath(kind)}>
      <Intro {...props} />
    </Shell>
  );
}

function Intro({ speech, kind, ids, text, player, trouble }: LessonPageProps) {
  const { t } = speech;
  const { name } = speech.game(kind);
  return (
    <main class="learn" data-learn={kind}>
      <h1>{t('learn.title', { game: name })}</h1>
      <p class="lead">{text.lead}</p>
      <p class="choices">
        <button type="button" class="primary" data-act="begin" disabled={!player} onClick={() => player?.go(0)}>
          {t('learn.begin')}
        </button>
        <a class="to-rules" href={`/${speech.language}/rules/${kind}/`}>
          {t('rules.title', { game: name })}
        </a>
      </p>
      <p class="trouble" role="status">
        {trouble && t('trouble.core')}
      </p>
      <noscript>
        <p class="trouble">{t('learn.noscript')}</p>
      </noscript>
      <h2>{t('learn.steps')}</h2>
      <ol class="steps">
        {ids.map((id) => {
          const step = text.steps[id];
          if (!step) throw new Error(`${speech.language}: no words for the step ${id} of ${kind}`);
          return (
            <li key={id} id={`step-${id}`}>
              <strong>{step.title}</strong> {step.text} <em>{step.goal}</em>
            </li>
          );
        })}
      </ol>
    </main>
  );
}

interface ShowProps {
  speech: Speech;
  player: LessonPlayer;
  text: LessonText;
  version: number;
}

function Show({ speech, player, text, version }: ShowProps) {
  const { t } = speech;
  const { kind, loaded, step, at } = player;
  const words = new TableSpeech(speech, kind);
  const { frame, top, bottom } = useBoard(
    loaded,
    words,
    () => player.boardState(),
    {
      move: (usi) => player.move(usi),
      attempt: (usi) => player.attempt(usi),
      steps: (origin) => player.doubleSteps(origin),
      touched: () => player.touched(),
      movesAs: (square) => player.movesAs(square),
    },
    version,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at]);
  if (!step || at === null) return null;
  const handless = loaded?.core.game.third !== 'hands';
  return (
    <main class={`table lesson${handless ? ' no-hands' : ''}`} data-lesson={kind} data-step={step.id} data-look={player.look}>
      <h1 class="unseen">{t('learn.title', { game: speech.game(kind).name })}</h1>
      <section class="told">
        <progress max={player.steps.length} value={at + (player.solved ? 1 : 0)} aria-hidden="true" />
        <div class="stack">
          {player.steps.map(({ id }) => {
            const said = text.steps[id];
            const shown = id === step.id;
            return (
              <div key={id} class={shown ? 'shown' : 'room'} aria-hidden={shown ? undefined : 'true'}>
                {shown ? (
                  <h2 tabIndex={-1} ref={heading}>
                    <span class="unseen">{t('learn.step', { at: at + 1, count: player.steps.length })} </span>
                    {said?.title}
                    <span class="how-far" aria-hidden="true">
                      {at + 1} / {player.steps.length}
                    </span>
                  </h2>
                ) : (
                  <p class="title">{said?.title}</p>
                )}
                <p>{said?.text}</p>
                <p class="goal-text" data-goal={shown ? '' : undefined}>
                  {said?.goal}
                </p>
              </div>
            );
          })}
        </div>
      </section>
      <div class="hand upper" ref={top} />
      <div class="frame" ref={frame} />
      <div class="hand lower" ref={bottom} />
      <Said speech={speech} words={words} player={player} text={text} />
      <Actions speech={speech} player={player} />
      <List speech={speech} player={player} text={text} />
    </main>
  );
}

/** What is said beside the goal, in parts. */
function partsOf(words: TableSpeech, { message, step, hinted, solved }: LessonPlayer, text: LessonText): string[] {
  const { t } = words.speech;
  const said = text.steps[step?.id ?? ''];
  if (!said) return [];
  switch (message?.kind) {
    case 'done':
      return [said.done];
    case 'shown':
      return [t('learn.shown'), said.done];
    case 'refused':
      return message.done ? [words.why(message.why), said.done] : [words.why(message.why)];
    case 'wrong':
      return [said.wrong ?? t('learn.wrong')];
    case 'anew':
      return [said.wrong ?? t('learn.anew')];
    case 'answered':
      return [t('learn.answered')];
    default:
      return hinted && !solved ? [said.hint] : [];
  }
}

/** What happened; read out, and after a change of step the goal. */
function Said({ speech, words, player, text }: Omit<ShowProps, 'version'> & { words: TableSpeech }) {
  const { t } = speech;
  const parts = partsOf(words, player, text);
  const step = text.steps[player.step?.id ?? ''];
  const kind = player.message?.kind ?? '';
  return (
    <section class={`said${player.solved ? ' done' : ''}`} data-said={kind} data-solved={player.solved ? '' : undefined}>
      <div class="stack">
        <div class="shown">
          {player.solved && kind !== 'shown' && <strong class="well">{t('learn.well')}</strong>}
          {parts.map((part) => (
            <Fragment key={part}>
              <span>{part}</span>{' '}
            </Fragment>
          ))}
        </div>
        {player.steps.map(({ id }) => (
          <div key={id} class="room" aria-hidden="true">
            <strong class="well">{t('learn.well')}</strong> {text.steps[id]?.done}
          </div>
        ))}
      </div>
      <div class="unseen" aria-live="polite">
        <p key={`${player.at} ${player.said}`}>{parts.length > 0 ? words.sentences(parts) : `${step?.text} ${step?.goal}`}</p>
      </div>
    </section>
  );
}

function Actions({ speech, player }: { speech: Speech; player: LessonPlayer }) {
  const { t } = speech;
  const { solved, hinted } = player;
  const went = useRef<Press | null>(null);
  // The second half of a double click on "next" must not skip what came.
  const forward = (event: MouseEvent): void => {
    if (went.current && isStray(event, went.current)) return;
    went.current = event;
    player.next();
  };
  const help = solved ? 'again' : hinted ? 'solution' : 'hint';
  const act = { again: () => player.again(), solution: () => player.reveal(), hint: () => player.hint() }[help];
  return (
    <div class="actions lesson-actions">
      <button type="button" class="quiet" data-act={help} onClick={act}>
        {t(`learn.${help}`)}
      </button>
      {solved ? (
        <button key="next" type="button" class="primary" data-act="next" onClick={forward}>
          {t(player.isLast ? 'learn.finish' : 'learn.next')}
        </button>
      ) : (
        <button key="skip" type="button" class="quiet" data-act="skip" onClick={forward}>
          {t('learn.skip')}
        </button>
      )}
    </div>
  );
}

/** All steps, to go to any; and how the board looks. */
function List({ speech, player, text }: { speech: Speech; player: LessonPlayer; text: LessonText }) {
  const { t } = speech;
  return (
    <div class="lesson-list">
      <ol class="steps">
        {player.steps.map(({ id }, i) => (
          <li key={id} class={player.done.has(id) ? 'done' : undefined}>
            <button
              type="button"
              data-act="step"
              data-of={id}
              aria-current={i === player.at ? 'step' : undefined}
              onClick={() => player.go(i)}
            >
              {text.steps[id]?.title}
              {player.done.has(id) && <span class="unseen"> {t('learn.isdone')}</span>}
            </button>
          </li>
        ))}
      </ol>
      <div class="actions">
        <button type="button" class="quiet" data-act="restart" onClick={() => player.restart()}>
          {t('learn.restart')}
        </button>
        <Looks speech={speech} of={player} />
      </div>
    </div>
  );
}
