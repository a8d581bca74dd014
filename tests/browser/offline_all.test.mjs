// Without a network and without a server: every game against the computer, problems, a record, what is read, other languages,
// and what stands in place of pages that need the server. And that keeping it all disturbs nobody.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { device, faults, keptAll, launch, MATE, plies, Server, sfen, square } from './house.mjs';

let browser;
before(async () => {
  browser = await launch([], { whole: true });
});
after(() => browser?.close());

/** A device that has read `languages` and is then left alone by the server. */
async function alone(languages, options) {
  const server = await new Server().start();
  const page = await device(browser, server, options);
  for (const language of languages) await keptAll(page, language);
  await page.context().setOffline(true);
  await server.kill();
  const end = async () => {
    // Words of the browser about what it could not fetch are not the page's.
    assert.deepEqual(
      page.errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|503/.test(text)),
      [],
    );
    await page.context().close();
    await server.stop();
  };
  return { page, end };
}

const names = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.dataset.square));

/** Any move with a piece of the board; the computer answers. */
async function anyMove(page, ply) {
  for (const from of await names(page, '[data-square][data-mine]')) {
    await page.click(square(from));
    const [to] = await names(page, '[data-square][data-legal]');
    if (to === undefined) continue;
    await page.click(square(to));
    const asked = await page.waitForFunction(
      (wanted) =>
        document.querySelector('[data-act="stop-here"]')
          ? '[data-act="stop-here"]'
          : document.querySelector('[data-promote]')
            ? '[data-promote="no"]'
            : document.querySelectorAll('[data-ply]').length >= wanted
              ? 'played'
              : null,
      ply,
    );
    const answer = await asked.jsonValue();
    if (answer !== 'played') await page.click(answer);
    return plies(page, ply + 1);
  }
  throw new Error('no move with a piece of the board');
}

test('the computer plays all games without a network, and a reload goes on', async () => {
  const { page, end } = await alone(['en']);
  for (const game of ['shogi', 'chu', 'hasami', 'annan']) {
    await page.goto(`/en/play/${game}/`);
    await page.click('[data-act="here-computer"]');
    await page.waitForSelector(`[data-board][data-game="${game}"]`);
    await anyMove(page, 1);
    const before = await sfen(page);
    await page.reload();
    await page.waitForSelector('[data-board]');
    assert.equal(await sfen(page), before, `${game}: a reload goes on`);
    await anyMove(page, 3);
    await page.goto(`/en/play/${game}/`);
    await page.click('[data-kept] [data-act="continue"]');
    await plies(page, 4);
  }
  await end();
});

test('problems, records and everything to be read are there without a network, in the languages that were read', async () => {
  const { page, end } = await alone(['fr', 'en']);
  await page.goto('/en/problems/hasami/');
  await page.click('[data-act="begin"]:enabled');
  await page.waitForSelector('[data-board]');
  const first = await page.getAttribute('[data-problem]', 'data-problem');
  await page.click('[data-act="solution"]');
  await page.waitForSelector('[data-said="showing"], [data-said="shown"]');
  await page.click('[data-act="next"]');
  await page.waitForFunction((id) => document.querySelector('[data-problem]').dataset.problem !== id, first);
  assert.deepEqual(await faults(page), []);

  await page.goto('/en/record/');
  await page.fill('[data-record-text]', `position startpos moves ${MATE.join(' ')}`);
  await page.click('[data-act="open-record"]');
  await page.waitForSelector('[data-board]');
  await page.click('[data-act="last"]');
  await plies(page, MATE.length);
  await page.click('[data-act="previous"]');
  await plies(page, MATE.length - 1);
  await page.click('[data-act="first"]');
  await plies(page, 0);

  for (const [path, shown] of [
    ['/en/glossary/', '[data-glossary]'],
    ['/en/privacy/', 'h1'],
    ['/fr/', '[data-offline]'],
    ...['shogi', 'chu', 'hasami', 'annan'].flatMap((game) => [
      [`/fr/rules/${game}/`, `[data-rules="${game}"]`],
      [`/fr/learn/${game}/`, '[data-act="begin"]:enabled'],
      [`/fr/problems/${game}/`, '[data-act="begin"]:enabled'],
    ]),
  ]) {
    assert.equal((await page.goto(path)).status(), 200, path);
    await page.waitForSelector(shown);
    const broken = await page.evaluate(() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length);
    assert.equal(broken, 0, path);
  }
  // Pages of the server, and a language that was not read: in words, with a way on.
  for (const [path, language] of [
    ['/fr/player/', 'fr'],
    ['/fr/player/abcdefgh', 'fr'],
    ['/fr/ratings/shogi/', 'fr'],
    ['/t/abcdefgh', 'en'],
    ['/g/abcdefgh', 'en'],
    ['/ja/', 'en'],
  ]) {
    assert.equal((await page.goto(path)).status(), 503, path);
    assert.equal(await page.getAttribute('html', 'lang'), language, path);
    assert.equal(await page.locator('[data-no-network] [data-act="play-here"]').count(), 4);
    assert.equal(await page.locator('[data-no-network] [data-act="retry"]').count(), 1);
  }
  await end();
});

test('nothing is fetched to be kept while a page is being opened, nor where the browser saves data', async () => {
  const server = await new Server().start();
  const kept = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const saving = await device(browser, server);
  await saving.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await saving.goto('/en/');
  const page = await device(browser, server);
  await page.addInitScript(() =>
    addEventListener('load', async () => {
      window.keptAtLoad = (await navigator.serviceWorker.getRegistrations()).length;
    }),
  );
  await page.goto('/en/');
  const atLoad = await page.waitForFunction(() => window.keptAtLoad !== undefined && String(window.keptAtLoad));
  assert.equal(await atLoad.jsonValue(), '0');
  await page.waitForSelector('html[data-offline-ready="en"]', { state: 'attached', timeout: 600_000 });
  assert.equal(await kept(page), 1);
  assert.equal(await kept(saving), 0, 'and by now it would have been');
  await Promise.all([page, saving].map((one) => one.context().close()));
  await server.stop();
});
