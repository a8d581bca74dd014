// Everything that follows from wire.json, the one description of the messages.
//
//   node protocol/generate.mjs committed            writes protocol/wire.ts and the tables in docs/protocol.md
//   node protocol/generate.mjs check                exit code 1 if one of those is not up to date
//   node protocol/generate.mjs c DIRECTORY          writes wire.h and wire.c there (the build does it)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { header, source } from './generator/c.mjs';
import { markdown } from './generator/markdown.mjs';
import { readSchema } from './generator/schema.mjs';
import { typescript } from './generator/typescript.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const schema = readSchema(join(here, 'wire.json'));

function committed() {
  const document = join(root, 'docs', 'protocol.md');
  return [
    [join(here, 'wire.ts'), typescript(schema)],
    [document, markdown(schema, readFileSync(document, 'utf8'))],
  ];
}

function write(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const [command, directory] = process.argv.slice(2);
if (command === 'committed') {
  for (const [path, text] of committed()) write(path, text);
} else if (command === 'check') {
  for (const [path, text] of committed())
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      console.error(`${path.slice(root.length + 1)} is not up to date: run node protocol/generate.mjs committed`);
      process.exitCode = 1;
    }
} else if (command === 'c' && directory) {
  write(join(directory, 'wire.h'), header(schema));
  write(join(directory, 'wire.c'), source(schema));
} else {
  console.error('usage: node protocol/generate.mjs committed | check | c DIRECTORY');
  process.exitCode = 2;
}
