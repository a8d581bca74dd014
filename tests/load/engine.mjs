// Nodes a second of the engine in WebAssembly beside the native one, game by game, in one run, by processor time:
//   node tests/load/engine.mjs [--build build/release] [--depth 8]
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bench, loadEngine } from '../core/engine_module.mjs';

const { values } = parseArgs({ options: { build: { type: 'string' }, depth: { type: 'string' } } });
const build = values.build ?? 'build/release';
const depth = Number(values.depth ?? 8);
const engine = await loadEngine(join(build, 'wasm'));
for (const { name } of engine.games) {
  const native = execFileSync(join(build, 'engine/shogikan-engine'), ['bench', 'search', '--game', name, '--depth', `${depth}`]);
  const beside = Number(/knodes\/s (\d+)/.exec(native)[1]);
  await bench(engine, name, Math.min(depth, 4)); // the compiler of the virtual machine is through with it
  const before = process.cpuUsage();
  const nodes = await bench(engine, name, depth);
  const { user, system } = process.cpuUsage(before);
  const own = Math.round((nodes * 1000) / (user + system));
  console.log(`${name}: native ${beside} knodes/s, WebAssembly ${own}, ${Math.round((own * 100) / beside)} %`);
}
