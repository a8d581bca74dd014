/* The course of a problem: what the engine refutes, what is taken back, what counts as solved. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import type { Question, Thought } from '../../../../wasm/engine.ts';
import { problemsOf } from '../../../tools/problems.ts';
import type { EngineClient } from '../../client/engine_client.ts';
import type { Loaded } from '../../client/loading.ts';
import { lineOf, type Problem } from '../../client/problem.ts';
import { ProblemPlayer } from './player.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const core = await Core.load(readFileSync(join(wasm, 'core-shogi.wasm')));
const loaded = { kind: 'shogi', core } as Loaded;
const set = problemsOf(root, 'shogi');
const three = set.problems.findIndex(({ plies }) => plies === 3);
const problem = set.problems[three] as Problem;

let store: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  store = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** An engine that answers when it is told to. */
class Oracle {
  asked: Question | null = null;
  closed = 0;
  answer: (best: string) => void = () => {};
  fail: () => void = () => {};
  get thinking(): boolean {
    return this.asked !== null;
  }
  think(question: Question): Promise<Thought> {
    this.asked = question;
    return new Promise((done, refuse) => {
      this.answer = (best) => {
        this.asked = null;
        done({ best, ponder: null, score: { cp: 0 }, chance: 0.5, pv: [best], nodes: 1, depth: 1 });
      };
      this.fail = () => {
        this.asked = null;
        refuse(new Error('no engine'));
      };
    });
  }
  close(): void {
    this.closed++;
    this.fail();
  }
}

const begin = (): { player: ProblemPlayer; engine: Oracle } => {
  const engine = new Oracle();
  const player = new ProblemPlayer(loaded, set, engine as unknown as EngineClient, 0, () => {});
  player.go(three);
  return { player, engine };
};
const sfen = (player: ProblemPlayer) => player.shown?.sfen;
const settle = () => vi.advanceTimersByTimeAsync(0);
const wrong = (player: ProblemPlayer): string => player.shown?.legal.find((usi) => !(usi in problem.moves)) ?? '';
const replyAfter = (usi: string): string => {
  const match = core.start({ sfen: problem.sfen, moves: [usi] });
  const [reply = ''] = match.legal();
  match.free();
  return reply;
};

test('the moves of the solution are answered, and what is solved is kept', async () => {
  const { player, engine } = begin();
  const line = lineOf(problem);
  player.move(line[0] ?? '');
  expect(player.mayMove).toBe(false);
  vi.runAllTimers();
  expect([player.message?.kind, player.left, player.mayMove]).toEqual(['answered', 1, true]);
  player.move(line[2] ?? '');
  expect([player.solved, player.message?.kind, engine.asked]).toEqual([true, 'done', null]);
  expect(JSON.parse(store.get('problems shogi') ?? '')).toEqual({ at: problem.id, done: [problem.id] });
});

test('another move is refuted by the engine, and taken back', async () => {
  const { player, engine } = begin();
  const start = sfen(player);
  const usi = wrong(player);
  player.move(usi);
  expect(player.message?.kind).toBe('thinking');
  expect(engine.asked).toMatchObject({ game: 'shogi', sfen: problem.sfen, moves: [usi] });
  engine.answer(replyAfter(usi));
  await settle();
  expect([player.message, player.mayMove]).toEqual([{ kind: 'refuted', from: 1 }, false]);
  expect(player.texts('usi').length).toBe(2);
  player.retry();
  expect([sfen(player), player.message, player.mayMove]).toEqual([start, null, true]);
});

test('without the engine the move is only called wrong', async () => {
  const { player, engine } = begin();
  const start = sfen(player);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  player.move(wrong(player));
  engine.fail();
  await settle();
  expect(player.message).toEqual({ kind: 'wrong' });
  player.retry();
  expect(sfen(player)).toBe(start);
});

test('who goes on while the engine thinks does not hear of it any more', async () => {
  for (const leave of ['next', 'retry', 'reveal'] as const) {
    const { player, engine } = begin();
    player.move(wrong(player));
    if (leave === 'next') player.step(1);
    else player[leave]();
    const there = sfen(player);
    expect(engine.closed).toBe(1);
    await settle();
    expect([sfen(player), player.message?.kind]).toEqual([there, leave === 'reveal' ? 'showing' : undefined]);
  }
});

test('a shown solution is not a solved problem', () => {
  const { player } = begin();
  for (let ply = 0; ply < 3; ply++) player.reveal();
  expect([player.solved, player.more, player.done.size]).toEqual([true, false, 0]);
  player.retry();
  expect([player.solved, player.more, player.mayMove]).toEqual([false, true, true]);
});

test('what is not legal says why, and the hint comes in two steps', () => {
  const { player } = begin();
  player.attempt('1a1a');
  expect(player.message).toMatchObject({ kind: 'refused' });
  player.hint();
  const first = player.boardState()?.hinted ?? [];
  player.hint();
  expect(player.boardState()?.hinted?.length).toBeGreaterThan(first.length);
});
