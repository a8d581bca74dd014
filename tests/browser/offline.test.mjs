// Games on this device, without a server: the same table, kept after every move; and all of it without a network.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  browser,
  device,
  faults,
  hosted,
  keptAll,
  MATE,
  noErrors,
  parts,
  plies,
  Server,
  server,
  sfen,
  square,
} from './house.mjs';

hosted([], { whole: true });

/** Plays a move by taps or clicks on the page's own board; `answered` plies follow by themselves. */
async function move(page, usi, ply, answered = 0) {
  const { from, letter, to, promote } = parts(usi);
  const side = (await page.getAttribute('[data-board]', 'data-turn')) ?? 'b';
  const press = (selector) => (page.touch ? page.tap(selector) : page.click(selector));
  await press(from ? square(from) : `[data-hand="${side}"] [data-piece="${side === 'b' ? letter : letter.toLowerCase()}"]`);
  await page.waitForSelector(`${square(to)}[data-legal]`);
  await press(square(to));
  const asked = await page.waitForFunction(
    (wanted) =>
      document.querySelector('[data-promote]')
        ? 'asked'
        : document.querySelectorAll('[data-ply]').length >= wanted
          ? 'played'
          : null,
    ply,
  );
  if ((await asked.jsonValue()) === 'asked') await press(`[data-promote="${promote ? 'yes' : 'no'}"]`);
  await plies(page, ply + answered);
}

/** Two people play to mate, leave, come back, and save the record. */
async function two(page) {
  await page.goto('/en/play/shogi/');
  await page.click('[data-act="here-two"]');
  await page.waitForSelector('[data-board]');
  for (const [i, usi] of MATE.slice(0, 4).entries()) await move(page, usi, i + 1);
  const half = await sfen(page);
  await page.reload();
  await page.waitForSelector('[data-board]');
  assert.equal(await sfen(page), half, 'a reload goes on');
  await page.goto('/en/play/shogi/');
  await page.click('[data-kept] [data-act="continue"]');
  await page.waitForSelector('[data-board]');
  assert.equal(await sfen(page), half, 'and so does coming back');
  for (const [i, usi] of MATE.slice(4).entries()) await move(page, usi, i + 5);
  assert.equal(await page.getAttribute('[data-result]', 'data-reason'), 'checkmate');
  assert.equal(await page.getAttribute('[data-result]', 'data-winner'), 'b');
  await page.click('[data-act="record"]');
  await page.selectOption('[data-act="record-format"]', 'usi');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-act="save-record"]')]);
  assert.ok(readFileSync(await download.path(), 'utf8').includes(MATE.join(' ')), 'the record has every move');
}

test('two people at one device play to mate, and lose nothing by leaving', async () => {
  const page = await device(browser, server);
  await two(page);
  assert.deepEqual(await faults(page), []);
  await page.click('[data-act="takeback"]');
  await plies(page, MATE.length - 1);
  assert.equal(await page.locator('[data-result]').count(), 0);
  await page.click('[data-act="games-here"]');
  assert.equal(await page.locator('[data-kept]').count(), 1);
  assert.deepEqual(await faults(page), []);
  await page.click('[data-act="drop"]');
  await page.click('[data-act="drop-yes"]');
  await page.waitForSelector('[data-kept]', { state: 'detached' });
  await noErrors(page);
  await page.context().close();
});

for (const game of ['shogi', 'chu', 'hasami', 'annan'])
  test(`${game}: the computer answers on this device`, async () => {
    const page = await device(browser, server);
    await page.goto(`/fr/play/${game}/`);
    await page.click('[data-act="options-computer"]');
    await page.fill('[data-option="level"]', '2');
    await page.locator('[data-option="level"]').blur();
    await page.selectOption('[data-option="own_side"]', 'w');
    await page.click('[data-act="here-computer"]');
    await plies(page, 1);
    assert.equal(await page.getAttribute('[data-board]', 'data-turn'), 'w');
    assert.match(await page.textContent('[data-seat="b"]'), /niveau 2/);
    await noErrors(page);
    await page.context().close();
  });

test('the board turns to whoever moves, a handicap is chosen, and why not is said', async () => {
  const page = await device(browser, server);
  await page.goto('/ja/play/shogi/');
  await page.click('[data-act="options-two"]');
  await page.selectOption('[data-option="turn_board"]', 'on');
  const handicap = page.locator('[data-option="handicap"]');
  await handicap.selectOption({ index: 1 });
  await page.click('[data-act="here-two"]');
  await page.waitForSelector('[data-board]');
  assert.equal(await page.getAttribute('[data-board]', 'data-turn'), 'w', 'gote moves first with a handicap');
  const top = async (name) => (await page.locator(square(name)).boundingBox()).y;
  assert.ok((await top('5a')) > (await top('5i')), 'the board faces gote');
  await page.click(square('5a'));
  await page.click(square('5e'));
  await page.waitForSelector('[data-why]');
  await move(page, '3c3d', 1);
  assert.ok((await top('5a')) < (await top('5i')), 'the board faces sente');
  await noErrors(page);
  await page.context().close();
});

/** A file of the build is what it is said to be: a PNG says its size in its head. */
async function isPicture(address, type, sizes) {
  const response = await fetch(server.url + address);
  assert.equal(response.status, 200, address);
  assert.equal(response.headers.get('content-type'), type);
  if (type !== 'image/png') return;
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, address);
}

test('the worker is not kept by any cache, and what a system needs to install the page is there', async () => {
  const worker = await fetch(`${server.url}/sw.js`);
  assert.equal(worker.status, 200);
  assert.match(worker.headers.get('content-type'), /^text\/javascript/);
  assert.equal(worker.headers.get('cache-control'), 'no-cache');
  for (const language of ['fr', 'en', 'ja']) {
    const response = await fetch(`${server.url}/${language}/app.webmanifest`);
    assert.match(response.headers.get('content-type'), /^application\/manifest\+json/);
    const { start_url, lang, icons, shortcuts } = await response.json();
    assert.deepEqual([start_url, lang], [`/${language}/`, language]);
    assert.equal(shortcuts.length, 4);
    for (const { url } of shortcuts) assert.equal((await fetch(server.url + url)).status, 200, url);
    const points = icons.filter(({ type }) => type === 'image/png').map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    assert.deepEqual(points.sort(), ['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable']);
    for (const { src, type, sizes } of icons) await isPicture(src, type, sizes);
    const page = await (await fetch(`${server.url}/${language}/`)).text();
    await isPicture(/<link rel="apple-touch-icon" href="([^"]+)">/.exec(page)[1], 'image/png', '180x180');
  }
});

test('without network and server: pages, a lesson, the computer, two people, a record', async () => {
  const own = await new Server().start();
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const page = await device(browser, own, phone);
  page.touch = true;
  await keptAll(page, 'en');
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all((await cache.keys()).map(async (key) => [new URL(key.url).pathname, await cache.match(key)]));
      }),
    );
    return all.flat().map(([path, response]) => [path, response.status, response.headers.get('set-cookie')]);
  });
  assert.ok(stored.length > 50);
  for (const [path, status, cookie] of stored) {
    assert.equal(status, 200, path);
    assert.equal(cookie, null, path);
    assert.doesNotMatch(path, /^\/(ws|t\/|g\/|healthz|metrics)/);
  }
  await page.context().setOffline(true);
  await own.kill();

  await page.goto('/en/');
  await page.waitForSelector('[data-offline]');
  assert.deepEqual(await faults(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.goto('/');
  assert.equal(new URL(page.url()).pathname, '/en/');
  await page.goto('/en/rules/shogi');
  assert.equal(new URL(page.url()).pathname, '/en/rules/shogi/');
  for (const path of ['/t/abcdefgh', '/g/abcdefgh', '/nothing']) {
    const response = await page.goto(path);
    assert.equal(response.status(), 503);
    await page.waitForSelector('[data-no-network]');
  }
  assert.deepEqual(await faults(page), []);
  await page.goto('/en/rules/chu/');
  await page.waitForSelector('[data-rules="chu"] img, [data-rules="chu"] svg');
  await page.goto('/en/learn/hasami/');
  await page.tap('[data-act="begin"]:enabled');
  await page.waitForSelector('[data-board]');
  await two(page);

  await page.goto('/en/play/chu/');
  await page.tap('[data-act="here-computer"]');
  await page.waitForSelector('[data-board]');
  await move(page, '7i7h', 1, 1);
  assert.deepEqual(await faults(page), []);
  // Words of the browser about what it could not fetch are not the page's.
  assert.deepEqual(
    page.errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|503/.test(text)),
    [],
  );

  await page.context().setOffline(false);
  await own.start();
  await page.goto('/en/');
  await page.waitForSelector('[data-offline]', { state: 'detached' });
  await page.context().close();
  await own.stop();
});

test('a new build is offered, used when the viewer says so, and takes nothing away', async () => {
  const own = await new Server().start();
  const page = await device(browser, own);
  await keptAll(page, 'fr');
  const before = await page.evaluate(() => caches.keys());
  assert.equal(before.length, 1);
  await page.goto('/fr/play/shogi/');
  await page.click('[data-act="here-two"]');
  await page.waitForSelector('[data-board]');
  await move(page, '7g7f', 1);

  const next = mkdtempSync(join(tmpdir(), 'shogikan-next-'));
  cpSync(own.assets, next, { recursive: true });
  const worker = readFileSync(join(next, 'sw.js'), 'utf8');
  const version = before[0].slice('shogikan '.length);
  assert.ok(worker.includes(version));
  writeFileSync(join(next, 'sw.js'), worker.replace(version, 'next'));
  for (const coding of ['br', 'gz']) rmSync(join(next, `sw.js.${coding}`));
  await own.kill();
  own.assets = next;
  await own.start();

  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.waitForSelector('[data-update]:not([hidden])');
  assert.deepEqual(await faults(page), []);
  await move(page, '3c3d', 2); // nothing was reloaded
  assert.deepEqual(await page.evaluate(() => caches.keys()), [before[0], 'shogikan next']);
  await page.click('[data-act="later"]');
  await page.waitForSelector('[data-update]', { state: 'hidden' });
  await page.reload(); // the old one is still in use, so it is offered again
  await page.waitForSelector('[data-update]:not([hidden])');
  await Promise.all([page.waitForEvent('load'), page.click('[data-act="update"]')]);
  await plies(page, 2);
  assert.equal(await page.locator('[data-update]:not([hidden])').count(), 0);
  await page.context().setOffline(true);
  await own.kill();
  await page.reload();
  await plies(page, 2);
  await page.context().close();
  await own.stop();
  rmSync(next, { recursive: true });
});
