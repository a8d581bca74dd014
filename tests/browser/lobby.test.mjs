// The lobby on the first page: looking for an opponent, open tables, games being played.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, faults, hosted, noErrors, open, play, plies, Server, server, tab } from './house.mjs';

hosted();

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const pressed = (page, selector) => (page.phone ? page.tap(selector) : page.click(selector));

async function visitor(options = {}) {
  const page = await device(browser, server, options);
  page.phone = options.hasTouch === true;
  await page.goto('/en/');
  return page;
}

async function look(page, { game = 'shogi', turn = '30', rated = false } = {}) {
  const choose = (name, value) => pressed(page, `label:has([data-pair="${name}"][value="${value}"])`);
  await page.locator('[data-lobby]').scrollIntoViewIfNeeded();
  await choose('turn', turn);
  await choose('rated', rated ? 'on' : 'off');
  await pressed(page, `[data-act="pair"][data-game="${game}"]`);
}

/** Until the page says that so many seconds were waited, or more. */
const waited = (page, seconds) =>
  page.waitForFunction((wanted) => {
    const [minutes, rest] = (document.querySelector('.waited')?.textContent ?? '0:00').split(':').map(Number);
    return minutes * 60 + rest >= wanted;
  }, seconds);

/** Who sits where, as the page says: sente first. */
async function bySide(pages) {
  await Promise.all(pages.map((page) => page.waitForSelector('[data-board]')));
  // One's own side is at the bottom.
  const isSente = await Promise.all(
    pages.map(async (page) => (await page.locator('[data-seat="b"]').getAttribute('class')).includes('lower')),
  );
  assert.notEqual(isSente[0], isSente[1]);
  return isSente[0] ? pages : [...pages].reverse();
}

for (const [name, options] of [
  ['a desk', {}],
  ['two phones', PHONE],
])
  test(`quick pairing leads two devices to one table and to the first move, at ${name}`, async () => {
    const anna = await visitor(options);
    const ben = await visitor(options);
    await look(anna);
    await anna.waitForSelector('[data-waiting="shogi"][data-rated="false"]');
    await anna.waitForSelector('[data-act="pair-cancel"]:focus');
    await waited(anna, 2);
    if (options.viewport) assert.equal(await anna.evaluate(() => document.documentElement.scrollWidth), 360);
    await look(ben);
    const [sente, gote] = await bySide([anna, ben]);
    assert.equal(new URL(sente.url()).pathname, new URL(gote.url()).pathname);
    for (const page of [sente, gote]) {
      await page.waitForSelector('[data-seat="b"][data-here="true"]');
      await page.waitForSelector('[data-seat="w"][data-here="true"]');
      assert.equal(await page.locator('[data-agreed] [data-option]').count(), 0); // nobody may change it
    }
    await play(sente, '7g7f', 1);
    await plies(gote, 1);
    // Anyone may look on.
    const eve = await visitor(options);
    await eve.locator('[data-lobby]').scrollIntoViewIfNeeded();
    const row = `[data-live-table="${new URL(sente.url()).pathname.slice(3)}"]`;
    await eve.waitForFunction((wanted) => /move 1/.test(document.querySelector(wanted)?.textContent ?? ''), row);
    await pressed(eve, row);
    await plies(eve, 1);
    await noErrors(anna, ben, eve);
    await gote.click('[data-act="resign"]');
    await gote.click('[data-act="confirm"]');
    await sente.waitForSelector('[data-result]');
    for (const page of [anna, ben, eve]) await page.context().close();
  });

for (const [name, options] of [
  ['a desk', {}],
  ['a phone', PHONE],
])
  test(`a listed table is joined from the first page, at ${name}; a private one is not shown`, async () => {
    const host = await device(browser, server);
    const hidden = await device(browser, server);
    const secret = await open(hidden, 'play-friend', 'hasami');
    const url = await open(host, 'play-friend', 'hasami', { turn_seconds: '60', listed: 'on', win: 'all' });
    const id = new URL(url).pathname.slice(3);
    const guest = await visitor(options);
    await guest.locator('[data-lobby]').scrollIntoViewIfNeeded();
    const row = `[data-open-table="${id}"]`;
    await guest.waitForSelector(row);
    assert.match(await guest.textContent(row), /hasami shogi.*60 s a turn/i);
    assert.equal(await guest.locator(`[data-open-table="${new URL(secret).pathname.slice(3)}"]`).count(), 0);
    assert.deepEqual(await faults(guest), []);
    await pressed(guest, row);
    await host.waitForSelector('[data-invitation]', { state: 'detached' });
    await guest.waitForSelector('[data-board]');
    await guest.waitForSelector('[data-seat="w"][data-here="true"]');
    // It is no longer open, and the next one may watch.
    const late = await visitor(options);
    await late.locator('[data-lobby]').scrollIntoViewIfNeeded();
    await late.waitForSelector(`[data-live-table="${id}"]`);
    await noErrors(host, guest, late);
    for (const page of [host, hidden, guest, late]) await page.context().close();
  });

test('a search is cancelled, ends with its page, and is one for each device', async () => {
  const anna = await visitor();
  await look(anna, { turn: '0' });
  await anna.waitForSelector('[data-waiting]');
  assert.deepEqual(await faults(anna), []);
  await anna.click('[data-act="pair-cancel"]');
  await anna.waitForSelector('[data-act="pair"]');
  await anna.waitForSelector('[data-act="pair"][data-game="shogi"]:focus');
  await look(anna, { turn: '0' });
  await anna.waitForSelector('[data-waiting]');
  await anna.reload();
  const ben = await visitor();
  await look(ben, { turn: '0' });
  await ben.waitForSelector('[data-waiting]');
  await waited(ben, 3);
  assert.equal(await ben.locator('[data-waiting]').count(), 1); // nobody was there
  const second = await tab(ben.context());
  await second.goto('/en/');
  await look(second, { turn: '60' });
  await second.waitForSelector('[data-waiting]');
  await ben.waitForSelector('.pairing .trouble:not(:empty)');
  assert.match(await ben.textContent('.pairing .trouble'), /another tab/);
  await noErrors(anna, ben, second);
  for (const page of [anna, ben]) await page.context().close();
});

test('a search goes on after a server was killed and is back', async () => {
  const own = await new Server().start();
  const anna = await device(browser, own, { viewport: { width: 320, height: 640 } });
  const ben = await device(browser, own);
  await anna.goto('/en/');
  await look(anna);
  await anna.waitForSelector('[data-waiting]');
  assert.equal(await anna.evaluate(() => document.documentElement.scrollWidth), 320);
  await own.kill();
  await anna.waitForSelector('[data-lobby][data-link="waiting"]');
  await own.start();
  await anna.waitForSelector('[data-lobby][data-link="open"]');
  await ben.goto('/en/');
  await look(ben);
  const [sente, gote] = await bySide([anna, ben]);
  await play(sente, '7g7f', 1);
  await plies(gote, 1);
  await noErrors(anna, ben);
  for (const page of [anna, ben]) await page.context().close();
  await own.stop();
});

test('a rated search says its range, and a table can be opened for everyone instead', async () => {
  const anna = await visitor();
  await look(anna, { game: 'annan', turn: '60', rated: true });
  // The range widens after five seconds.
  const said = (range, words) =>
    anna.waitForSelector(`[data-waiting="annan"][data-rated="true"][data-range="${range}"]:has-text("${words}")`);
  await Promise.race([said(200, '1300 to 1700'), said(250, '1250 to 1750'), said(300, '1200 to 1800')]);
  await anna.waitForSelector('[data-waiting]:not([data-range="200"])');
  await anna.click('[data-act="wait-listed"]');
  await anna.waitForSelector('[data-board][data-game="annan"]');
  await anna.waitForSelector('[data-invitation]');
  for (const [name, value] of Object.entries({ turn_seconds: '60', rated: 'on', listed: 'on' }))
    assert.equal(await anna.getAttribute(`[data-agreed] [data-setting="${name}"]`, 'data-value'), value);
  // In words, and without a button that could only be refused.
  assert.match(await anna.textContent('.invitation'), /rated/);
  assert.equal(await anna.locator('[data-act="start-computer"]').count(), 0);
  await noErrors(anna);
  await anna.context().close();
});

test('against the computer nothing is rated, and the page says so', async () => {
  const anna = await visitor();
  await anna.click('[data-act="options"][data-game="shogi"]');
  await anna.selectOption('[data-section="shogi"] [data-option="rated"]', 'on');
  await anna.click('[data-act="play-computer"][data-game="shogi"]');
  await anna.waitForFunction(() =>
    /not rated/.test(document.querySelector('[data-section="shogi"] .trouble')?.textContent ?? ''),
  );
  await anna.selectOption('[data-section="shogi"] [data-option="rated"]', 'off');
  await anna.click('[data-act="play-computer"][data-game="shogi"]');
  await anna.waitForSelector('[data-board]');
  // Nor does it become so at the table.
  assert.equal(await anna.locator('[data-agreed] [data-option="turn_seconds"]').count(), 1);
  assert.equal(await anna.locator('[data-agreed] [data-option="rated"]').count(), 0);
  await noErrors(anna);
  await anna.context().close();
});

test('the lobby can be read without JavaScript', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  await page.goto('/en/');
  assert.match(await page.textContent('[data-lobby]'), /Play somebody now.*Open tables/s);
  await page.context().close();
});
