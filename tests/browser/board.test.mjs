// What a player may want of the board beside moving: sounds, notes of one's own, a promotion that is not asked for, and a move
// that is planned while the other side thinks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, phone, play, plies, server, square } from './house.mjs';

hosted();

/** Two devices at a table of shogi, sente first. */
async function seated(options = {}) {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  const url = await open(sente, 'play-friend', 'shogi', { first: 'creator', ...options });
  await joinTable(gote, url);
  await sente.waitForSelector('[data-invitation]', { state: 'detached' });
  return { sente, gote };
}

/** Moves without waiting for what comes of it: the answer may be there at once. */
async function tap(page, from, to, promote = false) {
  await page.waitForSelector(`${square(from)}[data-mine]`);
  await page.click(square(from));
  await page.waitForSelector(`${square(to)}[data-legal]`);
  await page.click(square(to));
  if (promote) await page.click('[data-promote="yes"]');
}

const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));
const played = (page) => page.evaluate(() => document.querySelectorAll('[data-ply]').length);

test('moves are heard only where somebody wants it, also after a reload', async () => {
  const { sente, gote } = await seated();
  const heard = (count) => sente.waitForFunction((wanted) => (window.heard ?? 0) === wanted, count);
  const listen = () => {
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...args) {
      window.heard = (window.heard ?? 0) + 1;
      return start.apply(this, args);
    };
  };
  await sente.evaluate(listen);
  await play(sente, '7g7f', 1);
  await plies(gote, 1);
  await heard(0);
  await sente.click('[data-act="sound"]');
  await heard(1); // whoever switches it on hears it
  assert.match(await sente.getAttribute('[data-act="sound"]', 'aria-label'), /Sound off/);
  await play(gote, '3c3d', 2);
  await plies(sente, 2);
  await heard(2);
  await sente.addInitScript(listen);
  await sente.reload();
  await sente.waitForSelector('[data-board]');
  await play(sente, '8h2b+', 3); // a capture
  await heard(1);
  await gote.click('[data-act="resign"]');
  await gote.click('[data-act="confirm"]');
  await sente.waitForSelector('[data-result]');
  await heard(2);
  await sente.click('[data-act="sound"]');
  await sente.click('[data-act="sound"]');
  await sente.click('[data-act="sound"]');
  await heard(3);
  await noErrors(sente, gote);
  await close(sente, gote);
});

test('circles and arrows by the right button and by keys; they go with a press, and with the next move', async () => {
  const { sente, gote } = await seated();
  const notes = async () => ({
    circles: await sente.locator('.notes circle').count(),
    arrows: await sente.locator('.notes path').count(),
  });
  const middle = async (name) => {
    const box = await sente.locator(square(name)).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const draw = async (from, to) => {
    await sente.mouse.move(...(await middle(from)));
    await sente.mouse.down({ button: 'right' });
    await sente.mouse.move(...(await middle(to)));
    await sente.mouse.up({ button: 'right' });
  };
  await draw('5e', '5e');
  await draw('2h', '7h');
  assert.deepEqual(await notes(), { circles: 1, arrows: 1 });
  assert.equal(await sente.getAttribute(square('2h'), 'aria-description'), 'arrow to 7h');
  await draw('5e', '5e'); // once more takes it away
  assert.deepEqual(await notes(), { circles: 0, arrows: 1 });
  // From here the pointer is where nothing is selected: a press that chooses nothing takes the notes away.
  await sente.locator(square('5e')).click();
  assert.deepEqual(await notes(), { circles: 0, arrows: 0 });
  await sente.focus(square('5e'));
  await sente.keyboard.press('o');
  await sente.keyboard.press('a');
  await sente.keyboard.press('ArrowUp');
  await sente.keyboard.press('ArrowUp');
  await sente.keyboard.press('a');
  assert.deepEqual(await notes(), { circles: 1, arrows: 1 });
  assert.equal(await sente.getAttribute(square('5e'), 'aria-description'), 'circled arrow to 5c');
  await sente.click('[data-act="flip"]');
  assert.deepEqual(await notes(), { circles: 1, arrows: 1 });
  await sente.click('[data-act="flip"]');
  await play(sente, '7g7f', 1);
  assert.deepEqual(await notes(), { circles: 0, arrows: 0 });
  assert.equal(await sente.locator('[aria-description]').count(), 0);
  await noErrors(sente, gote);
  await close(sente, gote);
});

test('whoever says so before is not asked about promotion', async () => {
  const { sente, gote } = await seated();
  const go = async (page, from, to, count) => {
    await page.click(square(from));
    await page.click(square(to));
    await plies(page, count);
  };
  await sente.click('[data-act="promoting"]');
  assert.equal(await sente.getAttribute('[data-act="promoting"]', 'data-value'), 'yes');
  await go(sente, '7g', '7f', 1);
  await play(gote, '3c3d', 2);
  await plies(sente, 2);
  await go(sente, '8h', '2b', 3);
  assert.equal(await sente.getAttribute(square('2b'), 'data-piece'), '+B');
  await gote.click('[data-act="promoting"]');
  await gote.click('[data-act="promoting"]');
  assert.equal(await gote.getAttribute('[data-act="promoting"]', 'data-value'), 'no');
  await play(gote, '3a2b', 4);
  await plies(sente, 4);
  await sente.click('[data-act="promoting"]');
  await sente.click('[data-act="promoting"]');
  assert.equal(await sente.getAttribute('[data-act="promoting"]', 'data-value'), 'ask');
  await play(sente, 'B*4e', 5);
  await play(gote, '9c9d', 6);
  await plies(sente, 6);
  await sente.click(square('4e'));
  await sente.click(square('6c'));
  await sente.waitForSelector('[data-promote="no"]');
  await noErrors(sente, gote);
  await close(sente, gote);
});

test('with a clock, a move is planned while the other side thinks, and made at once or not at all', async () => {
  const { sente, gote } = await seated({ turn_seconds: '60' });
  await play(sente, '7g7f', 1);
  await plies(gote, 1);
  await sente.click(square('2g'));
  await sente.waitForSelector(`${square('2f')}[data-legal]`);
  await sente.click(square('2f'));
  assert.equal(await sente.getAttribute('[data-planned]', 'data-planned'), '2g2f');
  assert.match(await sente.textContent('[data-planned]'), /2g to 2f/);
  assert.equal(await played(sente), 1, 'nothing was sent');
  await tap(gote, '3c', '3d');
  await plies(sente, 3);
  await plies(gote, 3);
  await sente.waitForSelector('[data-planned]', { state: 'detached' });
  // To take back what will be taken: the square is one's own now, so the piece is carried there.
  const middle = async (name) => {
    const box = await sente.locator(square(name)).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const carry = async (from, to) => {
    await sente.mouse.move(...(await middle(from)));
    await sente.mouse.down();
    await sente.mouse.move(...(await middle(to)), { steps: 4 });
    await sente.mouse.up();
  };
  await carry('7i', '8h');
  assert.equal(await sente.getAttribute('[data-planned]', 'data-planned'), '7i8h');
  await tap(gote, '2b', '8h', true);
  await plies(sente, 5);
  assert.equal(await sente.getAttribute(square('8h'), 'data-piece'), 'S');
  // What cannot be done when its time has come is said, and nothing is played.
  await sente.click(square('2f'));
  await sente.click(square('2e'));
  await sente.click('[data-act="unplan"]');
  assert.equal(await sente.locator('[data-planned]').count(), 0);
  await carry('2h', '2b');
  await play(gote, '3a2b', 6);
  await plies(sente, 6);
  await sente.waitForFunction(() => /not possible now/.test(document.querySelector('[data-status]').textContent));
  assert.equal(await played(sente), 6);
  await noErrors(sente, gote);
  await close(sente, gote);
});

test('without a clock nobody plans: a piece of the side that is not to move says so', async () => {
  const { sente, gote } = await seated();
  await gote.click(square('3c'));
  await gote.waitForSelector('[data-why][data-rule="wrong_turn"]');
  await noErrors(sente, gote);
  await close(sente, gote);
});

test('the board is as large as it fits, or smaller, and a square is never too small to be hit', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 768, height: 1024 },
    { width: 1000, height: 500 },
  ]) {
    const page = await device(browser, server, { viewport });
    await open(page, 'play-computer', 'chu');
    const width = async (selector) => (await page.locator(selector).first().boundingBox()).width;
    const widths = [await width('.frame')];
    for (const size of ['middle', 'small']) {
      await page.click('[data-act="size"]');
      await page.waitForSelector(`[data-size="${size}"]`);
      widths.push(await width('.frame'));
      assert.ok((await width('[data-square]')) >= 24, `${size} at ${viewport.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
    assert.ok(widths[0] > widths[1] && widths[1] >= widths[2], widths.join(' '));
    await page.reload();
    await page.waitForSelector('[data-size="small"] [data-board]');
    assert.equal(await width('.frame'), widths[2], 'the device remembers it');
    await page.click('[data-act="size"]');
    await page.waitForSelector('[data-size="full"]');
    assert.equal(await width('.frame'), widths[0]);
    await noErrors(page);
    await page.context().close();
  }
  const small = await device(browser, server, phone);
  await open(small, 'play-computer', 'chu');
  assert.equal(await small.locator('[data-act="size"]').isVisible(), false, 'on a phone it is as wide as the screen');
  await noErrors(small);
});
