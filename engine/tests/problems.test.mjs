// The mates among the page's problems come out the same when they are worked out again. (The others depend on the
// evaluation: their solutions stay true when it changes, but a new run would choose among them anew.)
//   PROBLEMS  the program engine_problems_make
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const MATES = { shogi: '1', annan: '3' };

for (const [game, first] of Object.entries(MATES))
  test(`${game}: the mates as made`, () => {
    const { stdout, status } = spawnSync(process.env.PROBLEMS, [game, `games/${game}/tests/tsume.txt`, first], { encoding: 'utf8' });
    assert.equal(status, 0);
    assert.ok(stdout === readFileSync(`games/${game}/web/problems.json`, 'utf8'), 'docs/problems.md says how they are made');
  });
