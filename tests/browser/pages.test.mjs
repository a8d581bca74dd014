import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { device, faults, joinTable, launch, noErrors, open, playAll, Server, square } from './house.mjs';

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

for (const colorScheme of ['light', 'dark'])
  test(`axe finds no serious fault in the first page and the table, ${colorScheme}`, async () => {
    const page = await device(browser, server, { colorScheme });
    const friend = await device(browser, server, { colorScheme });
    for (const language of ['fr', 'en', 'ja']) {
      await page.goto(`/${language}/`);
      assert.deepEqual(await faults(page), [], language);
    }
    await page.goto('/en/');
    await page.click('[data-act="options"][data-game="chu"]');
    assert.deepEqual(await faults(page), [], 'with the options open');
    for (const game of ['chu', 'hasami', 'annan']) {
      await open(page, 'play-friend', game);
      await page.click('[data-agreed] summary');
      assert.deepEqual(await faults(page), [], game);
    }
    const url = await open(page, 'play-friend', 'shogi', { turn_seconds: '60' });
    await page.waitForSelector('.qr');
    assert.deepEqual(await faults(page), [], 'waiting for a friend');
    await joinTable(friend, url);
    await playAll([page, friend], ['7g7f', '3c3d']);
    await page.click(square('8h'));
    await page.click(square('2b'));
    await page.waitForSelector('[data-promote="yes"]:focus');
    assert.deepEqual(await faults(page), [], 'with the question of promotion');
    await page.keyboard.press('Escape');
    await playAll([page, friend], ['8h2b+', '3a2b'], 2);
    await page.click(square('9g'));
    await page.click(square('9d'));
    await page.waitForSelector('[data-why]');
    assert.deepEqual(await faults(page), [], 'in mid-game, with an explanation');
    await friend.click('[data-act="draw"]');
    await page.waitForSelector('[data-act="accept"]:enabled');
    await page.waitForTimeout(500); // the buttons are no longer half seen
    assert.deepEqual(await faults(page), [], 'with an offer and a running clock');
    await page.click('[data-act="decline"]');
    await friend.click('[data-act="lend-seat"]');
    await page.waitForSelector('[data-stand-in]');
    assert.deepEqual(await faults(page), [], 'with the computer in a seat');
    await friend.click('[data-act="resign"]');
    await friend.click('[data-act="confirm"]');
    await page.waitForSelector('[data-result]');
    await friend.click('[data-act="again"]');
    await page.waitForSelector('[data-act="decline"]:enabled');
    await page.waitForTimeout(500);
    assert.deepEqual(await faults(page), [], 'after the end');
    await noErrors(page, friend);
  });

test('the first page can be read without JavaScript, in three languages', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const [language, words] of [
    ['fr', 'Jouer contre l’ordinateur'],
    ['en', 'Play the computer'],
    ['ja', 'コンピューターと指す'],
  ]) {
    const answer = await page.goto(`/${language}/`);
    const html = await answer.text();
    assert.ok(html.includes(`lang="${language}"`) && html.includes(words));
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/, 'no inline script or style');
    assert.equal(
      await page.locator('[data-act="play-computer"][data-game]').count(),
      await page.locator('[data-act="play-friend"]').count(),
    );
  }
});

test('the page asks nobody but its own server, and nothing scrolls sideways from 320 px up', async () => {
  for (const width of [320, 360, 768, 1280, 1920]) {
    const page = await device(browser, server, { viewport: { width, height: 720 } });
    const foreign = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith(server.url.replace('http', 'ws')))
        foreign.push(request.url());
    });
    for (const language of ['fr', 'en', 'ja']) {
      await page.goto(`/${language}/`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${language} ${width}`);
    }
    await open(page, 'play-friend');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `table ${width}`);
    assert.deepEqual(foreign, []);
    await noErrors(page);
    await page.context().close();
  }
});

test('language and colours can be changed at the table and are remembered', async () => {
  const page = await device(browser, server, { colorScheme: 'light' });
  await open(page, 'play-friend');
  await page.click('.languages [hreflang="fr"]');
  await page.waitForSelector('.status:has-text("À vous de jouer")');
  assert.equal(await page.getAttribute('html', 'lang'), 'fr');
  await page.click('[data-act="theme"]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await page.reload();
  await page.waitForSelector('.status:has-text("À vous de jouer")');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await noErrors(page);
});

test('an address without a table says so', async () => {
  const page = await device(browser, server);
  await page.goto('/t/nothere');
  await page.waitForSelector('[role=alert]:has-text("There is no table at this address")');
});
