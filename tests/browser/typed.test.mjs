// A move can be typed: at a table, in a game on this device, in a lesson and in a problem; and what is not legal is explained.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browser, device, drawn, faults, hosted, joinTable, noErrors, open, phone, plies, server, sfen } from './house.mjs';

hosted();

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const focused = (page, selector) => page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

const said = (page, text) =>
  page.waitForFunction((wanted) => document.querySelector('[data-said]')?.textContent === wanted, text);

/** Types into the field, which has the focus. */
async function type(page, text) {
  await focused(page, '[data-typed-field]');
  await page.fill('[data-typed-field]', text);
  await page.keyboard.press('Enter');
}

test('at a table, by keys alone: in several notations, chosen from several, explained, and remembered as open', async () => {
  const [sente, gote] = [await device(browser, server), await device(browser, server)];
  await joinTable(gote, await open(sente, 'play-friend'));
  for (const page of [sente, gote]) {
    await page.keyboard.press('t');
    await focused(page, '[data-typed-field]');
  }
  assert.match(await sente.textContent('#typed-hint'), /\d[a-i]\d[a-i] or [A-Z]-\d[a-i]/);
  await type(sente, '7g7f');
  await plies(sente, 1);
  await said(gote, 'sente: pawn to 7f.');
  await type(gote, 'P-3d');
  await plies(gote, 2);

  // Not legal: the words of the rule, in the field's own place that it is not possible, and what was typed stays.
  await type(sente, 'bishop 2c');
  await sente.waitForSelector('[data-why][data-rule="not_reachable"]');
  await sente.waitForSelector('[data-typed="refused"]');
  assert.equal(await sente.getAttribute('[data-typed-field]', 'aria-invalid'), 'true');
  assert.equal(await sente.inputValue('[data-typed-field]'), 'bishop 2c');
  await type(sente, 'anything');
  await sente.waitForSelector('#typed-said:has-text("“anything” is not understood")');

  // Whether the bishop promotes was not said.
  await type(sente, '8h2b');
  await focused(sente, '[data-typed="choice"] [data-usi="8h2b+"]');
  assert.match(await sente.textContent('[data-usi="8h2b+"]'), /Bx2b\+ bishop from 8h to 2b, promotes/);
  assert.match(await sente.textContent('[data-usi="8h2b"]'), /Bx2b= bishop from 8h to 2b, does not promote/);
  assert.deepEqual(await faults(sente), []);
  await sente.keyboard.press('Escape');
  await focused(sente, '[data-typed-field]');
  assert.equal(await sente.locator('[data-typed="choice"]').count(), 0);
  await type(sente, '8h2b');
  await focused(sente, '[data-usi="8h2b+"]');
  await sente.keyboard.press('Enter');
  await plies(sente, 3);
  await type(sente, '2b3a');
  await sente.waitForSelector('[data-why][data-rule="wrong_turn"]');
  await sente.waitForSelector('[data-typed="now"]');
  await type(gote, '22銀');
  await plies(gote, 4);
  await type(sente, 'B*5e');
  await plies(sente, 5);
  await said(gote, 'sente: bishop dropped on 5e.');

  await sente.reload();
  await sente.waitForSelector('[data-typed-field]');
  await noErrors(sente, gote);
});

test('the shortcuts of one letter can be switched off, and ? lists the keys', async () => {
  const page = await device(browser, server);
  await open(page, 'play-friend');
  await page.keyboard.press('?');
  await focused(page, '[data-keyboard] h2');
  assert.match(await page.textContent('[data-keyboard] dl'), /Esc\s*puts the piece down/);
  const bottom = () => page.locator('[data-square]').last().getAttribute('data-square');
  assert.equal(await bottom(), '1i');
  await page.keyboard.press('f');
  assert.equal(await bottom(), '9a');
  await page.uncheck('[data-act="single-keys"]');
  await page.click('[data-act="keyboard"]');
  for (const key of ['f', 't', '?']) await page.keyboard.press(key);
  assert.equal(await bottom(), '9a');
  assert.equal(await page.locator('[data-keyboard]').count(), 0);
  await noErrors(page);
});

test('in a lesson and in a problem the answer can be typed, in the language of the page', async () => {
  const page = await device(browser, server, { ...phone, locale: 'ja-JP' });
  await page.goto('/ja/learn/shogi/');
  await page.click('[data-act="begin"]:enabled');
  await page.waitForSelector('[data-board]');
  await drawn(page);
  await page.keyboard.press('t');
  await type(page, '５六歩');
  await page.waitForFunction(() => document.querySelector('[data-square="5f"][data-piece="P"][data-mine]'));
  await type(page, '歩 ５五');
  await page.waitForSelector('[data-lesson] [data-solved]');
  assert.deepEqual(await faults(page), []);

  const { problems } = json('games/chu/web/problems.json');
  await page.goto('/en/problems/chu/');
  await page.click('[data-act="begin"]:enabled');
  await page.waitForSelector('[data-typed-field]');
  const shown = problems.find(({ id }) => id === problems[0].id);
  assert.ok((await sfen(page)).startsWith(shown.sfen.split(' ')[0]));
  await page.focus('[data-typed-field]');
  await type(page, '12l1a');
  await page.waitForSelector('[data-said="refused"]');
  await type(page, Object.keys(shown.moves)[0]);
  await page.waitForSelector('[data-problem][data-solved]');
  assert.deepEqual(await faults(page), []);
  await noErrors(page);
});
