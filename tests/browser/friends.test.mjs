import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  browser,
  device,
  hosted,
  joinTable,
  MATE,
  noErrors,
  open,
  play,
  playAll,
  plies,
  server,
  sfen,
  square,
  tab,
} from './house.mjs';

hosted([], { whole: true });

test('two friends play a game to checkmate, and again with the sides alternated', async () => {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  const url = await open(sente, 'play-friend');
  assert.equal(await sente.inputValue('[data-invitation]'), url);
  await joinTable(gote, url);
  await sente.waitForSelector('[data-invitation]', { state: 'detached' });
  // Gote sits at the bottom of their own screen.
  await gote.waitForFunction(() => document.querySelector('[data-square]')?.dataset.square === '1i');

  await playAll([sente, gote], MATE);
  for (const [page, words] of [
    [sente, 'You win'],
    [gote, 'You lose'],
  ]) {
    await page.waitForSelector('[data-result][data-reason="checkmate"][data-winner="b"]');
    assert.match(await page.textContent('[data-result]'), new RegExp(words));
    assert.equal(await page.locator('[data-ply]').count(), MATE.length);
    assert.equal(await page.getAttribute(square('5b'), 'data-piece'), 'G');
    assert.equal(await page.getAttribute('[data-hand="b"] [data-piece="P"]', 'data-count'), '1');
  }

  // The game can be looked at again without disturbing what the server confirmed.
  const end = await sfen(sente);
  await sente.click('[data-act="first"]');
  await sente.waitForSelector(`${square('7g')}[data-piece="P"]`);
  await sente.keyboard.press('ArrowRight');
  await sente.waitForSelector(`${square('7f')}[data-piece="P"]`);
  assert.equal(await sfen(sente), end);
  await sente.click('[data-ply="9"]');
  await sente.waitForSelector(`${square('5b')}[data-piece="G"]`);

  await gote.click('[data-act="again"]');
  await sente.click('[data-act="again"]'); // both have to want it
  for (const page of [sente, gote]) await page.waitForSelector('[data-result]', { state: 'detached' });
  await plies(gote, 0);
  await play(gote, '2g2f', 1); // who was gote begins now
  await plies(sente, 1);
  await noErrors(sente, gote);
});

test('a third device only watches, a reload and a second tab keep the seat', async () => {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  const third = await device(browser, server);
  const url = await open(sente, 'play-friend');
  await joinTable(gote, url);
  await play(sente, '7g7f', 1);
  await joinTable(third, url);
  await plies(third, 1);
  await sente.waitForSelector('.watchers:has-text("1 person watching")');

  // It is gote's turn; neither side's pieces can be taken up by the third device, and it has nothing to resign.
  for (const name of ['3c', '2g']) {
    await third.click(square(name));
    assert.equal(await third.locator('[data-legal]').count(), 0);
  }
  await third.locator(square('3c')).dragTo(third.locator(square('3d')));
  assert.equal(await third.locator('[data-act="resign"]').count(), 0);
  assert.equal(await third.getAttribute(square('3c'), 'data-piece'), 'p');

  await gote.reload();
  await plies(gote, 1);
  await play(gote, '3c3d', 2);
  const second = await tab(gote.context());
  await joinTable(second, url);
  await play(sente, '2g2f', 3);
  await play(second, '8c8d', 4);
  for (const page of [sente, gote, third]) await plies(page, 4);

  // Resigning asks once.
  await gote.click('[data-act="resign"]');
  await gote.click('[data-act="confirm"]');
  for (const page of [sente, gote, second, third]) await page.waitForSelector('[data-reason="resignation"][data-winner="b"]');
  await noErrors(sente, gote, third, second);
});

test('an attempt that the rules forbid is explained, with the squares that cause it', async () => {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  await joinTable(gote, await open(sente, 'play-friend'));
  await playAll([sente, gote], ['7g7f', '3c3d', '8h2b+', '3a2b']);

  await sente.click(square('9g'));
  await sente.click(square('9d'));
  await sente.waitForSelector('[data-why][data-rule="not_reachable"]');
  await playAll([sente, gote], ['3g3f', '2b3c', '3f3e', '9c9d', '3e3d', '3c3d'], 4);
  await playAll([sente, gote], ['9g9f', '5c5d'], 10);
  // Sente has no pawn in hand; gote has one, and pawns on every file but the third and ... itself.
  await play(sente, '1g1f', 13);
  await gote.click('[data-hand="w"] [data-piece="p"]');
  await gote.click(square('7e'));
  await gote.waitForSelector('[data-why][data-rule="nifu"]');
  assert.ok(await gote.locator(`${square('7c')}.lit`).count(), 'the pawn that is there already is lit up');
  await gote.click('[data-act="dismiss"]');
  await gote.waitForSelector('[data-why]', { state: 'detached' });

  // Out of turn.
  await sente.click(square('9f'));
  await sente.waitForSelector('[data-why][data-rule="wrong_turn"]');
  await noErrors(sente, gote);
});

test('a move can be made by dragging, and a piece is put back where it cannot go', async () => {
  const sente = await device(browser, server);
  await open(sente, 'play-friend');
  await sente.locator(square('2g')).dragTo(sente.locator(square('2e')));
  await sente.waitForSelector('[data-why][data-rule="not_reachable"]');
  assert.equal(await sente.getAttribute(square('2g'), 'data-piece'), 'P');
  await sente.locator(square('2g')).dragTo(sente.locator(square('2f')));
  await plies(sente, 1);
  assert.equal(await sente.getAttribute(square('2f'), 'data-piece'), 'P');
  await noErrors(sente);
});
