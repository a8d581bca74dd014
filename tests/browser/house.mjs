/*
 * For the browser tests: the real server in a folder of its own, a real Chromium, and devices (browser contexts) that
 * play on the page through the hooks that web/README.md lists.
 *
 *   SHOGIKAN  the program (default build/release/shogikan)
 *   SHOGIKAN_WEB  the built page (default build/web)
 *   CHROMIUM      the browser (default: of Debian, as launch() says)
 *   SHOGIKAN_DEVICE=phone  every device that is nothing else is a phone of 360 px, whose clicks are taps
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { sleep } from '../protocol/harness.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = resolve(root, process.env.SHOGIKAN ?? 'build/release/shogikan');
const assets = resolve(root, process.env.SHOGIKAN_WEB ?? 'build/web');

/** The game of the tests: sente takes with promotion, drops the piece won, and mates with it. */
export const MATE = ['7g7f', '6a7b', '8h3c+', '5a5b', '9i9h', '4a4b', '3c4b', '5b6b', 'G*5b'];

/** A server with its data folder; `kill` is SIGKILL, `start` again takes the same port and data. */
export class Server {
  data = mkdtempSync(join(tmpdir(), 'shogikan-browser-'));
  port = 0;
  assets = assets;
  process = null;
  log = '';
  ending = false;

  constructor(settings = []) {
    this.settings = settings;
  }

  /** The port of before may be taken for a moment: a page that tries to come back may get its number for its own end. */
  async start() {
    const again = this.port !== 0;
    for (const end = performance.now() + 30_000; ; await sleep(200))
      try {
        return await this.begin();
      } catch (error) {
        if (!again || !/in use/.test(error.message) || performance.now() > end) throw error;
        this.log = '';
      }
  }

  async begin() {
    const words = ['serve', '--port', String(this.port), '--data', this.data, '--assets', this.assets, ...this.settings];
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    this.ending = false;
    const killWithUs = () => child.kill('SIGKILL');
    process.once('exit', killWithUs);
    child.once('exit', () => process.off('exit', killWithUs));
    child.stderr.on('data', (text) => {
      this.log += text;
    });
    let out = '';
    await new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`the server said nothing: ${this.log}`)), 60_000);
      child.stdout.on('data', (text) => {
        out += text;
        const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(out)?.[1];
        if (!port) return;
        clearTimeout(timer);
        this.port = Number(port);
        done();
      });
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        fail(new Error(`the server ended with ${code}: ${this.log}`));
        if (!this.ending) console.error(`the server ended by itself, ${signal ?? code}:\n${this.log}`);
      });
    });
    return this;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async end(signal) {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.ending = true;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  kill() {
    return this.end('SIGKILL');
  }

  async stop() {
    await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Browsers whose devices get the page's service worker. */
const whole = new WeakSet();

/**
 * Chromium without the windows around it, and no service worker: half the processor time of the whole one, the same engine.
 * `whole`: with both, for what depends on them.
 */
export async function launch(more = [], options = {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? `/usr/bin/chromium${options.whole ? '' : '-headless-shell'}`,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
  if (options.whole) whole.add(browser);
  return browser;
}

/** Of a file of tests that calls hosted(): there from its first test to its last. */
export let server;
export let browser;

export function hosted(settings = [], options = {}) {
  before(async () => {
    server = await new Server(settings).start();
    browser = await launch([], options);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/** A small telephone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const usual = process.env.SHOGIKAN_DEVICE === 'phone' ? phone : { viewport: { width: 1280, height: 800 } };

/** A device of its own: cookies and storage of no other. Errors of its pages are kept in `page.errors`. */
export async function device(browser, server, options = {}) {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    serviceWorkers: whole.has(browser) ? 'allow' : 'block',
    ...usual,
    ...options,
  });
  context.setDefaultTimeout(60_000);
  if (options.javaScriptEnabled === false) scriptless.add(context);
  return tab(context);
}

/** Devices that run no script. */
const scriptless = new WeakSet();

/**
 * Until the page's own script has taken it over. The event `load` does not say so: the words of its language may come later, and
 * what is pressed before is done only then (early.js), the last of it alone.
 */
function alive(page) {
  return page.waitForFunction(
    () => document.querySelectorAll('script[type="module"]').length < 2 || 'alive' in document.documentElement.dataset,
  );
}

/** Until what was to be done after the page was drawn (Preact's effects) has been done: keys are listened to only then. */
export function drawn(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const later = () => setTimeout(() => setTimeout(done));
        requestAnimationFrame(later);
        setTimeout(later, 500); // where nothing is drawn, as in a tab behind others
      }),
  );
}

/** One more tab of a device. */
export async function tab(context) {
  const page = await context.newPage();
  page.errors = [];
  if (usual === phone) page.click = page.tap;
  const { goto, reload } = page;
  page.goto = async (url, how) => {
    const answer = await goto.call(page, url, how);
    if (!scriptless.has(context) && how?.waitUntil !== 'commit') await alive(page);
    return answer;
  };
  page.reload = async (how) => {
    const answer = await reload.call(page, how);
    await alive(page);
    return answer;
  };
  page.on('pageerror', (error) => page.errors.push(String(error)));
  page.on('console', (message) => {
    // A connection that the server's end cuts off, and a service worker that it cannot give, are reported by the browser
    // itself; the page copes with both.
    if (
      message.type() === 'error' &&
      !/WebSocket connection|ERR_CONNECTION_REFUSED|when fetching the script/.test(message.text())
    )
      page.errors.push(message.text());
  });
  return page;
}

/** A double click that is one, however long the page takes over the first half: the times are those of the events. */
export async function doubleClick(page, selector) {
  const place = page.locator(selector);
  await place.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await place.boundingBox();
  const mouse = await page.context().newCDPSession(page);
  const now = Date.now() / 1000;
  const send = (type, clickCount, after) =>
    mouse.send('Input.dispatchMouseEvent', {
      ...{ type, clickCount, button: clickCount ? 'left' : 'none', timestamp: now + after },
      ...{ x: x + width / 2, y: y + height / 2 },
    });
  await send('mouseMoved', 0, 0);
  await Promise.all([
    send('mousePressed', 1, 0.01),
    send('mouseReleased', 1, 0.03),
    send('mousePressed', 2, 0.12),
    send('mouseReleased', 2, 0.14),
  ]);
  await mouse.detach();
}

/** Opens a table from the first page; `options` are chosen in its form before. */
export async function open(page, act, game = 'shogi', options = {}) {
  await page.goto('/en/');
  if (Object.keys(options).length > 0) await page.click(`[data-act="options"][data-game="${game}"]`);
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`[data-section="${game}"] [data-option="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else {
      await field.fill(value);
      await field.blur();
    }
  }
  await page.click(`[data-act="${act}"][data-game="${game}"]`);
  await page.waitForSelector('[data-board]');
  await drawn(page);
  return page.url();
}

export async function joinTable(page, url) {
  await page.goto(url);
  await page.waitForSelector('[data-board]');
  await drawn(page);
}

export const sfen = (page) => page.getAttribute('[data-board]', 'data-sfen');
export const square = (name) => `[data-square="${name}"]`;

/** Waits until the server has confirmed so many plies. */
export function plies(page, count, options = {}) {
  return page.waitForFunction(
    (wanted) => Number(document.querySelector('[data-board]')?.getAttribute('data-sfen')?.split(' ')[3]) === wanted + 1,
    count,
    options,
  );
}

/** Where a move starts, goes through and ends, and whether it promotes. */
export function parts(usi) {
  const drop = /^([A-Z])\*(\d[a-z])$/.exec(usi);
  if (drop) return { from: null, letter: drop[1], middle: null, to: drop[2], promote: false };
  const squares = usi.match(/\d+[a-z]/g);
  return {
    from: squares[0],
    letter: null,
    middle: squares.length > 2 ? squares[1] : null,
    to: squares.at(-1),
    promote: usi.endsWith('+'),
  };
}

/** Plays one move with the mouse, as number `ply` of the game, and waits for the server. */
export async function play(page, usi, ply, side = ply % 2 === 1 ? 'b' : 'w') {
  const { from, letter, middle, to, promote } = parts(usi);
  await page.waitForFunction((wanted) => document.querySelector('[data-board]')?.getAttribute('data-turn') === wanted, side);
  const piece = side === 'b' ? letter : letter?.toLowerCase();
  const start = from ? square(from) : `[data-hand="${side}"] [data-piece="${piece}"]`;
  await page.waitForSelector(`${start}[data-mine]`); // not while an answer of the server is still to come
  await page.click(start);
  if (middle) {
    await page.waitForSelector(`${square(middle)}[data-legal]`);
    await page.click(square(middle));
  }
  await page.waitForSelector(`${square(to)}[data-legal]`);
  await page.click(square(to));
  const asked = await page.waitForFunction(
    (wanted) =>
      document.querySelector('[data-act="stop-here"]')
        ? 'stepped'
        : document.querySelector('[data-promote]')
          ? 'asked'
          : document.querySelectorAll('[data-ply]').length >= wanted
            ? 'played'
            : null,
    ply,
  );
  const answer = await asked.jsonValue();
  if (answer === 'stepped') await page.click('[data-act="stop-here"]');
  if (answer === 'asked') await page.click(`[data-promote="${promote ? 'yes' : 'no'}"]`);
  await plies(page, ply);
}

/** Both sides play a list of moves in turn; every page has seen each move before the next. */
export async function playAll(pages, moves, from = 0) {
  for (const [i, usi] of moves.entries()) {
    const ply = from + i + 1;
    await play(pages[(ply - 1) % pages.length], usi, ply);
    for (const page of pages) await plies(page, ply);
  }
}

/** The page tells searches where it stands, and where in every language: `rest` is behind the language, "rules/shogi/". */
export function saysItsPlace(answer, server, language, rest) {
  const links = answer.headers().link.split(', ');
  assert.equal(links[0], `<${server.url}/${language}/${rest}>; rel="canonical"`);
  for (const other of ['fr', 'en', 'ja'])
    assert.ok(links.includes(`<${server.url}/${other}/${rest}>; rel="alternate"; hreflang="${other}"`), `${rest} in ${other}`);
}

/** Waits until everything of a language is kept for the time without a network. */
export async function keptAll(page, language) {
  await page.goto(`/${language}/`);
  // Hundreds of files, behind everything else that the machine does.
  await page.waitForSelector(`html[data-offline-ready="${language}"]`, { state: 'attached', timeout: 600_000 });
}

export async function noErrors(...pages) {
  for (const page of pages) assert.deepEqual(page.errors, []);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, of whatever weight; with `rules`, by these only. */
export async function faults(page, rules = null) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Colours are looked at where they have come to, not on their way.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await page.evaluate(
    (only) =>
      window.axe.run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
      }),
    rules,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.html.slice(0, 120)}`).join(' | ')}`,
  );
}
