/*
 * The engine of this build: where its module lies, and its worker.
 */
import { address } from 'virtual:engine';
import { EngineClient, type Thinker } from './engine_client.ts';

/** Nothing is loaded before the first question. */
export function openEngine(): EngineClient {
  return new EngineClient(
    () => new Worker(new URL('./engine_worker.ts', import.meta.url), { type: 'module' }) as unknown as Thinker,
    () => WebAssembly.compileStreaming(fetch(address)),
  );
}
