/* How pieces move, as the rules cores say: SHOGIKAN_WASM, or build/release/wasm. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Core } from '../../../wasm/core.ts';
import { movementOf } from './movement.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const load = (game: string) => Core.load(readFileSync(join(wasm, `core-${game}.wasm`)));

/** Reached squares by manner: "0,1" is straight ahead. */
function reached(core: Core, piece: string): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  for (const { x, y, how } of movementOf(core, piece)) result[how] = [...(result[how] ?? []), `${x},${y}`].sort();
  return result;
}

describe('movement', () => {
  test('of every piece of every game is found', async () => {
    for (const file of readdirSync(wasm).filter((name) => /^core-\w+\.wasm$/.test(name))) {
      const core = await Core.load(readFileSync(join(wasm, file)));
      for (const { sfen } of core.game.pieces) expect(movementOf(core, sfen).length, `${file} ${sfen}`).toBeGreaterThan(0);
    }
  });

  test('tells steps, slides and leaps apart', async () => {
    const core = await load('shogi');
    expect(reached(core, 'S')).toEqual({ step: ['-1,-1', '-1,1', '0,1', '1,-1', '1,1'] });
    expect(reached(core, 'N')).toEqual({ jump: ['-1,2', '1,2'] });
    expect(reached(core, 'L')).toEqual({ slide: ['0,1', '0,2', '0,3', '0,4'] });
    const dragon = reached(core, '+R');
    expect(dragon.step).toEqual(['-1,-1', '-1,1', '1,-1', '1,1']);
    expect(dragon.slide?.length).toBe(16);
  });

  test('of the pieces that move twice is told apart', async () => {
    const core = await load('chu');
    const lion = reached(core, 'N');
    expect(lion.twice?.length).toBe(8);
    expect(lion.jump?.length).toBe(16);
    const falcon = reached(core, '+H');
    expect(falcon.twice).toEqual(['0,1']);
    expect(falcon.jump).toEqual(['0,2']);
    expect(reached(core, 'O')).toEqual({ step: ['-1,-1', '-1,1', '1,-1', '1,1'], jump: ['-2,0', '0,-2', '0,2', '2,0'] });
  });
});
