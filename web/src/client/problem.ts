/*
 * A problem as it is tried: a mate in so many plies, a bare king after so many, or the one good move. The data stands in
 * games/<name>/web/problems.json and was worked out by engine/tests/problems_make.c (docs/problems.md): which moves solve
 * it, and what the other side answers to each. What is legal and what ends the game is asked of the rules core.
 */
import type { Core } from '../../../wasm/core.ts';
import type { MoveStyle, Side } from '../../../wasm/types.ts';
import { parseSfen } from '../board/sfen.ts';
import type { Origin, Steps } from '../board/usi.ts';
import { Replay, type View } from './replay.ts';

/** The moves that solve it from here, each with the answer and how it goes on; an empty list: that was the last. */
export interface Ways {
  [usi: string]: Way;
}
export type Way = [] | [answer: string, then: Ways];

export interface Problem {
  /** Stays the same when other problems come and go. */
  id: string;
  /** Who moves is who solves. */
  sfen: string;
  /** Plies up to the last move that is to be found; absent: the one good move is asked for. */
  plies?: number;
  /** How every answer to that last move ends the game; absent: the move itself mates. */
  end?: 'bare_king';
  /** What the engine needed: how hard it is, among those as long. */
  nodes: number;
  moves: Ways;
  /** How the game goes on after the one good move, or an answer that ends it. */
  after?: string[];
  /** The best piece that it takes ("N", "+R"), where it wins more than it loses. */
  prize?: string;
}

/** Sorted from easy to hard. */
export interface ProblemSet {
  problems: Problem[];
}

export type Verdict =
  /** Solved. */
  | 'done'
  /** Right so far: `answer` brings the other side's move. */
  | 'on'
  /** Legal, but it does not solve: `back` takes it back. */
  | 'wrong';

/** One way through the problem, from its position on, and what follows. */
export function lineOf({ moves, after = [] }: Problem): string[] {
  const line: string[] = [];
  let ways: Ways | null = moves;
  while (ways) {
    const usi: string = Object.keys(ways)[0] ?? '';
    const way: Way = ways[usi] ?? [];
    line.push(usi, ...way.slice(0, 1).map(String));
    ways = way.length === 2 ? way[1] : null;
  }
  return [...line, ...after];
}

/** Moves of who solves. */
export const turnsOf = ({ plies = 1 }: Problem): number => (plies + 1) / 2;

const DAY_MS = 86_400_000;

/** The problem of the day (UTC) by its index: every one comes once in `count` days, hard and easy ones in turn. */
export function dailyOf(time: number, count: number): number {
  const apart = (a: number, b: number): boolean => (b === 0 ? a === 1 : apart(b, a % b));
  let stride = Math.floor(count * 0.38) + 1;
  while (!apart(stride, count)) stride++;
  return (Math.floor(time / DAY_MS) * stride) % count;
}

export class Attempt {
  readonly problem: Problem;
  readonly side: Side;
  done = false;
  /** The position in the core: to be asked, not to be moved. */
  readonly replay: Replay;
  /** What solves it from here; null: left. */
  private ways: Ways | null;
  private next: [answer: string, then: Ways] | null = null;
  /** The moves up to where it is still solved. */
  private good: string[] = [];

  /** Throws RuleError when the position cannot be used. */
  constructor(core: Core, problem: Problem) {
    this.problem = problem;
    this.side = parseSfen(problem.sfen, false).turn;
    this.replay = new Replay(core, problem.sfen, '');
    this.ways = problem.moves;
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

  explain(usi: string): { rule: string | null; squares: string[] } {
    return this.replay.explain(usi);
  }

  /** All moves from the problem's position on. */
  get moves(): string[] {
    return this.replay.plies.map(({ usi }) => usi);
  }

  /** The moves as people write them. */
  texts(style: MoveStyle): readonly string[] {
    return this.replay.texts(style);
  }

  /** A move that goes on to solve it. */
  get hint(): string | null {
    return Object.keys(this.ways ?? {})[0] ?? null;
  }

  /** Moves of the solver's that are still needed. */
  get left(): number {
    return turnsOf(this.problem) - Math.ceil(this.good.length / 2);
  }

  /** Plays a legal move of the solver's in any spelling. */
  play(spelled: string): Verdict {
    const usi = this.replay.canonical(spelled);
    const way = this.ways?.[usi];
    this.push(usi);
    this.ways = null;
    if (!way) return 'wrong';
    this.good = this.moves;
    this.next = way.length === 2 ? way : null;
    this.done = this.next === null;
    return this.done ? 'done' : 'on';
  }

  /** After `on`: the other side's move. */
  answer(): void {
    if (!this.next) return;
    const [usi, then] = this.next;
    this.push(usi);
    this.good = this.moves;
    this.ways = then;
    this.next = null;
  }

  /** Plays any legal move: of the solution, or of what refutes a wrong one. */
  push(usi: string): void {
    this.replay.go([...this.moves, usi]);
  }

  /** After `wrong`, and whatever was pushed since: back to where it can still be solved. */
  back(): void {
    this.replay.go(this.good);
    let ways: Ways | undefined = this.problem.moves;
    for (let i = 0; i < this.good.length; i += 2) ways = ways?.[this.good[i] ?? '']?.[1];
    this.ways = ways ?? null;
  }

  restart(): void {
    this.good = [];
    this.next = null;
    this.done = false;
    this.back();
  }
}
