// Why not? The refusals that people take for faults of the program, each answered with its rule and its squares.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, noErrors, play, plies, server, square } from './house.mjs';
import { openSeated } from './seats.mjs';

hosted();

/** A table at which these moves were played, and the page of the side that is to move. */
async function played(game, moves, options = {}) {
  const list = moves.split(' ');
  const page = await device(browser, server);
  const table = await openSeated(server, page, game, { ...options, ...(list.length % 2 === 1 && { first: 'guest' }) });
  await table.lead(list);
  const close = async () => {
    await noErrors(page);
    await table.close();
    await page.context().close();
  };
  return { page, lead: table.lead, close };
}

async function refused(page, clicks, rule, lit, words) {
  for (const selector of clicks) await page.click(selector);
  await page.waitForSelector(`[data-why][data-rule="${rule}"]`);
  for (const name of lit) assert.equal(await page.locator(`${square(name)}.lit`).count(), 1, `${name} is lit up`);
  assert.match(await page.textContent('[data-why]'), words);
}

test('chu: a counter-strike', async () => {
  const { page, close } = await played('chu', '8i8h 5d5e 7j7h 6c6e 7h7f 6e5f 7f7e 7d7e');
  await refused(page, [square('9j'), square('5f')], 'counter_strike', ['7e', '5f', '5e'], /only a lion may take this lion/);
  // The squares are named too, for those who cannot see them.
  assert.match(await page.textContent('[data-why]'), /5f, lion of gote/);
  await close();
});

test('chu: a protected lion two squares away, unless the table trades lions freely', async () => {
  const moves = '7j7h 6c6e 7h7g 12d12e';
  const { page, close } = await played('chu', moves);
  await refused(page, [square('7g'), square('6e')], 'lion_protected', ['6e', '6d'], /protected/);
  await close();
  const other = await played('chu', moves, { lion_trade: 'off' });
  await play(other.page, '7g6e', 5);
  assert.equal(await other.page.getAttribute(square('6e'), 'data-piece'), 'N');
  await other.close();
});

test('chu: no promotion after a quiet entry, unless the table promotes as in shogi', async () => {
  const moves = '8i8h 12d12e 9j4e 12e12f 4e3d 1d1e';
  const { page, close } = await played('chu', moves);
  await refused(page, [square('3d'), square('3e')], 'cannot_promote', ['3e'], /may promote when it enters/);
  await plies(page, 7);
  await close();
  const other = await played('chu', moves, { promotion: 'shogi' });
  await play(other.page, '3d3e+', 7);
  assert.equal(await other.page.getAttribute(square('3e'), 'data-piece'), '+H');
  await other.close();
});

test('chu: the fourth occurrence of a position', async () => {
  const { page, close } = await played('chu', '7j7h 6c6e 7h7g7h 6e6f6e 7h7g7h 6e6f6e 7h7g7h');
  await refused(page, [square('6e'), square('6f'), square('6e')], 'fourth_occurrence', ['6e'], /fourth time/);
  await close();
});

test('shogi: a pawn drop that mates, and a second pawn on a file', async () => {
  const moves =
    '2h4h 8b7b 7g7f 3a3b 8h3c+ 2b3c 4h6h 3c9i+ 2g2f B*5h 3i4h 5h4g 4h4g L*1h B*8e 2c2d 6h1h 9i8i 8e6c+ 8i6g 6c4a 5a6b';
  const { page, close } = await played('shogi', moves);
  const pawn = '[data-hand="b"] [data-piece="P"]';
  await refused(page, [pawn, square('6c')], 'uchifuzume', ['6c', '6b'], /dropping a pawn is not allowed/);
  await page.keyboard.press('Escape');
  await refused(page, [pawn, square('5e')], 'nifu', ['5g'], /drop it on another file/);
  await page.keyboard.press('Escape');
  await play(page, 'P*6d', 23); // neither on that file nor a check
  await close();
});

test('annan: a king refused a step, a pawn that moves as the bishop behind it, and nifu', async () => {
  const { page, close } = await played('annan', '5i6h 8c8g+ 7g7f 2c6g+');
  await refused(page, [square('6h'), square('7g')], 'in_check', ['7g', '6g'], /borrow the movement/);
  await close();
  const other = await played('annan', '1g1f 1c1d');
  await refused(other.page, [square('8g'), square('8f')], 'moves_as_support', ['8h'], /right behind/);
  await other.page.keyboard.press('Escape');
  await play(other.page, '8g4c', 3);
  await other.lead(['1d1e']);
  await refused(other.page, ['[data-hand="b"] [data-piece="P"]', square('5e')], 'nifu', ['5g'], /second may not be dropped/);
  await other.close();
});

test('annan: a pawn on the last rank with a piece behind it, unless its own movement decides', async () => {
  const moves = '2g2c+ 1c1d 2c2b 1d1e 2b2a 9c9d 2a2b 9d9e';
  const { page, close } = await played('annan', moves);
  await play(page, 'P*2a', 9);
  assert.match(await page.getAttribute(square('2a'), 'aria-label'), /pawn of sente, moves as tokin/);
  await close();
  const other = await played('annan', moves, { dead_piece: 'by_type' });
  await refused(other.page, ['[data-hand="b"] [data-piece="P"]', square('2a')], 'dead_piece', ['2a'], /could never move again/);
  await other.close();
});

test('annan: a pawn drop that mates', async () => {
  const moves =
    '5i6h 2c6g 6h6g 4c4d 8g3b+ 8c8g+ P*6d 6c6d 3b4b 3a4b 6g6f 5a6b 2g2b 6a5b B*5a 5b5a 2b2a+ 6d6e 6f7e B*1h 4i4h 7c7d 7e8e ' +
    'P*2f 2a1a 1h2i+ L*6f 2f2g+ N*1d 6e6f 1d2b+ 2g1g 2h2c N*8c 8e9e 9c9d 9e9f';
  const { page, close } = await played('annan', moves);
  await refused(page, ['[data-hand="w"] [data-piece="p"]', square('8d')], 'uchifuzume', ['8d', '9f'], /may not give checkmate/);
  await close();
});

test('hasami: nothing is taken by moving onto it, and a jump is shown what stands in its way', async () => {
  const { page, close } = await played('hasami', '5i5d 5a5c');
  await refused(page, [square('5d'), square('5c')], 'occupied', ['5c'], /between two of your pieces/);
  await refused(page, [square('5b')], 'not_reachable', ['5c'], /straight/);
  await close();
});
