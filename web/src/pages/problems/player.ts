/*
 * Problems being solved: which one, what the board shows of it, and what is said. What solves it stands in the data
 * (client/problem.ts), what refutes another move is asked of the engine; here is when it is shown and taken back. No
 * markup here.
 */
import type { BoardState } from '../../board/board.ts';
import { type Origin, partsOf, type Steps, squaresIn } from '../../board/usi.ts';
import type { EngineClient } from '../../client/engine_client.ts';
import type { Loaded } from '../../client/loading.ts';
import { Attempt, dailyOf, lineOf, type Problem, type ProblemSet } from '../../client/problem.ts';
import { keepSolved, readSolved } from '../../client/solved.ts';
import { Solving } from '../solving.ts';
import type { Why } from '../table/controller.ts';

export type Message =
  | { kind: 'hint' | 'answered' | 'done' | 'thinking' | 'shown' | 'showing' }
  /** A move that does not solve it, and the moves with which the engine refutes it, as far as they were played. */
  | { kind: 'refuted'; from: number }
  /** The same, and the engine could not be asked, or the game is over. */
  | { kind: 'wrong' }
  | { kind: 'refused'; why: Why };

/** So long a move stays to be seen before the next comes. */
const ANSWER_MS = 600;
/** What the engine gets to refute a move: the same on every device. */
const REFUTE_NODES = 60_000;
/** So many plies of the refutation are played, where no mate is asked for. */
const REFUTE_PLIES = 3;

export class ProblemPlayer extends Solving<Message> {
  readonly problems: readonly Problem[];
  readonly done: Set<string>;
  /** 1: which piece, 2: and where it goes. */
  hinted = 0;
  /** How many plies of the line are shown; null: the viewer plays. */
  revealed: number | null = null;
  /** Of today; asked once, so that it does not change under who looks. */
  readonly daily: number;
  private trial: Attempt | null = null;
  private readonly engine: EngineClient;

  constructor(loaded: Loaded, { problems }: ProblemSet, engine: EngineClient, now: number, changed: () => void) {
    super(loaded, changed);
    this.problems = problems;
    this.engine = engine;
    this.daily = dailyOf(now, problems.length);
    const ids = problems.map(({ id }) => id);
    this.done = new Set(readSolved(this.kind, ids).done);
  }

  get problem(): Problem | null {
    return this.at === null ? null : (this.problems[this.at] ?? null);
  }

  get line(): string[] {
    return this.problem ? lineOf(this.problem) : [];
  }

  /** Moves of the solver's that are still to be found. */
  get left(): number {
    return this.trial?.left ?? 0;
  }

  /** Where one was, or the first that is not solved. */
  begin(): void {
    const ids = this.problems.map(({ id }) => id);
    const last = ids.indexOf(readSolved(this.kind, ids).at);
    const open = ids.findIndex((id) => !this.done.has(id));
    this.go(last >= 0 ? last : Math.max(open, 0));
  }

  go(at: number): void {
    const problem = this.problems[at];
    if (!problem) return;
    this.stop();
    this.at = at;
    this.trial = new Attempt(this.core, problem);
    this.solved = false;
    this.flipped = false;
    this.fresh();
    this.keep();
    this.changed();
  }

  step(by: number): void {
    if (this.at === null) return;
    const at = Math.min(Math.max(this.at + by, 0), this.problems.length - 1);
    if (at !== this.at) this.go(at);
  }

  move(usi: string): void {
    const attempt = this.trial;
    if (!attempt || !this.mayMove) return;
    this.say(null);
    this.hinted = 0;
    const verdict = attempt.play(usi);
    this.show(1);
    if (verdict === 'done') this.succeed();
    else if (verdict === 'on')
      this.later(ANSWER_MS, () => {
        attempt.answer();
        this.show(1);
        this.say({ kind: 'answered' });
      });
    else void this.refute(attempt);
    this.changed();
  }

  attempt(usi: string | null): void {
    if (!this.trial || usi === null || !this.mayMove) return;
    const { rule, squares } = this.trial.explain(usi);
    const as = this.movesAs(partsOf(usi).origin);
    this.say({ kind: 'refused', why: { rule: rule ?? 'not_reachable', code: null, squares, as } });
    this.changed();
  }

  doubleSteps(origin: Origin): Steps {
    return this.trial && this.mayMove ? this.trial.steps(origin) : new Map();
  }

  touched(): void {
    if (this.message?.kind !== 'refused') return;
    this.say(null);
    this.changed();
  }

  hint(): void {
    if (!this.mayMove) return;
    this.hinted = Math.min(this.hinted + 1, 2);
    this.say({ kind: 'hint' });
    this.changed();
  }

  /** Shows one ply more of the solution; where it was found, what follows. */
  reveal(): void {
    const attempt = this.trial;
    if (!attempt || this.busy) return;
    if (this.revealed === null && this.solved) this.revealed = attempt.moves.length;
    else if (this.revealed === null) {
      this.stop(false);
      attempt.restart();
      this.hinted = 0;
      this.revealed = 0;
    }
    const usi = this.line[this.revealed];
    if (usi === undefined) return;
    attempt.push(usi);
    this.revealed++;
    this.show(1);
    if (this.revealed === this.line.length) this.solved = true;
    this.say({ kind: this.solved ? 'shown' : 'showing' });
    this.changed();
  }

  /** Whether there is something that reveal() would show. */
  get more(): boolean {
    return (this.revealed ?? (this.solved ? (this.trial?.moves.length ?? 0) : 0)) < this.line.length;
  }

  /** After a wrong move: back before it. Otherwise the problem from its start. */
  retry(): void {
    const attempt = this.trial;
    if (!attempt) return;
    const back = this.message?.kind === 'refuted' || this.message?.kind === 'wrong' || this.message?.kind === 'thinking';
    this.stop(false);
    if (back) attempt.back();
    else {
      attempt.restart();
      this.solved = false;
    }
    this.fresh();
    this.changed();
  }

  /** The moves that were played, as written. */
  override texts(style: Parameters<Attempt['texts']>[0]): readonly string[] {
    return this.trial?.texts(style) ?? [];
  }

  boardState(): BoardState | null {
    const { trial: attempt, mayMove } = this;
    if (!attempt) return null;
    const hint = this.hinted > 0 && mayMove ? attempt.hint : null;
    return this.stateOf({
      side: attempt.side,
      last: attempt.moves.at(-1) ?? null,
      mayMove,
      marked: [],
      hinted: hint === null ? [] : hintOf(hint, this.hinted),
    });
  }

  protected override get asked() {
    return this.trial?.replay ?? null;
  }

  get mayMove(): boolean {
    const { message, trial: attempt } = this;
    const left = message?.kind === 'refuted' || message?.kind === 'wrong' || message?.kind === 'thinking';
    return attempt !== null && !this.busy && !this.solved && !left && this.revealed === null;
  }

  /** Asks the engine what is wrong with the move that was just played, and plays it. */
  private async refute(attempt: Attempt): Promise<void> {
    const here = attempt.moves;
    if (this.shown?.result) {
      this.say({ kind: 'wrong' });
      return;
    }
    this.say({ kind: 'thinking' });
    const asked = this.said;
    const still = () => this.trial === attempt && this.said === asked;
    let refutation: string[] = [];
    try {
      const { best, pv } = await this.engine.think({
        game: this.kind,
        sfen: attempt.problem.sfen,
        moves: here,
        nodes: REFUTE_NODES,
      });
      refutation = attempt.problem.plies === undefined && pv[0] === best ? pv.slice(0, REFUTE_PLIES) : best ? [best] : [];
    } catch (error) {
      if (still()) console.error(error);
    }
    if (!still()) return;
    if (refutation.length === 0) this.say({ kind: 'wrong' });
    else this.playOn(attempt, refutation, here.length);
    this.changed();
  }

  /** Plays the moves one after the other. */
  private playOn(attempt: Attempt, [usi, ...rest]: readonly string[], from: number): void {
    if (usi === undefined) return;
    attempt.push(usi);
    this.show(1);
    this.say({ kind: 'refuted', from });
    if (rest.length > 0) this.later(ANSWER_MS, () => this.playOn(attempt, rest, from));
  }

  private fresh(): void {
    this.message = null;
    this.said++;
    this.hinted = 0;
    this.revealed = null;
    this.show(0);
  }

  private stop(free = true): void {
    this.halt();
    if (this.engine.thinking) this.engine.close();
    if (!free) return;
    this.trial?.free();
    this.trial = null;
  }

  /** Takes the position over; `moves` of 1 makes the board move the piece there. */
  private show(moves: 0 | 1): void {
    this.take(this.trial?.view() ?? null, moves);
  }

  private succeed(): void {
    this.solved = true;
    if (this.problem) this.done.add(this.problem.id);
    this.say({ kind: 'done' });
    this.keep();
  }

  private keep(): void {
    keepSolved(this.kind, { at: this.problem?.id ?? '', done: [...this.done] });
  }
}

/** The squares that a hint lights: where the piece is, and in the second step where it goes. */
function hintOf(usi: string, step: number): string[] {
  const squares = squaresIn(usi);
  const hand = usi[1] === '*' ? [usi.slice(0, 2)] : squares.slice(0, 1);
  return step === 1 ? hand : [...hand, ...squares];
}
