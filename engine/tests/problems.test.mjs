// The mates and bare kings among the page's problems come out the same when they are worked out again. (The others depend on the
// evaluation: their solutions stay true when it changes, but a new run would choose among them anew.)
//   PROBLEMS  the program engine_problems_make
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const MATES = { shogi: '1', annan: '3' };
const BARE = { chu: '1' };

const made = (game, first, file) => {
  const { stdout, status } = spawnSync(process.env.PROBLEMS, [game, first, `games/${game}/tests/${file}.txt`], { encoding: 'utf8' });
  assert.equal(status, 0);
  return stdout;
};
const kept = (game) => readFileSync(`games/${game}/web/problems.json`, 'utf8');

for (const [game, first] of Object.entries(MATES))
  test(`${game}: the mates as made`, () => {
    assert.ok(made(game, first, 'tsume') === kept(game), 'docs/problems.md says how they are made');
  });

for (const [game, first] of Object.entries(BARE))
  test(`${game}: the bare kings as made`, () => {
    const { problems } = JSON.parse(made(game, first, 'bare'));
    assert.ok(problems.length > 0);
    assert.deepEqual(problems, JSON.parse(kept(game)).problems.filter(({ end }) => end !== undefined));
  });
