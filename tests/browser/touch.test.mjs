import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { device, joinTable, launch, noErrors, open, plies, Server, square } from './house.mjs';

let server;
let browser;
before(async () => {
  server = await new Server().start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

test('a promotion by touch on a phone of 320 px: the tap that asks does not answer', async () => {
  const sente = await device(browser, server, phone);
  const gote = await device(browser, server, phone);
  await joinTable(gote, await open(sente, 'play-friend'));
  const move = async (page, from, to, ply) => {
    await page.waitForSelector(`${square(from)}[data-mine]`);
    await page.tap(square(from));
    await page.tap(square(to));
    await plies(page, ply);
  };
  await move(sente, '7g', '7f', 1);
  await move(gote, '3c', '3d', 2);

  await sente.waitForSelector(`${square('8h')}[data-mine]`);
  await sente.tap(square('8h'));
  await sente.tap(square('2b'));
  await sente.waitForSelector('[data-promote="yes"]');
  // Taps that follow at once, on the very place of the answer, do nothing.
  const box = await sente.locator('[data-promote="no"]').boundingBox();
  await sente.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal(await sente.locator('[data-promote]').count(), 2);
  assert.equal(await sente.locator('[data-ply]').count(), 2);
  // The question lies inside the screen.
  for (const answer of ['yes', 'no']) {
    const { x, y, width, height } = await sente.locator(`[data-promote="${answer}"]`).boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= 320 && y + height <= 640, `${answer}: ${x} ${y} ${width} ${height}`);
    assert.ok(width >= 44 && height >= 44, 'large enough for a finger');
  }
  await sente.waitForSelector('[data-promote="yes"]:enabled');
  await sente.tap('[data-promote="yes"]');
  await plies(gote, 3);
  assert.equal(await gote.getAttribute(square('2b'), 'data-piece'), '+B');

  // A tap outside cancels, and the piece stays where it was.
  await move(gote, '3a', '2b', 4);
  await sente.waitForSelector('[data-hand="b"] [data-piece="B"][data-mine]');
  await sente.tap('[data-hand="b"] [data-piece="B"]');
  await sente.tap(square('5e'));
  await plies(sente, 5);
  await move(gote, '9c', '9d', 6);
  await sente.waitForSelector(`${square('5e')}[data-mine]`);
  await sente.tap(square('5e'));
  await sente.tap(square('3c'));
  await sente.waitForSelector('[data-promote="yes"]:enabled');
  await sente.tap(square('9i'));
  await sente.waitForSelector('[data-promote]', { state: 'detached' });
  assert.equal(await sente.getAttribute(square('5e'), 'data-piece'), 'B');

  for (const page of [sente, gote])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling');
  await noErrors(sente, gote);
});
