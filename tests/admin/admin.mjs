// Runs `shogikan admin` for the tests of this folder.
import { spawnSync } from 'node:child_process';
import { program } from '../protocol/harness.mjs';

export function admin(data, ...words) {
  const { status, stdout, stderr } = spawnSync(program, ['admin', ...words, ...(data ? ['--data', data] : [])], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}
