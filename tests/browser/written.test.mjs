// What somebody is writing stays theirs, whatever comes in meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, drawn, hosted, joinTable, noErrors, open, server } from './house.mjs';

hosted();

test('a name typed while the page still learns of the one before', async () => {
  const anna = await device(browser, server);
  await anna.goto('/en/player/');
  await anna.waitForSelector('[data-name]');
  let release = () => {};
  const held = new Promise((done) => {
    release = done;
  });
  await anna.route('**/api/me', async (route) => {
    await held;
    await route.continue();
  });
  await anna.fill('[data-name]', 'Anna');
  await anna.click('[data-act="name"]');
  await anna.waitForSelector('[data-name-said]:not(:empty)');
  await anna.fill('[data-name]', 'Hanna');
  release();
  await anna.waitForFunction(() => document.querySelector('h1')?.textContent === 'Anna');
  await drawn(anna);
  assert.equal(await anna.inputValue('[data-name]'), 'Hanna');
  await anna.click('[data-act="name"]');
  await anna.waitForFunction(() => document.querySelector('h1')?.textContent === 'Hanna');
  await noErrors(anna);
  await anna.context().close();
});

test('a line begun before the one before has arrived', async () => {
  const anna = await device(browser, server);
  const ben = await device(browser, server);
  await joinTable(ben, await open(anna, 'play-friend'));
  await anna.fill('[data-chat-field]', 'First');
  // In one go: the answer of the server cannot come in between.
  await anna.evaluate(() => {
    document.querySelector('[data-act="chat-send"]').click();
    const field = document.querySelector('[data-chat-field]');
    field.value = 'Sec';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
  await anna.waitForFunction(() => document.querySelector('[data-chat-line]')?.textContent.includes('First'));
  await drawn(anna);
  assert.equal(await anna.inputValue('[data-chat-field]'), 'Sec');
  await anna.fill('[data-chat-field]', 'Second');
  await anna.click('[data-act="chat-send"]');
  await anna.waitForFunction(() => document.querySelector('[data-chat]')?.textContent.includes('Second'));
  await anna.waitForFunction(() => document.querySelector('[data-chat-field]').value === '');
  await noErrors(anna, ben);
  await Promise.all([anna.context().close(), ben.context().close()]);
});

test('a number begun in the settings while somebody comes in', async () => {
  const anna = await device(browser, server);
  const ben = await device(browser, server);
  const table = await open(anna, 'play-friend');
  await anna.waitForSelector('[data-agreed] [data-option="move_limit"]', { state: 'attached' });
  await anna.evaluate(() => {
    const field = document.querySelector('[data-agreed] [data-option="move_limit"]');
    for (let fold = field.closest('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
    field.focus();
    field.select();
  });
  await anna.keyboard.type('20');
  await joinTable(ben, table);
  await anna.waitForFunction(() => document.querySelector('[data-seat="w"] .who')?.textContent === 'Guest');
  await drawn(anna);
  assert.equal(await anna.inputValue('[data-agreed] [data-option="move_limit"]'), '20');
  await anna.keyboard.type('0');
  await anna.keyboard.press('Tab');
  await ben.waitForSelector('[data-agreed] [data-setting="move_limit"][data-value="200"]', { state: 'attached' });
  await noErrors(anna, ben);
  await Promise.all([anna.context().close(), ben.context().close()]);
});
