/*
 * What the engine's worker is told and says, and the worker's side of it (engine_client.ts is the other).
 */
import { Engine, type Insight, type Question, RuleError, type Thought } from '../../../wasm/engine.ts';

export type Order =
  | { t: 'load'; module: WebAssembly.Module }
  | { t: 'think'; id: number; question: Omit<Question, 'info'> }
  | { t: 'stop' }
  /** Another game begins. */
  | { t: 'forget' };

export type Word =
  | { t: 'info'; id: number; insight: Insight }
  | { t: 'done'; id: number; thought: Thought }
  /** `code` is "" where the fault is not the question's. */
  | { t: 'failed'; id: number; code: string; at: string; message: string };

/** A worker as its own thread sees it. */
export interface Desk {
  postMessage(word: Word): void;
  onmessage: ((event: { data: Order }) => void) | null;
}

export function serve(desk: Desk): void {
  let engine: Promise<Engine> | null = null;
  const think = async (id: number, question: Question): Promise<void> => {
    try {
      if (!engine) throw new Error('asked before it was loaded');
      const info = (insight: Insight) => desk.postMessage({ t: 'info', id, insight });
      const thought = await (await engine).think({ ...question, info });
      desk.postMessage({ t: 'done', id, thought });
    } catch (error) {
      const { code, at } = error instanceof RuleError ? error : { code: '', at: '' };
      desk.postMessage({ t: 'failed', id, code, at, message: `${error instanceof Error ? error.message : error}` });
    }
  };
  desk.onmessage = ({ data }) => {
    if (data.t === 'load') {
      engine = Engine.load(data.module);
      engine.catch(() => {}); // think() tells
    } else if (data.t === 'think') void think(data.id, data.question);
    else if (data.t === 'stop') void engine?.then((it) => it.stop());
    else void engine?.then((it) => it.forget());
  };
}
