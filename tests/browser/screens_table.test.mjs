// axe finds no fault at a table, in any theme: from waiting for somebody to the end, with all that can open there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, phone, playAll, plies, server, square } from './house.mjs';
import { Screens } from './themes.mjs';

hosted();

const act = (page, name) => page.click(`[data-act="${name}"]`);

test('shogi: waiting, the settings, promotion, a refusal, typing, asking, talking, an earlier move, the end, once more', async () => {
  const [page, friend] = [await device(browser, server), await device(browser, server)];
  const screens = new Screens();
  const url = await open(page, 'play-friend');
  await page.waitForSelector('.qr');
  await screens.look(page, 'waiting for a friend');
  await page.click('[data-agreed] summary');
  await screens.look(page, 'with the settings');
  await page.click('[data-agreed] summary');
  await joinTable(friend, url);
  await playAll([page, friend], ['7g7f', '3c3d']);
  await page.click(square('8h'));
  await screens.look(page, 'a piece taken up');
  await page.click(square('2b'));
  await page.waitForSelector('[data-promote="yes"]:focus');
  await screens.look(page, 'promotion');
  await page.keyboard.press('Escape');
  await page.click(square('9g'));
  await page.click(square('9d'));
  await page.waitForSelector('[data-why]');
  await screens.look(page, 'a refusal');
  await act(page, 'dismiss');
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.fill('[data-typed-field]', '8h2b');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-typed="choice"]');
  await screens.look(page, 'typing, several moves');
  await act(page, 'keyboard');
  await act(page, 'legend');
  await friend.fill('[data-chat-field]', 'hello');
  await act(friend, 'chat-send');
  await page.waitForSelector('[data-chat-line]');
  await act(page, 'chat-more');
  await page.waitForSelector('[data-act="report"]');
  await screens.look(page, 'the legend, and talking');
  await act(page, 'resign');
  await page.waitForSelector('[data-act="confirm"]');
  await screens.look(page, 'resigning');
  await act(page, 'keep-playing');
  await act(friend, 'draw');
  await page.waitForSelector('[data-act="accept"]:enabled');
  await screens.look(page, 'an offer');
  await screens.look(friend, 'having offered');
  await act(page, 'decline');
  await playAll([page, friend], ['8h2b+', '3a2b', 'B*5e', '2b3c'], 2);
  await act(page, 'previous');
  await page.waitForSelector('[data-act="live"]');
  await act(page, 'record');
  await page.waitForSelector('[data-save]');
  await screens.look(page, 'an earlier move, and saving the game');
  await act(page, 'live');
  await act(friend, 'lend-seat');
  await page.waitForSelector('[data-stand-in]');
  await screens.look(page, 'the computer in a seat', false);
  await act(friend, 'resign');
  await friend.waitForTimeout(400); // longer than the second half of a double click
  await act(friend, 'confirm');
  await page.waitForSelector('[data-result]');
  await screens.look(page, 'the end');
  await act(friend, 'again');
  await page.waitForSelector('[data-act="decline"]:enabled');
  await screens.look(page, 'asked for one more');
  const game = await page.getAttribute('[data-act="game"]', 'href');
  await page.goto(game);
  await page.waitForSelector('[data-board]');
  await screens.look(page, 'the page of the game');
  assert.deepEqual(screens.found, []);
  await noErrors(page, friend);
});

test('chu, hasami and annan: two steps, captures that count, borrowed moves, check, and an onlooker', async () => {
  const screens = new Screens();
  for (const [game, moves] of [
    ['chu', ['7j7h', '6c8e', '7h5f', '8e8g', '5f4e5f', '8g9h8i', '5f5d', '8i7i7h', '5d5c']],
    ['hasami', ['5i5d', '4a4d', '1i1e', '6a6d']],
    ['annan', ['1g1f', '1c1d', '8g4c']],
  ]) {
    const [sente, gote, onlooker] = [await device(browser, server), await device(browser, server), await device(browser, server)];
    const url = await open(sente, 'play-friend', game);
    for (const page of [gote, onlooker]) await joinTable(page, url);
    await playAll([sente, gote], moves);
    await plies(onlooker, moves.length);
    const page = moves.length % 2 === 0 ? sente : gote;
    await screens.look(page, game);
    await screens.look(onlooker, `${game}, looking on`, false);
    if (game === 'chu') {
      await page.click(square('7h'));
      await page.click(square('7g'));
      await page.waitForSelector('[data-act="forget-step"]');
      await screens.look(page, 'after the first step');
    }
    await noErrors(sente, gote, onlooker);
    for (const one of [sente, gote, onlooker]) await one.context().close();
  }
  assert.deepEqual(screens.found, []);
});

test('a clock that runs out says so by more than its colour', async () => {
  const [page, friend] = [await device(browser, server), await device(browser, server)];
  const screens = new Screens();
  await joinTable(friend, await open(page, 'play-friend', 'shogi', { turn_seconds: '30' }));
  await playAll([page, friend], ['7g7f', '3c3d']);
  const sign = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('[data-clock="b"]'), '::before').content.slice(0, 3));
  assert.equal(await sign(), 'non');
  await page.waitForSelector('[data-clock="b"][data-low]');
  assert.equal(await sign(), '"! ');
  await screens.look(page, 'a clock running out', false);
  assert.deepEqual(screens.found, []);
  await noErrors(page, friend);
});

test('on a phone of 360 px, in three languages, against the computer, and without the server', async () => {
  const screens = new Screens();
  for (const [language, game] of [
    ['fr', 'shogi'],
    ['en', 'chu'],
    ['ja', 'hasami'],
  ]) {
    const page = await device(browser, server, phone);
    await page.goto(`/${language}/`);
    await page.click(`[data-act="play-computer"][data-game="${game}"]`);
    await page.waitForSelector('[data-board]');
    await page.click('[data-act="keyboard"]');
    await screens.look(page, `phone, ${game} ${language}`, language === 'fr');
    await noErrors(page);
    if (language === 'ja') {
      await server.kill();
      await page.waitForSelector('[data-link="waiting"]');
      await screens.look(page, 'without the server');
      await server.start();
    }
    await page.context().close();
  }
  assert.deepEqual(screens.found, []);
});

test('two people at one device: no word of a button is cut in two, in any language', async () => {
  for (const width of [320, 360, 1280]) {
    const page = await device(browser, server, { viewport: { width, height: 800 } });
    for (const language of ['fr', 'en', 'ja']) {
      await page.goto(`/${language}/play/chu/`);
      await page.click('[data-act="here-two"]:enabled');
      await page.waitForSelector('[data-act="resign"]');
      const cut = await page.locator('.actions button').evaluateAll((buttons) =>
        buttons.flatMap((button) => {
          const [text] = [...button.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
          return [...(text?.data ?? '').matchAll(/[\p{Script=Latin}’]+/gu)]
            .filter(({ index, 0: word }) => {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1;
            })
            .map(([word]) => word);
        }),
      );
      assert.deepEqual(cut, [], `${language}, ${width} px`);
    }
    await page.context().close();
  }
});
