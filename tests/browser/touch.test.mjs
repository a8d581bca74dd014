import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, plies, server, square } from './house.mjs';

hosted();

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
  // Taps that follow at once, on the very place of the answer, do nothing. The page's clock stands, so that "at once" does
  // not depend on how fast this machine is.
  await sente.clock.install();
  await sente.clock.pauseAt(Date.now() + 60_000);
  await sente.tap(square('2b'));
  await sente.waitForSelector('[data-promote="yes"]', { state: 'attached' });
  const box = await sente.locator('[data-promote="no"]').boundingBox();
  await sente.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal(await sente.locator('[data-promote]').count(), 2);
  assert.equal(await sente.locator('[data-ply]').count(), 2);
  await sente.clock.resume();
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

test('a piece is carried by a finger, from the board and from the hand', async () => {
  const sente = await device(browser, server, phone);
  const gote = await device(browser, server, phone);
  await joinTable(gote, await open(sente, 'play-friend'));
  const carry = async (page, from, to, ply) => {
    await page.waitForSelector(`${from}[data-mine]`);
    const finger = await page.context().newCDPSession(page);
    const middle = async (selector) => {
      const { x, y, width, height } = await page.locator(selector).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const start = await middle(from);
    const end = await middle(to);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
    for (let i = 1; i <= 5; i++)
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: start.x + ((end.x - start.x) * i) / 5, y: start.y + ((end.y - start.y) * i) / 5 }],
      });
    assert.equal(await page.locator('.ghost').count(), 1, 'the piece hangs on the finger');
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    assert.equal(await page.locator('.ghost').count(), 0);
    await plies(page, ply);
  };
  await carry(sente, square('2g'), square('2f'), 1);
  await carry(gote, square('2c'), square('2d'), 2);
  await carry(sente, square('2f'), square('2e'), 3);
  await carry(gote, square('2d'), square('2e'), 4);
  await carry(sente, square('2h'), square('2e'), 5);
  await carry(gote, '[data-hand="w"] [data-piece="p"]', square('2d'), 6);
  assert.equal(await sente.getAttribute(square('2d'), 'data-piece'), 'p');
  assert.equal(await sente.evaluate(() => window.scrollY), 0);
  await noErrors(sente, gote);
});

test('a finger is told what the buttons without words did, and nothing moves for it', async () => {
  const page = await device(browser, server, phone);
  await open(page, 'play-friend');
  const buttons = page.locator('[data-act="pieces"], [data-act="board"], [data-act="flip"], [data-act="sound"]');
  assert.equal(await buttons.count(), 4);
  for (let i = 0; i < 4; i++) {
    const button = buttons.nth(i);
    const label = await button.getAttribute('aria-label');
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.tap();
    await page.waitForSelector(`[data-did]:text-is("${label}")`);
    const told = await page.locator('[data-did]').boundingBox();
    assert.ok(told.x >= 0 && told.x + told.width <= 320 && told.y + told.height <= 640, JSON.stringify(told));
    assert.deepEqual(await button.boundingBox(), before);
  }
  await page.waitForSelector('[data-did]', { state: 'detached' });
  await noErrors(page);
  await page.context().close();
});
