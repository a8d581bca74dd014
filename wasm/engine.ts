/*
 * The engine in WebAssembly, with types: search, rules and evaluations of all games, for levels and hints without a
 * server. Works in workers and Node, and depends on nothing.
 *
 *   const engine = await Engine.load(await (await fetch('/engine.wasm')).arrayBuffer());
 *   const thought = await engine.think({ game, moves: ['7g7f'], level: 3 });
 *   thought.best; // '3c3d'
 *
 * A search that has a limit runs in one piece; with nodes or depth alone it finds the same as the native engine, node
 * for node. One without an end runs in slices and lets other things happen in between: that is when stop() is heard.
 * No memory shared between threads is needed, so no page has to be isolated for it. Who must stop a search that has a
 * limit ends the worker (web/src/client/engine_client.ts does).
 *
 * The search itself cannot pause: a slice is a search of its own, which begins at the depth where the one before it
 * ended, and finds in the table what that had found. The flat C side is engine.c.
 */

import { RuleError } from './types.ts';

export { RuleError };

/** From the view of the side to move: hundredths of a pawn, or plies until the end of the game (negative: it is lost). */
export type Score = { cp: number } | { mate: number };

/** What one finished iteration found, once for each line asked for. */
export interface Insight {
  /** From 1: the best. */
  rank: number;
  depth: number;
  /** Longest line looked at, in plies. */
  seldepth: number;
  score: Score;
  /** That the side to move wins, from 0 to 1: what such a score came to in games of the engine against itself. */
  chance: number;
  nodes: number;
  /** Milliseconds since the start. */
  time: number;
  /** Entries of the table in use, in a thousand. */
  hashfull: number;
  pv: string[];
}

export interface Thought {
  /** Always legal; null: the game is over. */
  best: string | null;
  /** The expected answer. */
  ponder: string | null;
  score: Score;
  /** As in an Insight. */
  chance: number;
  pv: string[];
  nodes: number;
  /** Of the last iteration that was finished. */
  depth: number;
}

export interface Question {
  game: string;
  /** "name=value name=value": the local rules that differ from the default. */
  rules?: string;
  /** Where the game started; without it as usual. */
  sfen?: string;
  moves?: string[];
  /** 1 to 10, the default: the whole engine. A level alone gets a second at the most. */
  level?: number;
  /** Of what a weak level draws: the same seed and position give the same move. Without it, any. */
  seed?: number;
  nodes?: number;
  depth?: number;
  /** Milliseconds. */
  movetime?: number;
  /** How many of the best moves are reported with their lines; 1. */
  multipv?: number;
  /** Also proves mates by checks, as the native engine does in play but not in its bench; true. */
  mates?: boolean;
  /** Until stop(), or `nodes` are used up; the whole engine, whatever the level. */
  infinite?: boolean;
  /** Called after each iteration. */
  info?: (insight: Insight) => void;
}

export interface EngineOptions {
  /** Of the table. */
  megabytes?: number;
  /** Milliseconds of a clock that does not go back. */
  now?: () => number;
  /** Lets other things happen. */
  pause?: () => Promise<void>;
}

/** A game that the engine plays, and what its bench looks at. */
export interface EngineGame {
  name: string;
  /** Of its scores: see chanceOf(). */
  scale: number;
  /** Plies, 0: the usual number. */
  benchDepth: number;
  benchSfens: string[];
}

/** The functions that engine.c exports. */
interface Exports {
  memory: WebAssembly.Memory;
  engine_in(): number;
  engine_in_size(): number;
  engine_out(): number;
  engine_open(megabytes: number): number;
  engine_games(): void;
  engine_forget(): void;
  engine_position(): number;
  engine_think(
    level: number,
    seed: number,
    depth: number,
    nodes: number,
    ms: number,
    lines: number,
    mates: number,
    from: number,
  ): number;
}

/** Of one question: nodes of the slices before, and the deepest report. */
interface Progress {
  scale: number;
  spent: number;
  depth: number;
  score: Score;
  pv: string[];
}

export const LEVEL_MAX = 10;

const MEGABYTES = 16;
/** What a question without any limit gets, as in USI. */
const USUAL_MS = 1000;
/** An endless search hears stop() after about this long. */
const SLICE_MS = 250;
const FIRST_SLICE = 50_000;
const SLICE_LEAST = 1_000;
const SLICE_MOST = 10_000_000;

/** A timeout would be held back to 4 ms by browsers. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** "depth 7 cp 33 ... pv 7g7f 3c3d": names with a number each, then moves. */
function readFields(text: string, movesAfter: string): { numbers: Map<string, number>; moves: string[] } {
  const words = text.split(' ');
  const at = words.indexOf(movesAfter);
  const numbers = new Map<string, number>();
  for (let i = 0; i < at; i += 2) numbers.set(words[i] as string, Number(words[i + 1]));
  return { numbers, moves: words.slice(at + 1) };
}

function scoreOf(numbers: Map<string, number>): Score {
  const mate = numbers.get('mate');
  return mate === undefined ? { cp: numbers.get('cp') ?? 0 } : { mate };
}

/** The chance that goes with a score: 1 / (1 + exp(-score / scale)), and none or all of it where the end is seen. */
export function chanceOf(score: Score, scale: number): number {
  if ('mate' in score) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score.cp / scale));
}

export class Engine {
  readonly games: EngineGame[];
  private exports!: Exports;
  private readonly now: () => number;
  private readonly pause: () => Promise<void>;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private heard: ((text: string) => void) | null = null;
  private thinking = false;
  private stopped = false;

  private constructor(options: EngineOptions) {
    this.now = options.now ?? (() => performance.now());
    this.pause = options.pause ?? nextTask;
    this.games = [];
  }

  /** Throws where there is no memory for the table. */
  static async load(source: BufferSource | WebAssembly.Module, options: EngineOptions = {}): Promise<Engine> {
    const engine = new Engine(options);
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const host = { now: engine.now, report: () => engine.heard?.(engine.read()) };
    const instance = await WebAssembly.instantiate(module, { host });
    engine.exports = instance.exports as unknown as Exports;
    if (engine.exports.engine_open(options.megabytes ?? MEGABYTES) < 0) throw new Error(engine.read());
    engine.exports.engine_games();
    for (const line of engine.read().split('\n')) {
      const [name = '', scale, depth, ...sfens] = line.split('\t');
      engine.games.push({ name, scale: Number(scale), benchDepth: Number(depth), benchSfens: sfens });
    }
    return engine;
  }

  /** Forgets what it knows of positions: before another game, or to be asked the same again. */
  forget(): void {
    this.idle();
    this.exports.engine_forget();
  }

  /** Throws RuleError for a position that cannot be used, and while it thinks about another. */
  async think(question: Question): Promise<Thought> {
    this.idle();
    this.thinking = true;
    this.stopped = false;
    try {
      this.place(question);
      return await this.search(question);
    } finally {
      this.thinking = false;
      this.heard = null;
    }
  }

  /** Ends think(), which then says what it knows; it is heard between two slices. */
  stop(): void {
    this.stopped = true;
  }

  private idle(): void {
    if (this.thinking) throw new Error('it thinks about another position');
  }

  private async search(question: Question): Promise<Thought> {
    const { infinite = false, nodes = 0, depth = 0, level = LEVEL_MAX, multipv = 1 } = question;
    const mates = question.mates === false ? 0 : 1;
    if (!Number.isInteger(level) || level < 1 || level > LEVEL_MAX) throw new RuleError('range', 'level', 'no such level');
    const seed = question.seed ?? Math.floor(Math.random() * 2 ** 32);
    const movetime = question.movetime ?? (nodes > 0 || depth > 0 ? 0 : USUAL_MS);
    const progress = this.listen(question);
    if (!infinite) {
      this.exports.engine_think(level, seed, depth, nodes, movetime, multipv, mates, 0);
      return this.answer(progress);
    }
    let slice = FIRST_SLICE;
    for (;;) {
      const before = this.now();
      const left = nodes > 0 ? nodes - progress.spent : slice;
      const through = this.exports.engine_think(
        LEVEL_MAX,
        seed,
        depth,
        Math.min(slice, left),
        0,
        multipv,
        mates,
        Math.max(1, progress.depth),
      );
      const thought = this.answer(progress);
      if (through !== 0 || this.stopped || (nodes > 0 && thought.nodes >= nodes)) return thought;
      const rate = (thought.nodes - progress.spent) / Math.max(this.now() - before, 1);
      progress.spent = thought.nodes;
      slice = Math.min(SLICE_MOST, Math.max(SLICE_LEAST, Math.round(rate * SLICE_MS)));
      await this.pause();
      if (this.stopped) return thought;
    }
  }

  /** Hears the reports of this question's slices. */
  private listen(question: Question): Progress {
    const started = this.now();
    const game = this.games.find(({ name }) => name === question.game);
    if (!game) throw new RuleError('unknown', 'game', 'no such game');
    const { scale } = game;
    const progress: Progress = { scale, spent: 0, depth: 0, score: { cp: 0 }, pv: [] };
    this.heard = (text) => {
      const { numbers, moves } = readFields(text, 'pv');
      const depth = numbers.get('depth') ?? 0;
      if (depth < progress.depth) return; // a slice on its way to where the last one was
      const rank = numbers.get('rank') ?? 1;
      progress.depth = depth;
      const score = scoreOf(numbers);
      if (rank === 1) Object.assign(progress, { pv: moves, score });
      question.info?.({
        rank,
        depth,
        seldepth: numbers.get('seldepth') ?? 0,
        score,
        chance: chanceOf(score, scale),
        nodes: progress.spent + (numbers.get('nodes') ?? 0),
        time: this.now() - started,
        hashfull: numbers.get('hashfull') ?? 0,
        pv: moves,
      });
    };
    return progress;
  }

  /** What engine_think() left. */
  private answer(progress: Progress): Thought {
    const { numbers, moves } = readFields(this.read(), 'best');
    const depth = numbers.get('depth') ?? 0;
    const known = depth === 0 && progress.depth > 0; // a slice that finished nothing: those before it did
    const [best = null, ponder = null] = known ? progress.pv : moves;
    const score = known ? progress.score : scoreOf(numbers);
    return {
      best,
      ponder,
      score,
      chance: chanceOf(score, progress.scale),
      pv: progress.pv[0] === best ? progress.pv : moves,
      nodes: progress.spent + (numbers.get('nodes') ?? 0),
      depth: Math.max(progress.depth, depth),
    };
  }

  private place({ game, rules = '', sfen = '', moves = [] }: Question): void {
    const fields = [game, rules, sfen, moves.join(' ')];
    const bytes = this.encoder.encode(fields.join('\n'));
    const clean = fields.every((field) => !/[\0\n]/.test(field)) && moves.every((move) => move !== '' && !move.includes(' '));
    if (!clean || bytes.length >= this.exports.engine_in_size())
      throw new RuleError('syntax', 'question', 'longer than any position can be, or not a line each');
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = this.exports.engine_in();
    memory.set(bytes, start);
    memory[start + bytes.length] = 0;
    if (this.exports.engine_position() < 0) {
      const [code = '', at = '', message = ''] = this.read().split('\n');
      throw new RuleError(code, at, message);
    }
  }

  private read(): string {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = this.exports.engine_out();
    return this.decoder.decode(memory.subarray(start, memory.indexOf(0, start)));
  }
}
