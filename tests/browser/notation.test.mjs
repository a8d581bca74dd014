// How moves are written: chosen at the table, remembered on the device, explained, and never wider than the list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, doubleClick, hosted, joinTable, launch, noErrors, open, playAll, server, sfen, tab } from './house.mjs';

hosted();

const written = (page) => page.locator('[data-ply] .written').allTextContents();

/** A table with two devices at which these moves were played. */
async function played(game, moves) {
  const [sente, gote] = [await device(browser, server), await device(browser, server)];
  const url = await open(sente, 'play-friend', game);
  await joinTable(gote, url);
  await playAll([sente, gote], moves);
  return [sente, gote, url];
}

test('each of the four notations can be chosen, and the choice is remembered on the device', async () => {
  const [page, friend, url] = await played('shogi', ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e']);
  const notations = {
    japanese: ['７六歩', '３四歩', '２二角成', '同　銀', '５五角'],
    kif: ['７六歩(77)', '３四歩(33)', '２二角成(88)', '同　銀(31)', '５五角打'],
    usi: ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e'],
    western: ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*5e'],
  };
  assert.deepEqual(await written(page), notations.western, 'western is the usual one in English');
  for (const [notation, texts] of Object.entries(notations)) {
    await page.selectOption('[data-act="notation"]', notation);
    assert.deepEqual(await written(page), texts, notation);
    await page.reload();
    await page.waitForSelector(`[data-notation="${notation}"]`);
    assert.deepEqual(await written(page), texts, `${notation} after a reload`);
  }
  const other = await tab(page.context());
  await page.selectOption('[data-act="notation"]', 'usi');
  await joinTable(other, url);
  assert.deepEqual(await written(other), notations.usi);
  assert.deepEqual(await written(friend), notations.western, 'another device is asked by itself');
  assert.match(
    await page.textContent('[data-ply="3"]'),
    /bishop takes bishop on 2b, promotes/,
    'what is read out stays in words',
  );
  await noErrors(page, friend, other);
});

test('the language decides until somebody chooses', async () => {
  const [page, friend] = await played('shogi', ['7g7f']);
  await page.click('.languages [hreflang="ja"]');
  await page.waitForSelector('[data-notation="japanese"]');
  assert.deepEqual(await written(page), ['７六歩']);
  await page.click('.languages [hreflang="fr"]');
  await page.waitForSelector('[data-notation="western"]');
  await page.selectOption('[data-act="notation"]', 'kif');
  await page.click('.languages [hreflang="ja"]');
  await page.waitForSelector('[data-act="resign"]:has-text("投了")');
  assert.deepEqual(await written(page), ['７六歩(77)']);
  await noErrors(page, friend);
});

test('the signs are explained in words, and long double moves fit into the list', async () => {
  const [page, friend] = await played('chu', ['7j7h', '6c6e', '7h7g7h', '6e6f6e', '7h7g8f', '6e6f7g']);
  await page.click('[data-act="legend"]');
  const legend = await page.textContent('[data-legend]');
  for (const words of [/--steps out and back: a pass/, /x!takes the piece on that square and stays/, /N lion/])
    assert.match(legend, words);
  await page.selectOption('[data-act="notation"]', 'japanese');
  assert.match(await page.textContent('[data-legend]'), /じっとsteps out and back/);
  await page.click('[data-act="legend"]');
  assert.equal(await page.locator('[data-legend]').count(), 0);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
    { width: 320, height: 568 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    for (const notation of ['japanese', 'kif', 'usi', 'western']) {
      await page.selectOption('[data-act="notation"]', notation);
      const cut = await page
        .locator('[data-ply]')
        .evaluateAll((buttons) =>
          buttons.filter((button) => button.scrollWidth > button.clientWidth).map((one) => one.textContent),
        );
      assert.deepEqual(cut, [], `${notation} at ${viewport.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${viewport.width}`);
    }
  }
  await noErrors(page, friend);
});

test('on a phone on its side, and with text of twice the size, the board is whole and can be played on', async () => {
  const big = await launch(['--blink-settings=defaultFontSize=32,defaultFixedFontSize=26']);
  try {
    for (const [program, viewport] of [
      [browser, { width: 740, height: 360 }],
      [big, { width: 740, height: 360 }],
      [big, { width: 360, height: 740 }],
      [big, { width: 1280, height: 800 }],
    ]) {
      const page = await device(program, server, { viewport });
      const friend = await device(browser, server);
      for (const game of ['shogi', 'chu']) {
        await joinTable(friend, await open(page, 'play-friend', game));
        await page.waitForSelector('.invitation', { state: 'detached' });
        const what = `${game} ${viewport.width} ${program === big}`;
        const frame = await page.locator('.frame').boundingBox();
        assert.ok(frame.width >= 300 && frame.x >= 0 && frame.x + frame.width <= viewport.width, `${what}: ${frame.width}`);
        assert.ok(frame.height <= Math.max(viewport.height + 8, 380), `${what}: ${frame.height}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what);
        const before = await sfen(page);
        await playAll([page, friend], [game === 'shogi' ? '7g7f' : '7j7h']);
        assert.notEqual(await sfen(page), before);
      }
      await noErrors(page, friend);
      await page.context().close();
    }
  } finally {
    await big.close();
  }
});

test('"play again" tells both what happened and which side they have now', async () => {
  const [sente, gote] = await played('shogi', ['7g7f', '3c3d']);
  await sente.click('[data-act="resign"]');
  await sente.waitForTimeout(350);
  await sente.click('[data-act="confirm"]');
  await gote.waitForSelector('[data-result]');
  await gote.click('[data-act="again"]');
  await sente.click('[data-again="wanted"] [data-act="again"]');
  await sente.waitForSelector('[data-status]:has-text("A new game has begun: you are gote.")');
  await gote.waitForSelector('[data-status]:has-text("A new game has begun: you are sente.")');
  await noErrors(sente, gote);
});

test('a double click does not resign, and a question that nobody answers goes away', async () => {
  const [page, friend] = await played('shogi', ['7g7f', '3c3d']);
  // The page's clock stands but for what it is told, so that it does not matter how long the test takes.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await doubleClick(page, '[data-act="resign"]');
  await page.waitForSelector('[data-act="confirm"]');
  assert.equal(await page.locator('[data-result]').count(), 0);
  await page.clock.runFor(14_000);
  assert.equal(await page.locator('[data-act="confirm"]').count(), 1);
  await page.clock.runFor(2_000);
  await page.waitForSelector('[data-act="resign"]');
  assert.equal(await page.locator('[data-result]').count(), 0);
  await noErrors(page, friend);
});
