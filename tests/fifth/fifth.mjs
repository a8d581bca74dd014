// A game is a folder: copies the tree, adds the throw-away game of tests/fifth/game as games/pebbles, changes nothing else,
// builds program, core and page, and plays a move of it in the browser.
//
//   node tests/fifth/fifth.mjs    (needs what `make test` installs)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'shogikan-fifth-'));
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

try {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  cpSync(join(root, 'tests/fifth/game'), join(tree, 'games/pebbles'), { recursive: true });

  run('cmake', '--preset', 'release');
  run('cmake', '--build', 'build/release', '--target', 'shogikan', 'wasm');
  const judged = execFileSync(join(tree, 'build/release/shogikan'), ['judge'], {
    input: '{"game":"pebbles","moves":"3e3d","probe":"3a3c"}\n',
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(judged).probe, { legal: false, rule: 'too_far' });
  run('node', 'web/tools/build.mjs');

  process.env.SHOGIKAN = join(tree, 'build/release/shogikan');
  process.env.SHOGIKAN_WEB = join(tree, 'build/web');
  const { Server, device, launch } = await import('../browser/house.mjs');
  const server = await new Server().start();
  const browser = await launch();
  try {
    const page = await device(browser, server);
    await page.goto('/en/');
    await page.click('[data-act="play-friend"][data-game="pebbles"]');
    await page.click('[data-square="3e"]');
    await page.click('[data-square="3c"]');
    await page.waitForSelector('[data-why][data-rule="too_far"]');
    await page.click('[data-square="3d"][data-legal]');
    await page.waitForSelector('[data-board][data-game="pebbles"][data-sfen="ppppp/5/5/2P2/PP1PP w - 2"]');
    await page.goto('/en/rules/pebbles/#rule-too_far');
    assert.equal(await page.textContent(':target'), 'A pebble goes one square ahead or to the side.');
    await page.goto('/en/record/');
    await page.selectOption('[data-act="record-game"]', 'pebbles');
    await page.fill('[data-record-text]', 'position startpos moves 3e3d');
    await page.click('[data-act="open-record"]');
    await page.waitForSelector('[data-board][data-game="pebbles"]');
    await page.click('[data-act="record"]');
    await page.waitForSelector('[data-act="record-format"] option[value="sfen"]', { state: 'attached' });
    assert.deepEqual(page.errors, []);
  } finally {
    await browser.close();
    await server.stop();
  }
  console.log('1 passed, 0 failed');
} finally {
  rmSync(tree, { recursive: true, force: true });
}
