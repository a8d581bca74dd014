// The mates and bare kings among the page's problems come out the same when they are worked out again. (The others depend on the
// evaluation: their solutions stay true when it changes, but a new run would choose among them anew.)
//   PROBLEMS        the program engine_problems_make
//   PROBLEMS_PLIES  the longest that are worked out; absent: all. For builds that check themselves at every node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const MATES = { shogi: '1', annan: '3' };
const BARE = { chu: '1' };
const MOST = Number(process.env.PROBLEMS_PLIES ?? 99);

/** What comes out for the positions of a file that are short enough. Its lines are "plies sfen" or "bare plies sfen". */
function made(game, first, file) {
  const folder = mkdtempSync(join(tmpdir(), 'problems-'));
  const short = join(folder, 'positions');
  const lines = readFileSync(`games/${game}/tests/${file}.txt`, 'utf8').split('\n');
  writeFileSync(short, lines.filter((line) => !(Number(/^(?:bare )?(\d+) /.exec(line)?.[1]) > MOST)).join('\n'));
  const { stdout, status } = spawnSync(process.env.PROBLEMS, [game, first, short], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  assert.equal(status, 0);
  return stdout;
}
const kept = (game) => readFileSync(`games/${game}/web/problems.json`, 'utf8');
const keptOf = (game, wanted) => JSON.parse(kept(game)).problems.filter((one) => one.plies <= MOST && wanted(one));

for (const [game, first] of Object.entries(MATES))
  test(`${game}: the mates as made`, () => {
    const text = made(game, first, 'tsume');
    const { problems } = JSON.parse(text);
    assert.ok(problems.length > 0);
    assert.deepEqual(
      problems,
      keptOf(game, () => true),
    );
    if (process.env.PROBLEMS_PLIES === undefined) assert.ok(text === kept(game), 'docs/problems.md says how they are made');
  });

for (const [game, first] of Object.entries(BARE))
  test(`${game}: the bare kings as made`, () => {
    const { problems } = JSON.parse(made(game, first, 'bare'));
    assert.ok(problems.length > 0);
    assert.deepEqual(
      problems,
      keptOf(game, ({ end }) => end !== undefined),
    );
  });
