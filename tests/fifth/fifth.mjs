// A game is a folder, and a language is files beside those of the others: copies the tree, adds the throw-away game of
// tests/fifth/game as games/pebbles and a language with the words of the English one, changes nothing else, builds program,
// core and page, and plays a move of the game in the browser, in that language too.
//
//   node tests/fifth/fifth.mjs    (needs what `make test` installs)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tree = mkdtempSync(join(tmpdir(), 'shogikan-fifth-'));
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: tree, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

/** The English words as those of a language that has none yet, with its name. */
function addLanguage(code, name) {
  const folders = ['web/locales', 'web/locales/analysis', ...readdirSync(join(tree, 'games')).map((game) => `games/${game}/web`)];
  for (const folder of folders.filter((path) => existsSync(join(tree, path))))
    for (const file of readdirSync(join(tree, folder)).filter((file) => /(^|-)en\.json$/.test(file)))
      cpSync(join(tree, folder, file), join(tree, folder, file.replace(/en\.json$/, `${code}.json`)));
  const path = join(tree, 'web/locales', `${code}.json`);
  const words = { ...JSON.parse(readFileSync(path, 'utf8')), 'language.name': name, 'language.short': code };
  writeFileSync(path, JSON.stringify(words));
}

try {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  cpSync(join(root, 'tests/fifth/game'), join(tree, 'games/pebbles'), { recursive: true });
  addLanguage('eo', 'Esperanto');

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
    await page.goto('/en/rules/pebbles/');
    await page.click('.languages [hreflang="eo"]:has-text("Esperanto")');
    await page.waitForURL('**/eo/rules/pebbles/');
    await page.click('main [data-act="learn"] >> nth=0');
    await page.waitForSelector('html[lang="eo"] [data-act="begin"]:enabled');
    await page.goto('/'); // the language that was chosen
    await page.click('[data-act="play-computer"][data-game="pebbles"]');
    await page.waitForSelector('html[lang="eo"] [data-board][data-game="pebbles"]');
    assert.deepEqual(page.errors, []);
  } finally {
    await browser.close();
    await server.stop();
  }
  console.log('1 passed, 0 failed');
} finally {
  rmSync(tree, { recursive: true, force: true });
}
