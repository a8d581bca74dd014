/*
 * The engine for a page: it thinks in a worker (engine_worker.ts), so that the page stays free.
 *
 *   const engine = new EngineClient(startWorker, loadModule);
 *   const { best } = await engine.think({ game, rules, sfen, moves, level: 4 });
 *
 * One question at a time. A worker in the middle of a search hears nothing, except in an endless one; so stop() first
 * asks, and a worker that does not answer soon is ended: the last finished iteration is the answer then, and the next
 * question is put to a fresh worker, for which the compiled module is kept.
 */
import type { Insight, Question, Thought } from '../../../wasm/engine.ts';
import { RuleError } from '../../../wasm/types.ts';
import type { Order, Word } from './engine_service.ts';

/** A worker, as far as it is needed. */
export interface Thinker {
  postMessage(order: Order): void;
  terminate(): void;
  onmessage: ((event: { data: Word }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** How long after stop() an answer is waited for. */
const STOP_MS = 400;

interface Asked {
  id: number;
  last: Insight | null;
  info: ((insight: Insight) => void) | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  resolve(thought: Thought): void;
  reject(error: Error): void;
}

/** The question was given up before anything was found. */
export class StoppedError extends Error {
  constructor() {
    super('stopped before anything was found');
    this.name = 'StoppedError';
  }
}

export class EngineClient {
  private readonly start: () => Thinker;
  private readonly module: () => Promise<WebAssembly.Module>;
  private loading: Promise<WebAssembly.Module> | null = null;
  private thinker: Thinker | null = null;
  private asked: Asked | null = null;
  private questions = 0;

  /** `start` makes a worker that runs engine_worker.ts, `module` fetches and compiles engine.wasm. */
  constructor(start: () => Thinker, module: () => Promise<WebAssembly.Module>) {
    this.start = start;
    this.module = module;
  }

  /** Rejects with RuleError for a position that cannot be used, StoppedError, or what kept the engine from loading. */
  async think({ info, ...question }: Question): Promise<Thought> {
    if (this.asked) throw new Error('it thinks about another position');
    const id = ++this.questions;
    return new Promise((resolve, reject) => {
      this.asked = { id, last: null, info, timer: undefined, resolve, reject };
      this.ready().then(
        (thinker) => {
          if (this.asked?.id === id) thinker.postMessage({ t: 'think', id, question });
        },
        (error: Error) => this.settle(id, ({ reject }) => reject(error)),
      );
    });
  }

  get thinking(): boolean {
    return this.asked !== null;
  }

  /** Ends think(), which then says what is known. */
  stop(): void {
    const { asked } = this;
    if (!asked || asked.timer !== undefined) return;
    this.thinker?.postMessage({ t: 'stop' });
    asked.timer = setTimeout(() => this.giveUp(asked), STOP_MS);
  }

  /** Another game begins: what is known of the last one is of no use. */
  forget(): void {
    if (this.asked) throw new Error('it thinks about a position');
    this.thinker?.postMessage({ t: 'forget' });
  }

  /** Gives the memory back; a later question gets it again. */
  close(): void {
    if (this.asked) this.giveUp(this.asked);
    this.end();
  }

  private async ready(): Promise<Thinker> {
    this.loading ??= this.module();
    let module: WebAssembly.Module;
    try {
      module = await this.loading;
    } catch (error) {
      this.loading = null; // the next question tries again
      throw error;
    }
    if (!this.thinker) {
      const thinker = this.start();
      thinker.onmessage = ({ data }) => this.hear(data);
      thinker.onerror = ({ message }) => {
        const { asked } = this;
        this.end();
        if (asked) this.settle(asked.id, ({ reject }) => reject(new Error(`the engine failed: ${message ?? 'no reason given'}`)));
      };
      thinker.postMessage({ t: 'load', module });
      this.thinker = thinker;
    }
    return this.thinker;
  }

  private hear(word: Word): void {
    const { asked } = this;
    if (!asked || word.id !== asked.id) return;
    if (word.t === 'info') {
      if (word.insight.rank === 1) asked.last = word.insight;
      asked.info?.(word.insight);
    } else if (word.t === 'done') this.settle(word.id, ({ resolve }) => resolve(word.thought));
    else {
      const { code, at, message } = word;
      if (code === '') this.end(); // whatever it was, a fresh worker may do better
      this.settle(word.id, ({ reject }) => reject(code === '' ? new Error(message) : new RuleError(code, at, message)));
    }
  }

  private giveUp(asked: Asked): void {
    this.end();
    this.settle(asked.id, ({ last, resolve, reject }) => {
      const [best = null, ponder = null] = last?.pv ?? [];
      if (!last || best === null) reject(new StoppedError());
      else resolve({ best, ponder, score: last.score, chance: last.chance, pv: last.pv, nodes: last.nodes, depth: last.depth });
    });
  }

  private settle(id: number, how: (asked: Asked) => void): void {
    const { asked } = this;
    if (asked?.id !== id) return;
    clearTimeout(asked.timer);
    this.asked = null;
    how(asked);
  }

  private end(): void {
    this.thinker?.terminate();
    this.thinker = null;
  }
}
