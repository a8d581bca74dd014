/*
 * A lesson under way: which step, what the board shows of it, and what is said. What a move does is asked of the rules
 * core (client/lesson.ts); here is when it is shown, taken back and answered. No markup here.
 */
import type { BoardState } from '../../board/board.ts';
import { type Origin, partsOf, type Steps, squaresIn } from '../../board/usi.ts';
import { Exercise, type LessonFrame, marksOf, type Step, withinOf } from '../../client/lesson.ts';
import type { Loaded } from '../../client/loading.ts';
import { keepProgress, readProgress } from '../../client/progress.ts';
import { Solving } from '../solving.ts';
import type { Why } from '../table/controller.ts';

/** What there is to say beside the goal. */
export type Message =
  | { kind: 'wrong' | 'anew' | 'hint' | 'done' | 'shown' | 'answered' }
  /** A move that is not legal; `done`: that was to be found out. */
  | { kind: 'refused'; why: Why; done: boolean };

/** So long a wrong move, and a move before its answer, stays to be seen. */
const LOOK_MS = 900;
const ANSWER_MS = 600;
/** After so many tries without success the hint comes by itself. */
const TRIES = 2;

export class LessonPlayer extends Solving<Message> {
  readonly steps: readonly Step[];
  readonly done: Set<string>;
  finished = false;
  /** Whether a piece may move as another does. */
  readonly borrows: boolean;
  hinted = false;
  private exercise: Exercise | null = null;
  private tries = 0;

  constructor(loaded: Loaded, frame: LessonFrame, changed: () => void) {
    super(loaded, changed);
    this.steps = frame.steps;
    this.borrows = this.steps.some((step) => {
      const exercise = new Exercise(this.core, step);
      const { movesAs } = exercise.view();
      exercise.free();
      return movesAs.size > 0;
    });
    const progress = readProgress(
      this.kind,
      this.steps.map(({ id }) => id),
    );
    this.done = new Set(progress?.done ?? []);
    if (progress?.at === '') this.finished = true;
    else if (progress) this.go(this.steps.findIndex(({ id }) => id === progress.at));
  }

  get step(): Step | null {
    return this.at === null ? null : (this.steps[this.at] ?? null);
  }

  get isLast(): boolean {
    return this.at === this.steps.length - 1;
  }

  /** Shows a step from its start. */
  go(at: number): void {
    const step = this.steps[at];
    if (!step) return;
    this.at = at;
    this.finished = false;
    this.open(step);
    this.keep();
    this.changed();
  }

  /** To the next step, or to the end. */
  next(): void {
    if (this.at === null) return;
    if (!this.isLast) {
      this.go(this.at + 1);
      return;
    }
    this.stop();
    this.finished = true;
    this.keep();
    this.changed();
  }

  /** The same step once more. */
  again(): void {
    if (this.at !== null) this.go(this.at);
  }

  /** The whole lesson once more. */
  restart(): void {
    this.done.clear();
    this.go(0);
  }

  move(usi: string): void {
    const { exercise } = this;
    if (!exercise || this.busy || this.solved) return;
    this.say(null);
    const verdict = exercise.play(usi);
    this.show(1);
    if (verdict === 'done') this.succeed();
    else if (verdict === 'on') this.later(ANSWER_MS, () => this.answer(exercise));
    else this.fail(exercise);
    this.changed();
  }

  attempt(usi: string | null): void {
    const { exercise } = this;
    if (!exercise || usi === null || this.busy || this.solved) return;
    const { rule, squares, done } = exercise.attempt(usi);
    this.refuse(usi, rule, squares, done);
    if (done) this.succeed();
    else this.count();
    this.changed();
  }

  doubleSteps(origin: Origin): Steps {
    return this.exercise && !this.busy && !this.solved ? this.exercise.steps(origin) : new Map();
  }

  touched(): void {
    if (this.solved || this.message === null || this.message.kind === 'hint') return;
    this.say(null);
    this.changed();
  }

  hint(): void {
    if (this.busy || this.solved) return;
    this.hinted = true;
    this.say({ kind: 'hint' });
    this.changed();
  }

  /** Plays the solution. */
  reveal(): void {
    const { exercise } = this;
    if (!exercise || this.busy || this.solved) return;
    exercise.restart();
    this.hinted = false;
    this.say(null);
    this.show(0);
    this.busy = true;
    this.later(ANSWER_MS, () => this.revealMove(exercise, 0));
    this.changed();
  }

  boardState(): BoardState | null {
    const { exercise, shown, step } = this;
    if (!exercise || !step) return null;
    return this.stateOf({
      side: exercise.side,
      last: exercise.last,
      mayMove: !this.busy && !this.solved && shown?.position.turn === exercise.side,
      marked: this.solved ? [] : marksOf(step),
      hinted: this.hinted && !this.solved && !this.busy ? exercise.hint() : [],
    });
  }

  protected override get asked() {
    return this.exercise?.replay ?? null;
  }

  private open(step: Step): void {
    this.stop();
    this.exercise = new Exercise(this.core, step);
    this.tries = 0;
    this.hinted = false;
    this.solved = false;
    this.flipped = false;
    this.message = null;
    this.show(0);
  }

  private stop(): void {
    this.halt();
    this.exercise?.free();
    this.exercise = null;
  }

  /** Takes the exercise's position over; `moves` of 1 makes the board move the piece there. */
  private show(moves: 0 | 1): void {
    this.take(this.exercise?.view() ?? null, moves);
  }

  private answer(exercise: Exercise): void {
    const verdict = exercise.goOn();
    if (verdict === 'wrong') this.fail(exercise);
    else {
      const answered = exercise.last !== null;
      this.show(answered ? 1 : 0);
      if (verdict === 'done') this.succeed();
      else if (answered) this.say({ kind: 'answered' });
    }
  }

  private succeed(): void {
    this.solved = true;
    if (this.step) this.done.add(this.step.id);
    if (this.message?.kind !== 'refused') this.say({ kind: 'done' });
    this.keep();
  }

  private fail(exercise: Exercise): void {
    const anew = !exercise.step.answers && withinOf(exercise.step) > 1;
    this.say({ kind: anew ? 'anew' : 'wrong' });
    this.later(LOOK_MS, () => {
      exercise.back();
      this.show(0);
      this.count();
    });
  }

  /** One more try without success. */
  private count(): void {
    this.tries++;
    if (this.tries >= TRIES) this.hinted = true;
  }

  private refuse(usi: string, rule: string, squares: readonly string[], done: boolean): void {
    const as = this.movesAs(partsOf(usi).origin);
    this.say({ kind: 'refused', why: { rule, code: null, squares, as }, done });
  }

  private revealMove(exercise: Exercise, i: number): void {
    const { solution, goal } = exercise.step;
    const usi = solution[i] ?? '';
    const last = i === solution.length - 1;
    if ('refused' in goal) {
      const { rule, squares } = exercise.attempt(usi);
      this.refuse(usi, rule, [...squares, ...squaresIn(usi)], true);
    } else {
      const verdict = exercise.play(usi);
      this.show(1);
      if (verdict === 'on') {
        this.later(ANSWER_MS, () => {
          exercise.goOn();
          this.show(exercise.last === null ? 0 : 1);
          if (last) this.revealed();
          else this.later(ANSWER_MS, () => this.revealMove(exercise, i + 1));
        });
        return;
      }
    }
    this.revealed();
  }

  private revealed(): void {
    this.solved = true;
    if (this.message?.kind !== 'refused') this.say({ kind: 'shown' });
  }

  private keep(): void {
    keepProgress(this.kind, { at: this.finished ? '' : (this.step?.id ?? ''), done: [...this.done] });
  }
}
