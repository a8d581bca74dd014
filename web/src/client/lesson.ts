/*
 * A step of a lesson as it is played: a position, what is to be done in it, and what the other side answers. Whether a
 * move is legal, takes something, gives check or ends the game is asked of the rules core; here is only what the step
 * wants. The data stands in games/<name>/web/lesson.json and is tried out at build time by web/tools/lesson.ts.
 */
import type { Core } from '../../../wasm/core.ts';
import type { Side } from '../../../wasm/types.ts';
import { otherSide, parseSfen, sideOf } from '../board/sfen.ts';
import { type Origin, type Steps, squaresIn } from '../board/usi.ts';
import { Replay, type View } from './replay.ts';

/** What fulfils a step, judged after each move of the learner's; `end` also after the other side's answer. */
export type Goal =
  /** One of these moves is played. */
  | { moves: string[] }
  /** The enemy pieces that stood on these squares at the start are gone. */
  | { take: string[] }
  /** A piece of the learner's stands there: any, or of this kind ("P", "+P"). */
  | { reach: string; piece?: string }
  /** The other side is in check. */
  | { check: true }
  /** The game ends in this way, and the learner has won. */
  | { end: string }
  /** A move is tried that this rule forbids. */
  | { refused: string };

export interface Step {
  id: string;
  /** The learner is who moves. */
  sfen: string;
  /** Local rules, "name=value"; absent: the usual ones. */
  rules?: string;
  goal: Goal;
  /** So many moves of the learner's; absent: one. */
  within?: number;
  /**
   * What the other side answers to a move that leads on. A move that is not named here and does not reach the goal is
   * wrong. Absent: the other side stands still, and any moves will do that reach the goal.
   */
  answers?: Record<string, string>;
  /** The learner's moves, one way to do it. */
  solution: string[];
  /** Squares that are marked from the beginning; absent: those that the goal names. */
  marks?: string[];
}

export interface LessonFrame {
  steps: Step[];
}

export type Verdict =
  /** The step is done. */
  | 'done'
  /** Well so far: `goOn` brings the answer. */
  | 'on'
  /** Legal, but not what is wanted: `back` takes it back. */
  | 'wrong';

/** The squares that a goal is about. */
export function marksOf({ goal, marks }: Step): readonly string[] {
  if (marks) return marks;
  if ('take' in goal) return goal.take;
  return 'reach' in goal ? [goal.reach] : [];
}

export const withinOf = ({ within = 1 }: Step): number => within;

export class Exercise {
  readonly step: Step;
  readonly side: Side;
  done = false;
  /** The learner's moves so far. */
  moves: string[] = [];
  /** The position in the core: to be asked, not to be moved. */
  replay: Replay;
  private readonly core: Core;

  /** Throws RuleError when the position cannot be used. */
  constructor(core: Core, step: Step) {
    this.core = core;
    this.step = step;
    this.side = parseSfen(step.sfen, false).turn;
    this.replay = this.at(step.sfen);
  }

  free(): void {
    this.replay.free();
  }

  view(): View {
    return this.replay.view();
  }

  steps(origin: Origin): Steps {
    return this.replay.steps(origin);
  }

  /** The last move that was played, by either side; null at the start and after the other side stood still. */
  get last(): string | null {
    return this.replay.plies.at(-1)?.usi ?? null;
  }

  /** The next move of the solution, from its origin ("P*" in hand) on, as far as the learner is on its way. */
  hint(): string[] {
    const { solution } = this.step;
    const next = solution[this.moves.length];
    if (next === undefined || this.moves.some((usi, i) => usi !== solution[i])) return [...marksOf(this.step)];
    return next[1] === '*' ? [next.slice(0, 2), ...squaresIn(next)] : squaresIn(next);
  }

  /** Plays a legal move of the learner's in any spelling. */
  play(spelled: string): Verdict {
    const usi = this.replay.canonical(spelled);
    this.push(usi);
    this.moves.push(usi);
    if (this.reached(usi)) {
      this.done = true;
      return 'done';
    }
    if (this.moves.length >= withinOf(this.step) && this.answer() === null) return 'wrong';
    if (this.step.answers && this.answer() === null) return 'wrong';
    return this.view().result !== null || 'refused' in this.step.goal ? 'wrong' : 'on';
  }

  /** After `on`: the other side answers, or stands still. */
  goOn(): Verdict {
    const answer = this.answer();
    if (answer !== null) {
      this.push(answer);
      this.done = 'end' in this.step.goal && this.ends(this.step.goal.end);
      return this.done ? 'done' : 'on';
    }
    const [board = '', , ...rest] = this.view().sfen.split(' ');
    try {
      const next = this.at([board, this.side, ...rest].join(' '));
      this.replay.free();
      this.replay = next;
      return 'on';
    } catch {
      // Nothing may stand still here, such as a king that could be taken.
      return 'wrong';
    }
  }

  /** After `wrong`: takes the move back, or begins anew where moves were counted. */
  back(): void {
    const { answers } = this.step;
    if (!answers && withinOf(this.step) > 1) {
      this.restart();
      return;
    }
    this.moves.pop();
    this.replay.go(this.replay.plies.slice(0, -1).map(({ usi }) => usi));
  }

  restart(): void {
    this.replay.free();
    this.replay = this.at(this.step.sfen);
    this.moves = [];
    this.done = false;
  }

  /** A move that is not legal: why not, and whether that was what the learner should find out. */
  attempt(usi: string): { rule: string; squares: string[]; done: boolean } {
    const { rule, squares } = this.replay.explain(usi);
    const { goal } = this.step;
    this.done ||= 'refused' in goal && rule === goal.refused;
    return { rule: rule ?? 'not_reachable', squares, done: this.done };
  }

  private at(sfen: string): Replay {
    return new Replay(this.core, sfen, this.step.rules ?? '');
  }

  private push(usi: string): void {
    this.replay.go([...this.replay.plies.map((ply) => ply.usi), usi]);
  }

  private answer(): string | null {
    return this.step.answers?.[this.moves.at(-1) ?? ''] ?? null;
  }

  private ends(reason: string): boolean {
    const { result } = this.view();
    return result?.reason === reason && result.winner === this.side;
  }

  private reached(usi: string): boolean {
    const { goal } = this.step;
    const view = this.view();
    const { board } = view.position;
    if ('moves' in goal) return goal.moves.includes(usi);
    if ('take' in goal)
      return goal.take.every((square) => {
        const piece = board.get(square);
        return piece === undefined || sideOf(piece) !== otherSide(this.side);
      });
    if ('reach' in goal) {
      const piece = board.get(goal.reach);
      return piece !== undefined && sideOf(piece) === this.side && (!goal.piece || piece.toUpperCase() === goal.piece);
    }
    if ('check' in goal) return view.check;
    return 'end' in goal && this.ends(goal.end);
  }
}
