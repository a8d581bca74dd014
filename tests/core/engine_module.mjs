// Loads wasm/engine.ts in Node and the module that the build made; WASM is its folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleAddress } from './core_module.mjs';

const { Engine, RuleError, chanceOf } = await import(await moduleAddress(new URL('../../wasm/engine.ts', import.meta.url)));

export { chanceOf, Engine, RuleError };

export const engineBytes = (folder) => readFile(join(folder, 'engine.wasm'));
export const loadEngine = async (folder, options) => Engine.load(await engineBytes(folder), options);

/** The bench of engine/bench.c: nodes of each game's positions, each with an empty table. */
export async function bench(engine, name, depth) {
  const { benchDepth, benchSfens } = engine.games.find((game) => game.name === name);
  let nodes = 0;
  for (const sfen of benchSfens) {
    engine.forget();
    const thought = await engine.think({
      game: name,
      sfen,
      depth: benchDepth ? Math.min(benchDepth, depth) : depth,
      mates: false,
    });
    nodes += thought.nodes;
  }
  return nodes;
}
