// What has the focus is always seen; nothing moves for who wants it still; marks differ by more than their colour, and in forced colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, phone, playAll, server, square } from './house.mjs';
import { tabTo } from './keys.mjs';
import { openSeated } from './seats.mjs';

hosted();

/** What has the focus, by name, and whether any of it is on the screen with nothing over it. */
const focus = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        // After the page has scrolled.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const element = document.activeElement;
            const { left, top, width, height } = element.getBoundingClientRect();
            const seen = [0.1, 0.5, 0.9].some((x) =>
              [0.1, 0.5, 0.9].some((y) => {
                const there = document.elementFromPoint(left + width * x, top + height * y);
                return there !== null && (element.contains(there) || there.contains(element));
              }),
            );
            const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
            done({ name, seen, body: element === document.body });
          }),
        );
      }),
  );

for (const [width, height] of [
  [360, 560],
  [360, 740],
  [740, 360],
])
  test(`at ${width} × ${height} Tab never leads behind the bar below the board, nor do the arrow keys`, async () => {
    const page = await device(browser, server, { viewport: { width, height } });
    const friend = await device(browser, server);
    await joinTable(friend, await open(page, 'play-friend'));
    await playAll([page, friend], ['7g7f', '3c3d', '8h2b+', '3a2b']);
    await page.click(square('2h'));
    await page.click(square('2b'));
    await page.waitForSelector('[data-why]'); // the bar is at its highest
    const hidden = [];
    const check = async () => {
      const at = await focus(page);
      if (!at.seen && !at.body) hidden.push(at.name);
      return at;
    };
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.evaluate((down) => {
        scrollTo(0, down ? 0 : document.documentElement.scrollHeight);
        document.activeElement.blur();
      }, key === 'Tab');
      const names = new Set();
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press(key);
        names.add((await check()).name);
      }
      assert.ok(names.size > 12, `${key}: ${[...names]}`);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await tabTo(page, '[data-square]');
    for (const key of ['ArrowUp', 'ArrowDown']) for (let i = 0; i < 9; i++, await check()) await page.keyboard.press(key);
    assert.deepEqual(hidden, []);
    await noErrors(page, friend);
  });

for (const [name, options] of [
  ['on a desktop', {}],
  ['on a phone', phone],
])
  test(`the newest move is in sight in its list, also when the result has taken room from it, ${name}`, async () => {
    const page = await device(browser, server, options);
    const seats = await openSeated(server, page, 'chu');
    if (options !== phone) await page.click('[data-act="chat-off"]'); // more room for the list
    const files = [8, 5, 6, 7, 3, 10, 11, 2, 1, 12];
    await seats.lead(files.flatMap((file) => [`${file}i${file}h`, `${file}d${file}e`]));
    await page.waitForSelector('[data-ply="20"][aria-current]');
    await seats.resign();
    await page.waitForSelector('[data-result]');
    await page.waitForFunction(() => {
      const list = document.querySelector('.moves ol').getBoundingClientRect();
      const newest = document.querySelector('[data-ply][aria-current]').getBoundingClientRect();
      return newest.top >= list.top && newest.bottom <= list.bottom + 1;
    });
    await noErrors(page);
    await page.context().close();
  });

test('pieces slide, and stay still for who asked for less motion', async () => {
  const page = await device(browser, server);
  const friend = await device(browser, server, { reducedMotion: 'reduce' });
  await joinTable(friend, await open(page, 'play-friend', 'chu'));
  for (const one of [page, friend])
    await one.evaluate(() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...args) {
        window.moved++;
        return animate.apply(this, args);
      };
    });
  await playAll([page, friend], ['7j7h', '6c8e', '7h5f', '8e8g', '5f4e5f']);
  assert.ok((await page.evaluate(() => window.moved)) > 0);
  assert.equal(await friend.evaluate(() => window.moved), 0);
  const moving = () => document.getAnimations().filter(({ effect }) => effect.getTiming().iterations === Infinity).length;
  for (const [reducedMotion, count] of [
    ['no-preference', 1],
    ['reduce', 0],
  ]) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/en/learn/chu/');
    if (count === 1) await page.click('[data-act="begin"]:enabled');
    await page.click('[data-act="hint"]');
    await page.waitForSelector('.hinted');
    assert.equal((await page.evaluate(moving)) > 0, count === 1, reducedMotion);
  }
  await noErrors(page, friend);
});

test('each mark on the board has a shape of its own, which forced colours keep, and is named', async () => {
  const page = await device(browser, server);
  const friend = await device(browser, server);
  await joinTable(friend, await open(page, 'play-friend'));
  const shape = (one, selector) =>
    one
      .locator(selector)
      .first()
      .evaluate((cell) => getComputedStyle(cell).outlineStyle);
  await playAll([page, friend], ['7g7f', '3c3d']);
  assert.equal(await shape(friend, '.cell.last'), 'solid');
  await playAll([page, friend], ['8h3c+'], 2);
  for (const forcedColors of ['none', 'active']) {
    await friend.emulateMedia({ forcedColors });
    await friend.click(square('2a'));
    const shapes = [];
    for (const mark of ['.cell.selected', '.cell.left', '.cell.last', '.cell.checked']) shapes.push(await shape(friend, mark));
    assert.deepEqual(shapes, ['double', 'dotted', 'dashed', 'dashed'], forcedColors);
    const target = await friend
      .locator('.cell[data-legal]')
      .first()
      .evaluate((cell) => {
        const { width, backgroundColor, borderTopWidth } = getComputedStyle(cell, '::after');
        return Number.parseFloat(width) > 5 && (backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px');
      });
    assert.ok(target, `the squares to choose from, ${forcedColors}`);
    await friend.keyboard.press('Escape');
  }
  await friend.emulateMedia({ forcedColors: 'none' });
  assert.equal(await friend.getAttribute(square('3c'), 'aria-label'), '3c, dragon horse of sente, last move, gives check');
  assert.equal(await friend.getAttribute(square('5a'), 'aria-label'), '5a, king of gote, in check');
  await noErrors(page, friend);
});
