// Takes the pictures of docs/screenshots, so that anybody can take them again after the page has changed.
//
//   node tests/browser/screenshots.mjs [--all] [--out FOLDER] [--only PART-OF-A-NAME]
//
// The pictures of the documentation go to docs/screenshots. With --all every board is taken in every set of pieces, on a
// desktop and on a phone of 360 px, light and dark, into build/screenshots: to be looked at, not to be kept. The machine
// needs a Japanese font for the link to the Japanese page.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCores } from '../core/core_module.mjs';
import { randomFrom } from '../core/random.mjs';
import { device, launch, Server, square } from './house.mjs';
import { openSeated } from './seats.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, out: { type: 'string' }, only: { type: 'string', default: '' } },
});
const out = resolve(values.out ?? join(root, values.all ? 'build/screenshots' : 'docs/screenshots'));
const QUALITY = 80;

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** The moves of a record of tests/vectors/records, as the program reads them. */
function record(name, plies) {
  const file = join(root, 'tests/vectors/records', name);
  const { stdout, stderr } = spawnSync(join(root, 'build/release/shogikan'), ['convert', '--to', 'usi', file], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return / moves (.*)/.exec(stdout)[1].split(' ').slice(0, plies);
}

const games = {
  shogi: record('shogi/shogihome-1.kif', 90),
  annan: '8g4c 8c8h+ 7i8h B*6d 6i7i 5c5d 4c4b+ 4a4b P*8d 2c6g'.split(' '),
  chu: record('chu/lishogi-kif-dialect.kif', 104),
  hasami: '4i4b 2a2h 6i6g 1a1d 6g2g 8a8d 9i9b 7a7f 5i4i 8d8h'.split(' '),
};
const cores = await loadCores(join(root, 'build/release/wasm'));
/** A random game, always the same, in which everything promotes that can: to see the other sides of the pieces. */
function promoting(game, plies) {
  const match = cores.get(game).start();
  const random = randomFrom(1);
  const moves = [];
  while (moves.length < plies && match.legal().length > 0) {
    const legal = match.legal().filter((usi) => usi[1] !== '*');
    const promotions = legal.filter((usi) => usi.endsWith('+'));
    const kept = match.turn() === 'b' ? /[a-d]$/ : /[i-l]$/; // into the other camp
    const into = legal.filter((usi) => kept.test(usi));
    moves.push(random.pick(promotions.length ? promotions : into.length && random.chance(0.5) ? into : legal));
    match.play(moves.at(-1));
  }
  match.free();
  return moves;
}

const promoted = { shogi: promoting('shogi', 44), chu: promoting('chu', 130) };
const SETS = ['one', 'two', 'moves'];

const server = await new Server().start();
const browser = await launch();
mkdirSync(out, { recursive: true });

const wanted = (name) => name.includes(values.only);

/** WebP, which is a quarter of a PNG. */
async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600); // what moves has come to rest
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await client.detach();
  writeFileSync(join(out, `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`${name}.webp`);
}

async function withDevice(options, use) {
  const page = await device(browser, server, { reducedMotion: 'reduce', ...options });
  await use(page);
  await page.context().close();
}

async function board(game, screen, set, name, { dark = false, moves = games[game] } = {}) {
  if (!wanted(name)) return;
  await withDevice({ ...screen, colorScheme: dark ? 'dark' : 'light' }, async (page) => {
    await page.addInitScript(([pieces]) => localStorage.setItem('pieces', pieces), [set]);
    const seats = await openSeated(server, page, game);
    await seats.lead(moves);
    await shoot(page, name);
    await seats.close();
  });
}

/** A counter-strike refused, with its squares. */
async function refusal() {
  if (!wanted('refusal-desktop')) return;
  await withDevice(desktop, async (page) => {
    const seats = await openSeated(server, page, 'chu');
    await seats.lead('8i8h 5d5e 7j7h 6c6e 7h7f 6e5f 7f7e 7d7e'.split(' '));
    await page.click(square('9j'));
    await page.click(square('5f'));
    await page.waitForSelector('[data-why]');
    await shoot(page, 'refusal-desktop');
    await seats.close();
  });
}

async function landing(screen, name, colorScheme) {
  if (!wanted(name)) return;
  await withDevice({ ...screen, colorScheme }, async (page) => {
    await page.goto('/en/');
    await page.waitForLoadState('networkidle');
    await shoot(page, name);
  });
}

try {
  if (values.all) {
    for (const game of Object.keys(games))
      for (const set of SETS) {
        await board(game, desktop, set, `${game}-${set}-desktop`);
        await board(game, phone, set, `${game}-${set}-phone`);
        await board(game, phone, set, `${game}-${set}-phone-dark`, { dark: true });
        const moves = promoted[game];
        if (moves) await board(game, desktop, set, `${game}-promoted-${set}-desktop`, { moves });
        if (moves) await board(game, phone, set, `${game}-promoted-${set}-phone`, { moves });
      }
  } else {
    for (const game of Object.keys(games)) {
      await board(game, desktop, 'one', `${game}-desktop`);
      await board(game, phone, 'one', `${game}-phone`);
    }
    await board('shogi', desktop, 'two', 'shogi-desktop-dark', { dark: true });
    await board('chu', desktop, 'moves', 'chu-moves-desktop');
    await refusal();
    await landing(desktop, 'landing-desktop', 'light');
    await landing(phone, 'landing-phone-dark', 'dark');
  }
} finally {
  await browser.close();
  await server.stop();
}
