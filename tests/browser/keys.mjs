/* For the browser tests that use the keyboard alone: to get somewhere with Tab, over the board with the arrow keys, and to play. */
import assert from 'node:assert/strict';
import { parts, square } from './house.mjs';

/** Tabs until something that fits has the focus. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`the Tab key never reaches ${selector}`);
}

/** Arrow keys from the focused square to another. */
export async function walk(page, to) {
  const [from, bottom] = await page.evaluate(() => [
    document.activeElement?.dataset.square,
    [...document.querySelectorAll('[data-square]')].at(-1)?.dataset.square,
  ]);
  const towards = Number.parseInt(bottom, 10) === 1 ? 1 : -1; // seen from sente, files fall to the right
  const files = (Number.parseInt(from, 10) - Number.parseInt(to, 10)) * towards;
  const ranks = (to.charCodeAt(to.length - 1) - from.charCodeAt(from.length - 1)) * towards;
  for (let i = 0; i < Math.abs(files); i++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(ranks); i++) await page.keyboard.press(ranks > 0 ? 'ArrowDown' : 'ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.square), to);
}

/**
 * Makes a move: Tab to the board or the hand, arrow keys, `press`. Where a first step could go on, or promotion is a
 * choice, answers as the move says. `targets: false` where the square cannot be chosen, because the move is refused.
 */
export async function playByKeys(page, usi, { press = 'Enter', targets = true, hand = '[data-hand]' } = {}) {
  const { from, letter, middle, to, promote } = parts(usi);
  if (from) {
    await page.waitForSelector(`${square(from)}[data-mine]`);
    await tabTo(page, '[data-square]');
    await walk(page, from);
  } else {
    const piece = `${hand} [data-piece="${letter}"][data-mine]`;
    await page.waitForSelector(piece);
    await tabTo(page, piece);
  }
  await page.keyboard.press('Enter');
  for (const next of middle ? [middle, to] : [to]) {
    await walk(page, next);
    if (targets) await page.waitForSelector(`${square(next)}[data-legal]`);
    await page.keyboard.press(press);
  }
  // The board answers a key before the key is over: what is not there now does not come.
  const state = await page.evaluate(() =>
    document.querySelector('[data-act="stop-here"]') ? 'stepped' : document.querySelector('[data-promote]') ? 'asked' : '',
  );
  if (state === 'stepped') {
    await tabTo(page, '[data-act="stop-here"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${square(to)}:focus`);
  }
  if (state === 'asked') {
    await page.waitForSelector('[data-promote="yes"]:focus');
    if (!promote) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
  }
}
