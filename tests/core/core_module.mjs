// Loads wasm/core.ts in Node (types taken off by the TypeScript compiler) and the modules that the build made.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const source = new URL('../../wasm/core.ts', import.meta.url);

/** A module and what it imports beside it, without types, as addresses that Node can import. */
export async function moduleAddress(url) {
  const { outputText } = ts.transpileModule(await readFile(url, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  let text = outputText;
  for (const name of new Set([...outputText.matchAll(/from '(\.\/[\w.]+)'/g)].map((match) => match[1])))
    text = text.replaceAll(`'${name}'`, `'${await moduleAddress(new URL(name, url))}'`);
  return `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
}

export const { Core, Match, RecordError, RuleError } = await import(await moduleAddress(source));

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
