import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, noErrors, open, plies, server, square } from './house.mjs';

hosted([], { whole: true });

/** Plays any legal move that the board offers. */
async function anyMove(page) {
  const pieces = await page.locator('[data-square][data-mine]').evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
  for (const from of pieces.reverse()) {
    await page.click(square(from));
    const target = page.locator('[data-legal]').first();
    if ((await target.count()) === 0) {
      await page.keyboard.press('Escape');
      continue;
    }
    await target.click();
    if (await page.locator('[data-promote]').count()) await page.click('[data-promote="yes"]');
    return;
  }
  assert.fail('the board offers no move');
}

test('one person plays the computer, resigns, and plays again with the sides alternated', async () => {
  const page = await device(browser, server);
  await open(page, 'play-computer');
  for (let ply = 1; ply <= 9; ply += 2) {
    await page.waitForSelector('.status.yours');
    await anyMove(page);
    await plies(page, ply + 1); // the computer has answered
  }
  assert.ok((await page.locator('[data-ply]').count()) === 10);
  await page.click('[data-act="resign"]');
  await page.click('[data-act="confirm"]');
  await page.waitForSelector('[data-result][data-reason="resignation"][data-winner="w"]');
  await page.click('[data-act="again"]');
  // Now the computer is sente and begins.
  await plies(page, 1);
  assert.equal(await page.getAttribute('[data-board]', 'data-turn'), 'w');
  await anyMove(page);
  await plies(page, 3);
  await noErrors(page);
});
