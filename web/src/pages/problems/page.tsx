/*
 * Problems of a game: first what there is, as it was built and as it is read without JavaScript, then the board with one
 * problem at a time. What is said has room for the longest of it, so that the board stays where it is.
 */
import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { refusalsOf } from '../../client/loading.ts';
import { type Problem, type ProblemSet, turnsOf } from '../../client/problem.ts';
import { usualNotation } from '../../i18n/choice.ts';
import type { Speech } from '../../i18n/words.ts';
import { useKeys } from '../boardview.ts';
import { Keyboard } from '../keyboard.tsx';
import { Looks } from '../looks.tsx';
import { Shell } from '../shell.tsx';
import { SolvingBoard } from '../solvingboard.tsx';
import { TableSpeech } from '../table/speech.ts';
import { problemsPath } from './path.ts';
import type { ProblemPlayer } from './player.ts';

interface ProblemsPageProps {
  speech: Speech;
  seal: string;
  kind: string;
  set: ProblemSet;
  /** Null: as the page was built, or while the core is on its way. */
  player: ProblemPlayer | null;
  /** The core could not be loaded. */
  trouble: boolean;
  version: number;
}

export function ProblemsPage(props: ProblemsPageProps) {
  const { speech, seal, kind, player, version } = props;
  const shown = player?.problem;
  return (
    <Shell speech={speech} seal={seal} path={problemsPath(kind)} narrow={!!shown}>
      {player && shown ? <Show speech={speech} player={player} problem={shown} version={version} /> : <Intro {...props} />}
    </Shell>
  );
}

/** Problems that ask for the same, with the index of the first. */
interface Group {
  name: string;
  from: number;
  problems: Problem[];
}

function groupsOf(speech: Speech, problems: readonly Problem[]): Group[] {
  const groups: Group[] = [];
  for (const [i, problem] of problems.entries()) {
    const name = groupName(speech, problem);
    if (groups.at(-1)?.name !== name) groups.push({ name, from: i, problems: [] });
    groups.at(-1)?.problems.push(problem);
  }
  return groups;
}

const KINDS = {
  best: { lead: 'problems.lead.best', task: 'problems.task.best', done: 'problems.done.best' },
  mate: { lead: 'problems.lead.mate', task: 'problems.task.mate', done: 'problems.done.mate' },
  bare_king: {
    lead: 'problems.lead.bare_king',
    task: 'problems.task.bare_king',
    done: 'problems.done.bare_king',
  },
} as const;

const wordsOf = ({ plies, end }: Problem) => KINDS[end ?? (plies ? 'mate' : 'best')];

function groupName({ t, n }: Speech, problem: Problem): string {
  if (problem.end) return n('problems.bare_king', turnsOf(problem));
  return problem.plies ? t('problems.mate', { plies: problem.plies }) : t('problems.best');
}

function Intro({ speech, kind, set, player, trouble }: ProblemsPageProps) {
  const { t, n } = speech;
  const { name } = speech.game(kind);
  return (
    <main class="learn" data-problems={kind}>
      <h1>{t('problems.title', { game: name })}</h1>
      {[...new Set(set.problems.map((problem) => wordsOf(problem).lead))].map((lead) => (
        <p key={lead} class="lead">
          {t(lead)}
        </p>
      ))}
      <p class="choices">
        <button type="button" class="primary" data-act="begin" disabled={!player} onClick={() => player?.begin()}>
          {t('problems.begin')}
        </button>
        <button type="button" class="secondary" data-act="daily" disabled={!player} onClick={() => player?.go(player.daily)}>
          {t('problems.daily')}
        </button>
        <a class="to-rules" href={`/${speech.language}/rules/${kind}/`}>
          {t('rules.title', { game: name })}
        </a>
      </p>
      <p class="trouble" role="status">
        {trouble && t('trouble.core')}
      </p>
      <noscript>
        <p class="trouble">{t('problems.noscript')}</p>
      </noscript>
      <h2>{t('problems.all')}</h2>
      <ul class="steps">
        {groupsOf(speech, set.problems).map(({ name, problems }) => (
          <li key={name}>{t('problems.group', { name, count: n('problems.count', problems.length) })}</li>
        ))}
      </ul>
      <p>{t('problems.how')}</p>
    </main>
  );
}

interface ShowProps {
  speech: Speech;
  player: ProblemPlayer;
  problem: Problem;
  version: number;
}

function Show({ speech, player, problem, version }: ShowProps) {
  const { kind, solved } = player;
  const words = new TableSpeech(speech, kind);
  useKeys(player);
  return (
    <SolvingBoard
      words={words}
      player={player}
      version={version}
      title={speech.t('problems.title', { game: speech.game(kind).name })}
      also="problems"
      marks={{ 'data-problem': problem.id, 'data-solved': solved ? '' : undefined }}
      told={(heading) => <Told speech={speech} words={words} player={player} problem={problem} heading={heading} />}
    >
      <Actions speech={speech} player={player} />
      <List speech={speech} player={player} />
    </SolvingBoard>
  );
}

/** What is asked for. */
function taskOf(words: TableSpeech, problem: Problem): string {
  const { t } = words.speech;
  const { plies = 0, end, prize } = problem;
  if (prize) return t('problems.task.prize', { piece: words.piece(prize) });
  return plies === 1 && !end ? groupName(words.speech, problem) : t(wordsOf(problem).task, { plies });
}

/** What has just happened; '' where there is nothing to say. */
function saidIn(words: TableSpeech, player: ProblemPlayer, problem: Problem): string {
  const { t, language } = words.speech;
  const { message, hinted } = player;
  const texts = player.texts(player.notation ?? usualNotation(language));
  const last = texts.at(-1) ?? '';
  switch (message?.kind) {
    case 'refused':
      return words.why(message.why);
    case 'refuted':
      return t('problems.refuted', {
        move: texts[message.from - 1] ?? '',
        moves: texts.slice(message.from).join(language === 'ja' ? '、' : ', '),
      });
    case 'answered':
      return t('problems.answered', { move: last, left: player.left });
    case 'showing':
      return t('problems.showing', { move: last });
    case 'hint':
      return t(hinted > 1 ? 'problems.hint.target' : 'problems.hint.piece');
    case 'done':
      return t(wordsOf(problem).done);
    case 'shown':
      return t('problems.shown', { move: last });
    case 'thinking':
      return t('problems.thinking');
    case 'wrong':
      return t('problems.wrong');
    default:
      return '';
  }
}

/** The longest of what may be said: it keeps the room. */
function longest(words: TableSpeech, { kind, problems }: ProblemPlayer): string[] {
  const { t } = words.speech;
  const move = 'N-12a x 10b+';
  const all = [
    t('problems.refuted', { move, moves: [move, move, move].slice(0, problems.every(({ plies }) => plies) ? 1 : 3).join(', ') }),
    t('problems.answered', { move, left: 1 }),
    t('problems.shown', { move }),
    ...new Set(problems.map((problem) => t(wordsOf(problem).done))),
    ...refusalsOf(kind).map((rule) => words.why({ rule, code: null, squares: [], as: null })),
  ];
  return all.sort((a, b) => b.length - a.length).slice(0, ROOMS);
}

/** So many of the longest texts are laid out: which is the highest depends on where its lines break. */
const ROOMS = 4;

interface ToldProps extends Omit<ShowProps, 'version'> {
  words: TableSpeech;
  heading: RefObject<HTMLHeadingElement>;
}

function Told({ speech, words, player, problem, heading }: ToldProps) {
  const { t } = speech;
  const { at, message, problems, daily } = player;
  const rooms = useMemo(() => longest(words, player), [player]);
  const task = taskOf(words, problem);
  const said = saidIn(words, player, problem);
  const count = problems.length;
  const place = (at ?? 0) + 1;
  const solved = player.done.has(problem.id);
  return (
    <section class="told">
      <h2 tabIndex={-1} ref={heading}>
        {task}
        <span class="unseen">
          {' '}
          {t('problems.at', { at: place, count })} {at === daily && t('problems.daily')} {solved && t('problems.solved')}
        </span>
        <span class="how-far" aria-hidden="true">
          {at === daily && `${t('problems.today')} · `}
          {solved && '✓ '}
          {place} / {count}
        </span>
      </h2>
      <div class="stack">
        <div>
          {said ? (
            <p
              class="now"
              data-said={message?.kind}
              data-refutation={message?.kind === 'refuted' ? '' : undefined}
              lang={speech.language}
            >
              {said}
            </p>
          ) : (
            <p>{t('problems.turns', { count: turnsOf(problem) })}</p>
          )}
        </div>
        {rooms.map((one) => (
          <div key={one} class="room" aria-hidden="true">
            <p class="now">{one}</p>
          </div>
        ))}
      </div>
      <div class="unseen" aria-live="polite">
        <p key={`${at} ${player.said}`}>{said || task}</p>
      </div>
    </section>
  );
}

/* What can do nothing just now keeps the focus of who used it: aria-disabled. */
function Actions({ speech, player }: { speech: Speech; player: ProblemPlayer }) {
  const { t } = speech;
  const { at, problems, message, solved, revealed } = player;
  const back = message?.kind === 'refuted' || message?.kind === 'wrong';
  return (
    <div class="actions lesson-actions">
      <button type="button" class="quiet" data-act="hint" aria-disabled={!player.mayMove} onClick={() => player.hint()}>
        {t('problems.hint')}
      </button>
      <button type="button" class="quiet" data-act="solution" aria-disabled={!player.more} onClick={() => player.reveal()}>
        {t(revealed !== null || solved ? 'problems.more' : 'problems.solution')}
      </button>
      <button
        type="button"
        class="quiet arrow"
        data-act="previous"
        aria-label={t('problems.previous')}
        disabled={at === 0}
        onClick={() => player.step(-1)}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <button type="button" class={back ? 'primary' : 'quiet'} data-act="retry" onClick={() => player.retry()}>
        {t(back ? 'problems.back' : 'problems.retry')}
      </button>
      <button
        type="button"
        class={`arrow ${solved ? 'primary' : 'quiet'}`}
        data-act="next"
        aria-label={t('problems.next')}
        disabled={at === problems.length - 1}
        onClick={() => player.step(1)}
      >
        <span aria-hidden="true">›</span>
      </button>
    </div>
  );
}

/** All problems, to go to any; and how the board looks. */
function List({ speech, player }: { speech: Speech; player: ProblemPlayer }) {
  const { t } = speech;
  const { at, problems, done } = player;
  return (
    <div class="lesson-list" tabIndex={-1}>
      <p class="kept">
        {t('problems.kept', { done: done.size, count: problems.length })}{' '}
        <button type="button" class="quiet" data-act="daily" onClick={() => player.go(player.daily)}>
          {t('problems.daily')}
        </button>
      </p>
      {groupsOf(speech, problems).map(({ name, from, problems: these }) => (
        <section key={name}>
          <h3>{name}</h3>
          <ol class="numbers">
            {these.map(({ id }, i) => (
              <li key={id} class={done.has(id) ? 'done' : undefined}>
                <button
                  type="button"
                  data-act="problem"
                  data-of={id}
                  aria-current={from + i === at ? 'true' : undefined}
                  onClick={() => player.go(from + i)}
                >
                  {from + i + 1}
                  {done.has(id) && <span class="unseen"> {t('problems.solved')}</span>}
                </button>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <div class="actions">
        <Looks speech={speech} of={player} />
        <Keyboard words={new TableSpeech(speech, player.kind)} of={player} steps />
      </div>
    </div>
  );
}
