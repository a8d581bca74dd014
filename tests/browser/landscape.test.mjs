// Telephones on their side: the whole board and what one needs beside it are on one screen, and the board stays there
// while the page scrolls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, server } from './house.mjs';

hosted();

/** `least`: the control that must be on the screen with the board. */
async function fits(page, least, where) {
  const seen = async (selector) => {
    const box = await page.locator(selector).first().boundingBox();
    return { ...box, bottom: box.y + box.height, right: box.x + box.width };
  };
  const { width, height } = page.viewportSize();
  const onScreen = ({ x, y, right, bottom }) => x >= 0 && y >= 0 && right <= width && bottom <= height;
  for (const selector of ['[data-board]', '.top', least])
    assert.ok(onScreen(await seen(selector)), `${where}: ${selector} ${JSON.stringify(await seen(selector))}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, where);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  assert.ok(onScreen(await seen('[data-board]')), `${where}, at the end of the page`);
}

for (const [width, height] of [
  [667, 375],
  [740, 360],
  [844, 390],
])
  test(`a telephone of ${width} × ${height}`, async () => {
    const telephone = { viewport: { width, height }, hasTouch: true, isMobile: true };
    for (const game of ['shogi', 'chu']) {
      const page = await device(browser, server, telephone);
      await page.goto(`/fr/learn/${game}/`);
      await page.tap('[data-act="begin"]:enabled');
      await page.waitForSelector('[data-board]');
      await fits(page, '.lesson-actions', `lesson, ${game}`);
      await page.goto(`/fr/problems/${game}/`);
      await page.tap('[data-act="begin"]:enabled');
      await page.waitForSelector('[data-board]');
      await fits(page, '.lesson-actions', `problem, ${game}`);
      await page.goto(`/fr/play/${game}/`);
      await page.tap('[data-act="here-two"]');
      await page.waitForSelector('[data-board]');
      await fits(page, '[data-act="resign"]', `on this device, ${game}`);
      const friend = await device(browser, server, telephone);
      await joinTable(friend, await open(page, 'play-friend', game));
      await friend.waitForSelector('[data-act="resign"]');
      await fits(friend, '[data-act="resign"]', `table, ${game}`);
      await noErrors(page, friend);
      await page.context().close();
      await friend.context().close();
    }
  });
