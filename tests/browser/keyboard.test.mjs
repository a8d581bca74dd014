import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { device, launch, MATE, noErrors, parts, plies, Server } from './house.mjs';

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

/** Tabs until something that fits has the focus. */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the Tab key never reaches ${selector}`);
}

/** Arrow keys from the focused square to another. */
async function walk(page, to) {
  const from = await page.evaluate(() => document.activeElement?.dataset.square);
  const bottom = await page.locator('[data-square]').last().getAttribute('data-square');
  const towards = bottom === '1i' ? 1 : -1; // seen from sente, files fall to the right
  const files = (Number(from[0]) - Number(to[0])) * towards;
  const ranks = (to.charCodeAt(1) - from.charCodeAt(1)) * towards;
  for (let i = 0; i < Math.abs(files); i++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(ranks); i++) await page.keyboard.press(ranks > 0 ? 'ArrowDown' : 'ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.square), to);
}

test('a whole game by keyboard alone, from the first page to checkmate and to the next game', async () => {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  await sente.goto('/en/');
  await tabTo(sente, '[data-act="play-friend"]');
  await sente.keyboard.press('Enter');
  await sente.waitForSelector('[data-board]');
  await gote.goto(sente.url());
  await gote.waitForSelector('[data-board]');

  for (const [i, usi] of MATE.entries()) {
    const page = [sente, gote][i % 2];
    const { from, letter, to, promote } = parts(usi);
    await plies(page, i);
    if (from) {
      await tabTo(page, '[data-square]');
      await walk(page, from);
      await page.keyboard.press('Enter');
    } else {
      await tabTo(page, `[data-hand] [data-piece="${letter}"]`);
      await page.keyboard.press('Enter');
    }
    await walk(page, to);
    // The square says its name, what stands there, and that it can be chosen.
    assert.match(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      new RegExp(`^${to}, .*can be chosen$`),
    );
    await page.keyboard.press(i % 2 === 0 ? 'Enter' : 'Space');
    const answer = await page.waitForFunction(
      (ply) =>
        document.querySelector('[data-promote]:focus')
          ? 'ask'
          : document.querySelectorAll('[data-ply]').length === ply
            ? 'done'
            : null,
      i + 1,
    );
    if ((await answer.jsonValue()) === 'ask') {
      if (!promote) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
    }
    await plies(page, i + 1);
  }
  await gote.waitForSelector('[data-result][data-reason="checkmate"][data-winner="b"]');
  await gote.waitForFunction(() => /checkmate/i.test(document.querySelector('[data-said]')?.textContent ?? ''));
  for (const page of [gote, sente]) {
    await tabTo(page, '[data-act="again"]');
    await page.keyboard.press('Enter');
  }
  await plies(sente, 0);
  await noErrors(sente, gote);
});

test('Escape takes a choice back, and cancels the question of promotion', async () => {
  const page = await device(browser, server);
  await page.goto('/en/');
  await page.click('[data-act="play-friend"]');
  await page.waitForSelector('[data-board]');
  await tabTo(page, '[data-square]');
  await walk(page, '7g');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[data-legal]').count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[data-legal]').count(), 0);
  await noErrors(page);
});
