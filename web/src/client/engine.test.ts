/* The page's engine, with the module as built (SHOGIKAN_WASM, or build/release/wasm) and workers made of channels. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { EngineClient, StoppedError, type Thinker } from './engine_client.ts';
import { type Desk, type Order, serve, type Word } from './engine_service.ts';

/** For what surely comes, on whatever machine. */
const PATIENCE = { timeout: 30_000 };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const module = WebAssembly.compile(readFileSync(join(wasm, 'engine.wasm')));

/** A worker in this thread: `answers` false is one that is deep in a search and hears nothing. */
function worker(heard: Order[], answers = true): Thinker {
  const desk: Desk = {
    onmessage: null,
    postMessage: (data: Word) => queueMicrotask(() => thinker.onmessage?.({ data })),
  };
  const thinker: Thinker = {
    onmessage: null,
    onerror: null,
    postMessage: (data) => {
      heard.push(data);
      if (answers) queueMicrotask(() => desk.onmessage?.({ data }));
    },
    terminate: vi.fn(),
  };
  serve(desk);
  return thinker;
}

describe('the engine of the page', () => {
  it('answers questions one after the other, and refuses positions that cannot be', async () => {
    const heard: Order[] = [];
    const engine = new EngineClient(
      () => worker(heard),
      () => module,
    );
    const depths: number[] = [];
    const question = { game: 'hasami', depth: 3 };
    const thought = await engine.think({ ...question, info: ({ depth }) => depths.push(depth) });
    expect(thought.best).toMatch(/^\d[a-i]\d[a-i]$/);
    expect(depths).toEqual([1, 2, 3]);
    await expect(engine.think({ ...question, moves: ['1a1a'] })).rejects.toMatchObject({ name: 'RuleError', at: 'moves[0]' });
    engine.forget();
    expect((await engine.think(question)).nodes).toBe(thought.nodes);
    expect(heard.map(({ t }) => t)).toEqual(['load', 'think', 'think', 'forget', 'think']);
    expect(engine.thinking).toBe(false);
  });

  it('stops an endless search', async () => {
    const engine = new EngineClient(
      () => worker([]),
      () => module,
    );
    const thinking = engine.think({
      game: 'hasami',
      infinite: true,
      info: () => engine.stop(),
    });
    await expect(engine.think({ game: 'hasami' })).rejects.toThrow('another position');
    expect((await thinking).best).not.toBeNull();
  });

  it('ends a worker that does not hear, and answers with what it had found', async () => {
    const heard: Order[] = [];
    const thinkers: Thinker[] = [];
    const engine = new EngineClient(
      () => {
        thinkers.push(worker(heard, false));
        return thinkers.at(-1) as Thinker;
      },
      () => module,
    );
    const found = { score: { cp: 7 }, chance: 0.51, pv: ['1a1b', '9i9h'], nodes: 99, depth: 4 };
    const insight = { ...found, rank: 1, seldepth: 9, time: 5, hashfull: 0 };
    const thinking = engine.think({ game: 'hasami', movetime: 60_000 });
    await vi.waitUntil(() => heard.length === 2, PATIENCE);
    thinkers[0]?.onmessage?.({ data: { t: 'info', id: 1, insight } });
    engine.stop();
    expect(await thinking).toEqual({ ...found, best: '1a1b', ponder: '9i9h' });
    expect(thinkers[0]?.terminate).toHaveBeenCalledOnce();
    const next = engine.think({ game: 'hasami' });
    await vi.waitUntil(() => thinkers.length === 2, PATIENCE);
    thinkers[0]?.onmessage?.({ data: { t: 'info', id: 1, insight } }); // too late
    engine.close();
    await expect(next).rejects.toBeInstanceOf(StoppedError);
  });

  it('tells what kept it from loading, and tries again', async () => {
    let times = 0;
    const engine = new EngineClient(
      () => worker([]),
      () => (times++ ? module : Promise.reject(new Error('no network'))),
    );
    await expect(engine.think({ game: 'hasami', depth: 1 })).rejects.toThrow('no network');
    expect((await engine.think({ game: 'hasami', depth: 1 })).best).not.toBeNull();
  });

  it('tells when its worker fails', async () => {
    const thinker = worker([], false);
    const engine = new EngineClient(
      () => thinker,
      () => module,
    );
    const thinking = engine.think({ game: 'hasami' });
    await vi.waitUntil(() => thinker.onerror !== null, PATIENCE);
    thinker.onerror?.({ message: 'refused by the policy' });
    await expect(thinking).rejects.toThrow('refused by the policy');
    expect(thinker.terminate).toHaveBeenCalledOnce();
  });
});
