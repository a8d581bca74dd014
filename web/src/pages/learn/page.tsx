/*
 * A lesson: first what one will learn, as it was built and as it is read without JavaScript, then the board with one step
 * at a time, then what one knows and a first game. The texts that change have room for the longest of them, so that the
 * board stays where it is.
 */
import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { refusalsOf } from '../../client/loading.ts';
import type { Speech } from '../../i18n/words.ts';
import { Keyboard } from '../keyboard.tsx';
import { Looks } from '../looks.tsx';
import { Shell } from '../shell.tsx';
import { SolvingBoard } from '../solvingboard.tsx';
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
  const { kind, step } = player;
  const words = new TableSpeech(speech, kind);
  if (!step) return null;
  return (
    <SolvingBoard
      words={words}
      player={player}
      version={version}
      title={speech.t('learn.title', { game: speech.game(kind).name })}
      marks={{ 'data-lesson': kind, 'data-step': step.id }}
      told={(heading) => <Told speech={speech} words={words} player={player} text={text} heading={heading} />}
    >
      <Actions speech={speech} player={player} />
      <List speech={speech} player={player} text={text} />
    </SolvingBoard>
  );
}

/** What is said instead of the step's text, in parts. */
function saidIn(words: TableSpeech, { message, step, hinted, solved }: LessonPlayer, text: LessonText): string[] {
  const { t } = words.speech;
  const said = text.steps[step?.id ?? ''];
  if (!said) return [];
  switch (message?.kind) {
    case 'done':
      return [t('learn.well'), said.done];
    case 'shown':
      return [t('learn.shown'), said.done];
    case 'refused':
      // Whose movement the piece has is what the step is about where it was to be refused.
      return message.done
        ? [t('learn.says', { text: words.why({ ...message.why, as: null }) }), said.done]
        : [words.why(message.why)];
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

/** The longest of what may be said, each with the goal below it: they keep the room. */
function longest(words: TableSpeech, player: LessonPlayer, text: LessonText): [said: string, goal: string][] {
  const { t } = words.speech;
  const why = (rule: string): string => words.why({ rule, code: null, squares: [], as: null });
  const all = player.steps.flatMap(({ id, goal }): [string, string][] => {
    const said = text.steps[id];
    if (!said) return [];
    return [
      ...[said.text, said.hint, said.wrong ?? t('learn.anew')].map((one): [string, string] => [one, said.goal]),
      [`${t('learn.shown')} ${said.done}`, ''],
      ...('refused' in goal ? [[`${t('learn.says', { text: why(goal.refused) })} ${said.done}`, ''] as [string, string]] : []),
    ];
  });
  const as = player.borrows ? ` ${t('why.as', { piece: words.piece('+R') })}` : '';
  for (const rule of refusalsOf(player.kind)) all.push([why(rule) + as, '']);
  const length = ([said, goal]: [string, string]): number => said.length + goal.length * 1.2;
  return all.sort((a, b) => length(b) - length(a)).slice(0, ROOMS);
}

/** So many of the longest texts are laid out: which is the highest depends on where its lines break. */
const ROOMS = 6;

interface ToldProps extends Omit<ShowProps, 'version'> {
  words: TableSpeech;
  heading: RefObject<HTMLHeadingElement>;
}

/** What the step is about and what is to be done, or what has just happened. */
function Told({ speech, words, player, text, heading }: ToldProps) {
  const { t } = speech;
  const { step, at, message, solved } = player;
  const rooms = useMemo(() => longest(words, player, text), [player, text]);
  const said = text.steps[step?.id ?? ''];
  if (!said || at === null) return null;
  const parts = saidIn(words, player, text);
  const kind = message?.kind ?? (parts.length > 0 ? 'hint' : '');
  const count = player.steps.length;
  return (
    <section class="told" data-solved={solved ? '' : undefined}>
      <progress max={count} value={at + (solved ? 1 : 0)} aria-hidden="true" />
      <h2 tabIndex={-1} ref={heading}>
        <span class="unseen">{t('learn.step', { at: at + 1, count })} </span>
        {said.title}
        <span class="how-far" aria-hidden="true">
          {at + 1} / {count}
        </span>
      </h2>
      <div class="stack">
        <div>
          {parts.length > 0 ? (
            <p class="now" data-said={kind}>
              {parts.join(speech.language === 'ja' ? '' : ' ')}
            </p>
          ) : (
            <p>{said.text}</p>
          )}
          {!solved && kind !== 'refused' && (
            <p class="goal-text" data-goal="">
              {said.goal}
            </p>
          )}
        </div>
        {rooms.map(([one, goal]) => (
          <div key={one} class="room" aria-hidden="true">
            <p class="now">{one}</p>
            {goal && <p class="goal-text">{goal}</p>}
          </div>
        ))}
      </div>
      <div class="unseen" aria-live="polite">
        <p key={`${at} ${player.said}`}>{parts.length > 0 ? words.sentences(parts) : `${said.text} ${said.goal}`}</p>
      </div>
    </section>
  );
}

function Actions({ speech, player }: { speech: Speech; player: LessonPlayer }) {
  const { t } = speech;
  const { solved, hinted } = player;
  const went = useRef<Press | null>(null);
  const forward = (event: MouseEvent): void => {
    went.current = event;
    player.next();
  };
  // The second half of a double click on "next" must not skip what came.
  const skip = (event: MouseEvent): void => {
    if (!went.current || !isStray(event, went.current)) forward(event);
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
        <button key="skip" type="button" class="quiet" data-act="skip" onClick={skip}>
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
        <Keyboard words={new TableSpeech(speech, player.kind)} of={player} steps={false} />
      </div>
    </div>
  );
}
