// Loads wasm/core.ts in Node (types taken off by the TypeScript compiler) and the modules that the build made.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const source = new URL('../../wasm/core.ts', import.meta.url);

async function importTypeScript(url) {
  const text = await readFile(url, 'utf8');
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);
}

export const { Core, Match, RecordError, RuleError } = await importTypeScript(source);

/** Every core-<game>.wasm of a folder (or records-<game>.wasm), by the game's name. */
export async function loadCores(folder, kind = 'core') {
  const cores = new Map();
  for (const file of (await readdir(folder)).sort()) {
    if (!file.startsWith(`${kind}-`) || !file.endsWith('.wasm')) continue;
    const core = await Core.load(await readFile(join(folder, file)));
    cores.set(core.game.name, core);
  }
  return cores;
}
