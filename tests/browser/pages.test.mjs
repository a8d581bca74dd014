import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, noErrors, open, server } from './house.mjs';

hosted();

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

test('what is pressed and chosen before the page is alive is done when it is', async () => {
  const page = await device(browser, server);
  let release;
  const held = new Promise((done) => {
    release = done;
  });
  await page.route(/\/assets\/landing-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/en/', { waitUntil: 'commit' });
  await page.locator('[data-level="hasami"]').selectOption('7');
  await page.click('[data-act="options"][data-game="chu"]');
  await page.click('[data-act="play-computer"][data-game="hasami"]'); // the last press is the one that is meant
  await page.waitForSelector('[data-act="play-computer"][data-game="hasami"][aria-busy="true"]');
  assert.equal(await page.locator('[aria-busy]').count(), 1);
  assert.equal(await page.locator('html[data-alive]').count(), 0);
  release();
  await page.waitForSelector('[data-board][data-game="hasami"]');
  await page.waitForSelector('[data-seat="w"] .who:text-is("Computer, level 7")');
  await page.goBack();
  assert.equal(await page.locator('.options-form').count(), 0);
  await noErrors(page);
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
