// Whole games to their particular ends, and the moves that only some games have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  browser,
  device,
  hosted,
  joinTable,
  noErrors,
  open,
  phone,
  play,
  playAll,
  plies,
  server,
  sfen,
  square,
} from './house.mjs';
import { openSeated, TO_BARE_KING } from './seats.mjs';

hosted();

async function table(game, options = {}, devices = [{}, {}]) {
  const sente = await device(browser, server, devices[0]);
  const gote = await device(browser, server, devices[1]);
  await joinTable(gote, await open(sente, 'play-friend', game, options));
  return [sente, gote];
}

async function close(...pages) {
  await noErrors(...pages);
  for (const page of pages) await page.context().close();
}

test('annan: a game to checkmate with borrowed movements, which the pieces show', async () => {
  const [sente, gote] = await table('annan');
  assert.equal(await sente.locator(`${square('8g')} .piece-as`).count(), 1, 'the pawn before the bishop');
  assert.match(await sente.getAttribute(square('8g'), 'aria-label'), /pawn of sente, moves as bishop/);
  assert.equal(await sente.locator(`${square('5g')} .piece-as`).count(), 0);
  const moves = '8g4c 8c8h+ 7i8h B*6d 6i7i 5c5d 4c4b+ 4a4b P*8d 2c6g 8d8c+ 6d6e 8c8b 6g6h+ 5i6h 6e4g+ P*6i 4g5g';
  await playAll([sente, gote], moves.split(' '));
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="checkmate"][data-winner="w"]');
  await close(sente, gote);
});

test('hasami: five captures win, and the board counts them', async () => {
  const [sente, gote] = await table('hasami');
  const moves = '2i2e 3a3b 7i7d 5a5d 2e8e 1a1h 7d7g 2a2i 6i6d 7a7d 7g7f'.split(' ');
  await playAll([sente, gote], moves);
  const needs = (page, side) => page.getAttribute(`[data-hand="${side}"] .goal`, 'data-left');
  assert.equal(await needs(gote, 'b'), '5');
  const before = await needs(gote, 'w');
  await play(gote, '6a6i', 12);
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="captures"][data-winner="w"]');
  assert.ok(Number(before) > 0);
  assert.equal(await needs(gote, 'w'), '0');
  const captured = Number(await gote.getAttribute('[data-hand="w"] [data-piece="p"]', 'data-count'));
  assert.ok(captured >= 5, `${captured} captured`);
  assert.equal(await gote.locator('[data-hand="w"] [data-piece="p"] .piece').count(), captured);
  await close(sente, gote);
});

test('hasami: the local rule "three ahead", chosen before, ends the game after three captures', async () => {
  const [sente, gote] = await table('hasami', { win: 'lead3' });
  for (const page of [sente, gote]) {
    assert.equal(await page.getAttribute('[data-setting="win"]', 'data-value'), 'lead3');
    assert.equal(await page.locator('[data-setting="win"][data-differs]').count(), 1);
    assert.equal(await page.locator('[data-differs]').count(), 1, 'nothing else differs');
    assert.equal(await page.getAttribute('[data-hand="b"] .goal', 'data-left'), '3');
  }
  const moves = '4i4b 2a2h 6i6g 1a1d 6g2g 8a8d 9i9b 7a7f 5i4i 8d8h 4i5i 7f6f 2g8g 1d6d 3i3c 6f7f 8g8a';
  await playAll([sente, gote], moves.split(' '));
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="captures"][data-winner="b"]');
  await close(sente, gote);
});

test('chu: a game to the capture of the king, with passes, an igui and double captures', async () => {
  const [sente, gote] = await table('chu');
  const opening = '9l9k 3a4b 11j11k 6c5e 4h4g 5e4f5e 6i6h 5e4f5e 7j6i7j 5e5g 8i8h 5d5e 5j6i';
  await playAll([sente, gote], opening.split(' '));
  assert.equal(await sente.getAttribute(square('5g'), 'data-piece'), 'n');
  await playAll([sente, gote], '5g6h7g 6i6d+ 8c9b'.split(' '), 13);
  assert.equal(await sente.getAttribute(square('6h'), 'data-piece'), null, 'taken on the way');
  // The eagle takes twice in one turn.
  await gote.evaluate(() => {
    window.animated = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const square = this.closest('[data-square]')?.dataset.square;
      window.animated.push({ square, frames: frames.length, delay: options.delay ?? 0, fades: 'opacity' in frames[0] });
      return animate.call(this, frames, options);
    };
  });
  await play(sente, '6d5c4b', 17);
  await plies(gote, 17);
  // The other side sees it go over the first square to the second, and what is taken fade in that order.
  const animated = await gote.evaluate(() => window.animated);
  assert.deepEqual(
    animated.filter(({ fades }) => !fades).map(({ square: name, frames }) => [name, frames]),
    [['4b', 3]],
  );
  const fading = animated.filter(({ fades }) => fades).sort((a, b) => a.delay - b.delay);
  assert.deepEqual(
    fading.map(({ square: name }) => name),
    ['5c', '4b'],
  );
  assert.ok(fading[0].delay < fading[1].delay);
  for (const taken of ['6d', '5c']) assert.equal(await gote.getAttribute(square(taken), 'data-piece'), null);
  assert.equal(await gote.getAttribute(square('4b'), 'data-piece'), '+D');
  await playAll([sente, gote], '7g6i 3l4k 6i4j'.split(' '), 17);
  // Igui: it takes the king's neighbour and stays.
  await play(sente, '4b5a4b', 21);
  await plies(gote, 21);
  assert.equal(await gote.getAttribute(square('5a'), 'data-piece'), null);
  assert.equal(await gote.getAttribute(square('4b'), 'data-piece'), '+D');
  assert.match(await gote.textContent('[data-ply="21"]'), /!5a/);
  await playAll([sente, gote], '4j3i2h 4b4a 3d3e 4a2a 2h3j 2a6a'.split(' '), 21);
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="royals_captured"][data-winner="b"]');
  await close(sente, gote);
});

test('chu: a whole game to the bare king, which has one more move', async () => {
  const page = await device(browser, server);
  const seats = await openSeated(server, page, 'chu');
  for (const [i, usi] of TO_BARE_KING.entries()) {
    assert.equal(await page.locator('[data-result]').count(), 0);
    if (i % 2 === 0) await play(page, usi, i + 1);
    else await seats.lead([usi]);
  }
  await page.waitForSelector('[data-result][data-reason="bare_king"][data-winner="b"]');
  assert.deepEqual((await seats.board()).match(/[a-z]/g), ['k']);
  await seats.close();
  await close(page);
});

test('chu: the falcon takes twice by touch at 360 px; a square is never below 24 px at 320', async () => {
  const [sente, gote] = await table('chu', {}, [phone, {}]);
  const start = '8i8h 12d12e 9j4e 12e12f 4e3d+ 1d1e'.split(' ');
  for (const [i, usi] of start.entries()) await play([sente, gote][i % 2], usi, i + 1);
  await plies(sente, 6);
  await sente.tap(square('3d'));
  await sente.waitForSelector(`${square('3c')}[data-legal]`);
  await sente.tap(square('3c'));
  // The first step is shown: the piece stands there, and what can come next is marked. Nothing was sent yet.
  await sente.waitForSelector('[data-act="stop-here"]');
  assert.equal(await sente.getAttribute(square('3c'), 'data-piece'), '+H');
  assert.equal(await sente.locator(`${square('3b')}[data-legal], ${square('3d')}[data-legal]`).count(), 2);
  assert.equal(await sente.locator('[data-ply]').count(), 6);
  const bar = await sente.locator('.step-bar').boundingBox();
  assert.ok(bar.x >= 0 && bar.x + bar.width <= 360, 'the bar lies on the screen');
  for (const name of ['3b', '3c', '3d']) {
    const cell = await sente.locator(square(name)).boundingBox();
    assert.ok(bar.y >= cell.y + cell.height || bar.y + bar.height <= cell.y, `the bar keeps ${name} free`);
  }
  await sente.tap(square('3b'));
  await plies(sente, 7);
  await plies(gote, 7);
  assert.match(await sfen(gote), /^[^/]+\/[^/]*\+H/);
  assert.equal(await gote.getAttribute(square('3b'), 'data-piece'), '+H');
  assert.equal(await gote.getAttribute(square('3c'), 'data-piece'), null);
  await sente.setViewportSize({ width: 320, height: 640 });
  const { width } = await sente.locator(square('6f')).boundingBox();
  assert.ok(width >= 24, `${width} px`);
  assert.ok(await sente.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling');
  await close(sente, gote);
});

test('chu: the lion passes, stops after one step, jumps at one tap, and takes a step back, also by keyboard', async () => {
  const [sente, gote] = await table('chu');
  await play(sente, '7j7h', 1); // a jump over its own pawn
  await play(gote, '6c6e', 2);
  // A step that is taken back changes nothing.
  await sente.click(square('7h'));
  await sente.click(square('7g'));
  await sente.click('[data-act="forget-step"]');
  assert.equal(await sente.getAttribute(square('7h'), 'data-piece'), 'N');
  assert.equal(await sente.locator('[data-legal]').count(), 0);
  // By keyboard: out and back, a pass.
  await sente.focus(square('7h'));
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await sente.keyboard.press(key);
  await sente.waitForSelector('[data-act="stop-here"]');
  for (const key of ['ArrowDown', 'Enter']) await sente.keyboard.press(key);
  await plies(sente, 3);
  assert.equal(await sente.getAttribute(square('7h'), 'data-piece'), 'N');
  assert.match(await sente.textContent('[data-ply="3"]'), /--/);
  await play(gote, '12d12e', 4);
  // One step and no more.
  await play(sente, '7h7g', 5);
  await play(gote, '12e12f', 6);
  // Carried: to the first square, and from there to the second.
  await sente.locator(square('7g')).dragTo(sente.locator(square('8f')));
  await sente.waitForSelector('[data-act="stop-here"]');
  await sente.locator(square('8f')).dragTo(sente.locator(square('9g')));
  await plies(gote, 7);
  assert.equal(await gote.getAttribute(square('9g'), 'data-piece'), 'N');
  await close(sente, gote);
});

test('how a piece moves is shown by a long press, the resting mouse and a key; sets of pieces and boards are remembered', async () => {
  const [sente, gote] = await table('chu', {}, [phone, {}]);
  const finger = await sente.context().newCDPSession(sente);
  const { x, y, width, height } = await sente.locator(square('7j')).boundingBox();
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await sente.waitForSelector('[data-movement]:has-text("Lion")');
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  assert.match(await sente.textContent('[data-movement]'), /May step there and go on: every direction/);
  const card = await sente.locator('[data-movement]').boundingBox();
  assert.ok(card.x >= 0 && card.x + card.width <= 360 && card.y >= 0 && card.y + card.height <= 740, 'on the screen');
  await sente.tap(square('6g'));
  await sente.waitForSelector('[data-movement]', { state: 'detached' });

  await gote.hover(square('7b')); // the other side's pieces and one's own
  await gote.waitForSelector('[data-movement]:has-text("Phoenix")');
  assert.match(await gote.textContent('[data-movement]'), /Promotes to free king/);
  await gote.focus(square('6l'));
  await gote.keyboard.press('m');
  await gote.waitForSelector('[data-movement]:has-text("Drunk elephant")');
  await gote.keyboard.press('Escape');
  await gote.waitForSelector('[data-movement]', { state: 'detached' });

  const href = () => gote.getAttribute(`${square('6c')} .piece-word`, 'href');
  const sets = new Set([await href()]);
  for (let i = 0; i < 2; i++) {
    await gote.click('[data-act="pieces"]');
    sets.add(await href());
  }
  assert.equal(sets.size, 3, [...sets].join(' '));
  await gote.click('[data-act="board"]');
  await gote.reload();
  await gote.waitForSelector('[data-look="dark"] [data-board]');
  assert.ok(sets.has(await href()));
  assert.match(await href(), /moves/);
  await close(sente, gote);
});

test('the computer answers in every game, at the level that was chosen', async () => {
  const page = await device(browser, server);
  for (const [game, usi] of [
    ['annan', '7g7f'],
    ['chu', '7j7h'],
    ['hasami', '5i5e'],
  ]) {
    await open(page, 'play-computer', game, { level: '2' });
    assert.match(await page.textContent('[data-seat="w"]'), /level 2/);
    const [from, to] = usi.match(/\d+[a-z]/g);
    await page.click(square(from));
    await page.click(square(to));
    await plies(page, 2);
    assert.equal(await page.locator('[data-ply]').count(), 2);
  }
  await close(page);
});

test('a newcomer meets a weak computer; the level chosen is that of the next game too, on every page', async () => {
  const page = await device(browser, server);
  const level = (game) => page.locator(`[data-level="${game}"]`);
  const playedAt = (wanted) => page.waitForSelector(`[data-seat="w"] .who:text-is("Computer, level ${wanted}")`);
  await open(page, 'play-computer', 'hasami');
  await playedAt(2);
  await page.goto('/en/');
  await level('hasami').selectOption('7');
  await page.click('[data-act="play-computer"][data-game="hasami"]');
  await playedAt(7);
  await page.goto('/en/rules/hasami/');
  await page.click('[data-act="play-computer"]');
  await playedAt(7);
  // Changed at the table.
  await page.click('[data-agreed] > summary');
  await page.locator('[data-option="level"]').fill('1');
  await page.locator('[data-option="level"]').blur();
  await playedAt(1);
  await page.goto('/en/play/hasami/');
  assert.equal(await level('hasami').inputValue(), '1');
  await level('hasami').selectOption('3');
  await page.click('[data-act="here-computer"]');
  await playedAt(3);
  await page.goto('/en/');
  assert.equal(await level('hasami').inputValue(), '3');
  assert.equal(await level('chu').inputValue(), '2');
  // What is chosen among the options is the same choice.
  await page.click('[data-act="options"][data-game="hasami"]');
  const option = page.locator('[data-section="hasami"] [data-option="level"]');
  assert.equal(await option.inputValue(), '3');
  await option.fill('4');
  await option.blur();
  assert.equal(await level('hasami').inputValue(), '4');
  await level('hasami').selectOption('5');
  assert.equal(await option.inputValue(), '5');
  await page.click('[data-act="play-computer"][data-game="hasami"]');
  await playedAt(5);
  await close(page);
});

test('what is hidden when legal squares are not to be shown can be played all the same', async () => {
  const sente = await device(browser, server);
  await open(sente, 'play-friend', 'chu', { show_legal: 'off', move_limit: '1' });
  assert.equal(await sente.locator('[data-differs]').count(), 2);
  await sente.click(square('7j'));
  assert.equal(await sente.locator('[data-legal]').count(), 0);
  await sente.click(square('7h'));
  await sente.waitForSelector('[data-result][data-reason="move_limit"][data-winner="draw"]');
  await close(sente);
});
