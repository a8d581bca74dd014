// Why not? The refusals that people take for faults of the program, each answered with its rule and its squares.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, play, playAll, plies, server, square } from './house.mjs';

hosted();

/** A table at which these moves were played; the page of the side that is to move is returned first. */
async function played(game, moves, options = {}) {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  await joinTable(gote, await open(sente, 'play-friend', game, options));
  const list = moves.split(' ');
  await playAll([sente, gote], list);
  return list.length % 2 === 0 ? [sente, gote] : [gote, sente];
}

async function refused(page, clicks, rule, lit, words) {
  for (const selector of clicks) await page.click(selector);
  await page.waitForSelector(`[data-why][data-rule="${rule}"]`);
  for (const name of lit) assert.equal(await page.locator(`${square(name)}.lit`).count(), 1, `${name} is lit up`);
  assert.match(await page.textContent('[data-why]'), words);
}

async function close(...pages) {
  await noErrors(...pages);
  for (const page of pages) await page.context().close();
}

test('chu: a counter-strike', async () => {
  const [sente, gote] = await played('chu', '8i8h 5d5e 7j7h 6c6e 7h7f 6e5f 7f7e 7d7e');
  await refused(sente, [square('9j'), square('5f')], 'counter_strike', ['7e', '5f', '5e'], /only a lion may take this lion/);
  // The squares are named too, for those who cannot see them.
  assert.match(await sente.textContent('[data-why]'), /5f, lion of gote/);
  await close(sente, gote);
});

test('chu: a protected lion two squares away, unless the table trades lions freely', async () => {
  const moves = '7j7h 6c6e 7h7g 12d12e';
  const [sente, gote] = await played('chu', moves);
  await refused(sente, [square('7g'), square('6e')], 'lion_protected', ['6e', '6d'], /protected/);
  await close(sente, gote);
  const [free, other] = await played('chu', moves, { lion_trade: 'off' });
  await play(free, '7g6e', 5);
  assert.equal(await free.getAttribute(square('6e'), 'data-piece'), 'N');
  await close(free, other);
});

test('chu: no promotion after a quiet entry, unless the table promotes as in shogi', async () => {
  const moves = '8i8h 12d12e 9j4e 12e12f 4e3d 1d1e';
  const [sente, gote] = await played('chu', moves);
  await refused(sente, [square('3d'), square('3e')], 'cannot_promote', ['3e'], /may promote when it enters/);
  await plies(sente, 7);
  await close(sente, gote);
  const [free, other] = await played('chu', moves, { promotion: 'shogi' });
  await play(free, '3d3e+', 7);
  assert.equal(await free.getAttribute(square('3e'), 'data-piece'), '+H');
  await close(free, other);
});

test('chu: the fourth occurrence of a position', async () => {
  const [gote, sente] = await played('chu', '7j7h 6c6e 7h7g7h 6e6f6e 7h7g7h 6e6f6e 7h7g7h');
  await refused(gote, [square('6e'), square('6f'), square('6e')], 'fourth_occurrence', ['6e'], /fourth time/);
  await close(sente, gote);
});

test('shogi: a pawn drop that mates, and a second pawn on a file', async () => {
  const moves =
    '2h4h 8b7b 7g7f 3a3b 8h3c+ 2b3c 4h6h 3c9i+ 2g2f B*5h 3i4h 5h4g 4h4g L*1h B*8e 2c2d 6h1h 9i8i 8e6c+ 8i6g 6c4a 5a6b';
  const [sente, gote] = await played('shogi', moves);
  const pawn = '[data-hand="b"] [data-piece="P"]';
  await refused(sente, [pawn, square('6c')], 'uchifuzume', ['6c', '6b'], /dropping a pawn is not allowed/);
  await sente.keyboard.press('Escape');
  await refused(sente, [pawn, square('5e')], 'nifu', ['5g'], /drop it on another file/);
  await sente.keyboard.press('Escape');
  await play(sente, 'P*6d', 23); // neither on that file nor a check
  await close(sente, gote);
});

test('annan: a king refused a step, a pawn that moves as the bishop behind it, and nifu', async () => {
  const [sente, gote] = await played('annan', '5i6h 8c8g+ 7g7f 2c6g+');
  await refused(sente, [square('6h'), square('7g')], 'in_check', ['7g', '6g'], /borrow the movement/);
  await close(sente, gote);
  const [first, second] = await played('annan', '1g1f 1c1d');
  await refused(first, [square('8g'), square('8f')], 'moves_as_support', ['8h'], /right behind/);
  await first.keyboard.press('Escape');
  await play(first, '8g4c', 3);
  await play(second, '1d1e', 4);
  await refused(first, ['[data-hand="b"] [data-piece="P"]', square('5e')], 'nifu', ['5g'], /second may not be dropped/);
  await close(first, second);
});

test('annan: a pawn on the last rank with a piece behind it, unless its own movement decides', async () => {
  const moves = '2g2c+ 1c1d 2c2b 1d1e 2b2a 9c9d 2a2b 9d9e';
  const [sente, gote] = await played('annan', moves);
  await play(sente, 'P*2a', 9);
  assert.match(await sente.getAttribute(square('2a'), 'aria-label'), /pawn of sente, moves as tokin/);
  await close(sente, gote);
  const [strict, other] = await played('annan', moves, { dead_piece: 'by_type' });
  await refused(strict, ['[data-hand="b"] [data-piece="P"]', square('2a')], 'dead_piece', ['2a'], /could never move again/);
  await close(strict, other);
});

test('annan: a pawn drop that mates', async () => {
  const moves =
    '5i6h 2c6g 6h6g 4c4d 8g3b+ 8c8g+ P*6d 6c6d 3b4b 3a4b 6g6f 5a6b 2g2b 6a5b B*5a 5b5a 2b2a+ 6d6e 6f7e B*1h 4i4h 7c7d 7e8e ' +
    'P*2f 2a1a 1h2i+ L*6f 2f2g+ N*1d 6e6f 1d2b+ 2g1g 2h2c N*8c 8e9e 9c9d 9e9f';
  const [gote, sente] = await played('annan', moves);
  await refused(gote, ['[data-hand="w"] [data-piece="p"]', square('8d')], 'uchifuzume', ['8d', '9f'], /may not give checkmate/);
  await close(sente, gote);
});

test('hasami: nothing is taken by moving onto it, and a jump is shown what stands in its way', async () => {
  const [sente, gote] = await played('hasami', '5i5d 5a5c');
  await refused(sente, [square('5d'), square('5c')], 'occupied', ['5c'], /between two of your pieces/);
  await refused(sente, [square('5b')], 'not_reachable', ['5c'], /straight/);
  await close(sente, gote);
});
