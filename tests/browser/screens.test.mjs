// axe finds no fault on the first page, on pages to read and on those of players, in any theme. Boards: screens_board, screens_table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, faults, hosted, noErrors, server } from './house.mjs';
import { Screens } from './themes.mjs';

const GAMES = ['shogi', 'chu', 'hasami', 'annan'];
const LANGUAGES = ['fr', 'en', 'ja'];
hosted();

test('axe is asked for what is promised: names, contrast, sizes of targets', async () => {
  const page = await device(browser, server);
  await page.goto('/en/privacy/');
  await page.evaluate(() => {
    const bad = document.createElement('p');
    bad.append(...[1, 2, 3].map(() => document.createElement('button')));
    bad.append('pale');
    // Not within a line of text, where small targets are allowed.
    Object.assign(bad.style, { color: '#ddd', display: 'flex' });
    document.querySelector('main').prepend(bad);
    for (const button of bad.querySelectorAll('button'))
      Object.assign(button.style, { width: '12px', height: '12px', padding: 0 });
  });
  const found = (await faults(page)).map((fault) => fault.split(':')[0]);
  for (const id of ['button-name', 'color-contrast', 'target-size']) assert.ok(found.includes(id), `${id}: ${found}`);
});

test('first page, with options and while an opponent is looked for', async () => {
  const page = await device(browser, server);
  const screens = new Screens();
  for (const language of LANGUAGES) {
    await page.goto(`/${language}/`);
    await page.locator('[data-lobby]').scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-lobby][data-link="open"]');
    await screens.look(page, `first page, ${language}`, language === 'fr');
  }
  for (const game of GAMES) await page.click(`[data-act="options"][data-game="${game}"]`);
  await screens.look(page, 'options of all games');
  await page.click('[data-act="pair"][data-game="shogi"]');
  await page.waitForSelector('[data-waiting]');
  await screens.look(page, 'looking for an opponent');
  await page.goto('/en/');
  await page.setViewportSize({ width: 360, height: 740 });
  await screens.look(page, 'first page, 360 px', false);
  assert.deepEqual(screens.found, []);
  await noErrors(page);
});

test('pages to read: rules, glossary, privacy, what is not there, what is shown without a network', async () => {
  const page = await device(browser, server);
  const screens = new Screens();
  for (const path of [...GAMES.map((game) => `rules/${game}/`), 'glossary/', 'privacy/', 'nothere/', 'offline.html'])
    for (const [i, language] of LANGUAGES.entries()) {
      await page.goto(`/${language}/${path}`);
      await screens.look(page, `${path} ${language}`, i === 0);
    }
  await page.goto('/t/nothere');
  await page.waitForSelector('[role=alert]');
  await screens.look(page, 'no table');
  assert.deepEqual(screens.found, []);
});

test('players: one’s own page with its questions, somebody’s, nobody’s, and the lists', async () => {
  const page = await device(browser, server);
  const screens = new Screens();
  for (const language of LANGUAGES) {
    await page.goto(`/${language}/player/`);
    await page.waitForSelector('[data-name]');
    await screens.look(page, `own page, ${language}`, language === 'fr');
  }
  await page.fill('[data-name]', 'Anna');
  await page.click('[data-act="name"]');
  await page.waitForSelector('[data-name-said]:not(:empty)');
  await page.click('[data-act="transfer"]');
  await page.waitForSelector('[data-code]');
  await page.click('[data-act="forget"]');
  await page.waitForSelector('[data-act="forget-yes"]');
  await screens.look(page, 'own page, with a code and a question');
  await page.goto('/en/player/nobodynobody');
  await page.waitForSelector('[data-nobody]');
  await screens.look(page, 'nobody');
  for (const game of GAMES) {
    await page.goto(`/en/ratings/${game}/`);
    await page.waitForSelector('[data-leaderboard]');
    await screens.look(page, `ratings ${game}`, game === 'shogi');
  }
  assert.deepEqual(screens.found, []);
});
