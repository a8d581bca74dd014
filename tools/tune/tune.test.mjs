// The way from games to weights can be gone again: the same arguments give the same data, the same data the same
// weights. Usage: node --test tune.test.mjs, with SELFPLAY and TUNE naming the two programs.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const { SELFPLAY, TUNE } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'tune-'));
after(() => rmSync(folder, { recursive: true }));

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const refusal = (program, ...args) => spawnSync(program, args, { encoding: 'utf8' });
const play = (...args) => run(SELFPLAY, '--game', 'shogi', '--games', '6', '--nodes', '100', '--plies', '120', ...args);
// What follows the comment at the head, which says what the weights were made from.
const numbers = (source) => source.slice(source.indexOf('#include'));

const data = join(folder, 'data.tsv');
writeFileSync(data, play('--seed', '5'));

test('the same seed gives the same games, another seed others', () => {
  assert.equal(play('--seed', '5'), readFileSync(data, 'utf8'));
  assert.notEqual(play('--seed', '6'), readFileSync(data, 'utf8'));
});

test('every line is a position, a score and a result', () => {
  const lines = readFileSync(data, 'utf8').slice(0, -1).split('\n');
  assert.ok(lines.length > 50);
  for (const line of lines) assert.match(line, /^[^\t]+ [bw] \S+ \d+\t-?\d{1,4}\t[012]\t$/);
});

test('local rules stand in the data, and the tuner reads them', () => {
  const path = join(folder, 'rules.tsv');
  writeFileSync(path, play('--rule', 'impasse=points27'));
  assert.match(readFileSync(path, 'utf8'), /\timpasse=points27\n/);
  run(TUNE, '--game', 'shogi', '--rounds', '1', path);
});

test('a check lets every game end and writes nothing', () => {
  const { stdout, stderr, status } = refusal(
    SELFPLAY,
    ...['--game', 'shogi', '--games', '3', '--nodes', '50', '--plies', '60', '--check'],
  );
  assert.equal(status, 0);
  assert.equal(stdout, '');
  const ends = [...stderr.matchAll(/ (?:sente|gote|drawn) (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  assert.equal(ends, 3);
});

test('without data the weights are written as they are', () => {
  const source = readFileSync('games/shogi/eval/weights.c', 'utf8');
  assert.equal(numbers(run(TUNE, '--game', 'shogi')), numbers(source));
});

test('the same data gives the same weights, and others than before', () => {
  const tune = () => run(TUNE, '--game', 'shogi', '--rounds', '5', '--hold', '10', data);
  assert.equal(tune(), tune());
  assert.notEqual(numbers(tune()), numbers(run(TUNE, '--game', 'shogi')));
  assert.match(tune(), /tune --game shogi --rounds 5 .*--hold 10 /);
});

test('what is no data is refused', () => {
  const path = join(folder, 'bad.tsv');
  for (const line of ['hello', '4k4/9/9/9/9/9/9/9/4K4 b - 1\t1\t3\t', '4k4/9/9/9/9/9/9/9/4K4 b - 1\t1', '9/9 b - 1\t1\t1\t']) {
    writeFileSync(path, `${line}\n`);
    const { status, stdout, stderr } = refusal(TUNE, '--game', 'shogi', path);
    assert.equal(status, 1, line);
    assert.equal(stdout, '');
    assert.match(stderr, /^tune: /);
  }
  assert.equal(refusal(TUNE, '--game', 'go').status, 2);
  assert.equal(refusal(SELFPLAY, '--game', 'shogi', '--nodes', 'x').status, 2);
});
