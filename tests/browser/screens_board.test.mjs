// axe finds no fault in lessons, problems, records and games on this device, in any theme.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, drawn, hosted, noErrors, server, square } from './house.mjs';
import { Screens } from './themes.mjs';

const GAMES = ['shogi', 'chu', 'hasami', 'annan'];
const LANGUAGES = ['fr', 'en', 'ja'];
hosted();

test('lessons and problems of each game: before, on the board, with what is said, and after', async () => {
  const page = await device(browser, server);
  const screens = new Screens();
  for (const [i, game] of GAMES.entries()) {
    const language = LANGUAGES[i % 3];
    await page.goto(`/${language}/learn/${game}/`);
    await page.waitForSelector('[data-act="begin"]:enabled');
    await screens.look(page, `lesson ${game}, before`);
    await page.click('[data-act="begin"]');
    await page.waitForSelector('[data-board]');
    await page.click('[data-act="hint"]');
    await page.waitForSelector('[data-said="hint"]');
    await page.waitForSelector('.hinted');
    await screens.look(page, `lesson ${game}, a hint`);
    await page.click('[data-act="solution"]');
    await page.waitForSelector('[data-said="shown"]');
    await page.keyboard.press('t');
    await page.waitForSelector('[data-typed-field]');
    await screens.look(page, `lesson ${game}, shown`);
    await page.click('[data-act="keyboard"]');
    await page.locator('[data-act="step"]').last().click();
    await page.click('[data-act="skip"]');
    await page.waitForSelector('[data-finish]');
    await screens.look(page, `lesson ${game}, after`);

    await page.goto(`/${language}/problems/${game}/`);
    await page.waitForSelector('[data-act="begin"]:enabled');
    await screens.look(page, `problems ${game}, before`);
    await page.click('[data-act="begin"]');
    await page.waitForSelector('[data-board]');
    await page.click('[data-act="hint"]');
    await page.waitForSelector('.hinted');
    await screens.look(page, `problem ${game}, a hint`);
    await page.click('[data-act="solution"]');
    await page.waitForSelector('[data-said="showing"], [data-said="shown"]');
    await screens.look(page, `problem ${game}, shown`);
  }
  assert.deepEqual(screens.found, []);
  await noErrors(page);
});

test('records: to be opened, opened, and one with a fault', async () => {
  const page = await device(browser, server);
  const screens = new Screens();
  for (const language of LANGUAGES) {
    await page.goto(`/${language}/record/`);
    await screens.look(page, `record, ${language}`, language === 'fr');
  }
  const text = '手合割：平手\n先手：山田\n*はじめに\n   1 ７六歩(77)   ( 0:12/00:00:12)\n*よい手\n   2 ３四歩(33)\n   3 投了\n';
  await page.fill('[data-record-text]', text.replace('３四歩(33)', '５五玉(51)'));
  await page.click('[data-act="open-record"]');
  await page.waitForSelector('[data-fault]');
  await screens.look(page, 'a record with a fault');
  await page.fill('[data-record-text]', text);
  await page.click('[data-act="open-record"]');
  await page.waitForSelector('[data-board]');
  await drawn(page);
  await page.keyboard.press('?');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('[data-comment]');
  await page.click('[data-act="legend"]');
  await screens.look(page, 'a record with a comment, the legend and the keys');
  await page.click('[data-act="record"]');
  await page.waitForSelector('[data-save]');
  await screens.look(page, 'a record to be saved');
  await page.click('[data-act="record"]');
  await page.click('[data-act="analyse"]');
  await page.waitForSelector('[data-analysis="complete"]', { timeout: 600_000 });
  await screens.look(page, 'a record, looked through by the engine');
  assert.deepEqual(screens.found, []);
});

test('games on this device: before, under way with a card and the kept ones, in every set of pieces', async () => {
  const page = await device(browser, server);
  const screens = new Screens();
  for (const game of GAMES) {
    await page.goto(`/fr/play/${game}/`);
    await page.waitForSelector('[data-act="here-two"]:enabled');
    await page.click('[data-act="options-two"]');
    await screens.look(page, `${game} here, before`);
    await page.click('[data-act="here-two"]');
    await page.waitForSelector('[data-board]');
    await page.locator('.cell[data-mine]').first().focus();
    await page.keyboard.press('m');
    await page.waitForSelector('[data-movement]');
    await screens.look(page, `${game} here, a card`);
    await page.click('[data-act="pieces"]');
    await screens.look(page, `${game} here, other pieces`, false);
    await page.click('[data-act="pieces"]');
    await screens.look(page, `${game} here, pictures of movements`, false);
    const [from, to] = { shogi: ['7g', '7f'], chu: ['7j', '7h'], hasami: ['5i', '5d'], annan: ['1g', '1f'] }[game];
    await page.click(square(from));
    await page.click(square(to));
    await page.waitForSelector('[data-ply="1"]');
    await page.click('[data-act="games-here"]');
    await page.click('[data-act="drop"]');
    await page.waitForSelector('[data-act="drop-yes"]');
    await screens.look(page, `${game} here, kept`);
  }
  assert.deepEqual(screens.found, []);
  await noErrors(page);
});
