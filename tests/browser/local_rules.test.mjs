// Every local rule and every setting of a new table, switched once in the form of the first page and seen at the board.
// One test a rule, named after it: what the default does and what the other values do, with the same moves. The last test
// asks the form whether anything in it was left out.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { device, launch, noErrors, play, plies, Server, sfen, square } from './house.mjs';
import { openSeated, TO_BARE_KING } from './seats.mjs';

let server;
let browser;
let page; // of one device, which opens one table after the other
before(async () => {
  server = await new Server().start();
  browser = await launch();
  page = await device(browser, server);
});
after(async () => {
  await noErrors(page);
  await browser?.close();
  await server?.stop();
});

/** "game rule=value" that some test here has chosen in the form, or left as it is. */
const seen = new Set();
const note = (game, options) => {
  for (const [name, value] of Object.entries(options)) seen.add(`${game} ${name}=${value}`);
};

/** A table with one rule at this value, after these moves; `first: 'guest'` where the page is to be gote. */
async function table(game, options, moves = '') {
  note(game, options);
  const seats = await openSeated(server, page, game, options);
  await seats.lead(moves.split(' ').filter(Boolean));
  return seats;
}

const ends = (reason, winner) => page.waitForSelector(`[data-result][data-reason="${reason}"][data-winner="${winner}"]`);

/** The page has seen so many plies, and the game is not over. */
async function goesOn(count) {
  await plies(page, count);
  assert.equal(await page.locator('[data-result]').count(), 0, 'the game goes on');
}

async function refused(from, to, rule) {
  await page.click(from);
  await page.click(to);
  await page.waitForSelector(`[data-why][data-rule="${rule}"]`);
}

const agreed = (name) => page.getAttribute(`[data-agreed] [data-setting="${name}"]`, 'data-value');

// ---- what all games have ----

for (const [game, moves] of [
  ['shogi', '7g7f 3c3d 2g2f'],
  ['annan', '7g7f 3c3d 2g2f'],
  ['chu', '8i8h 5d5e 7j7h'],
  ['hasami', '5i5e 4a4d 3i3e'],
]) {
  test(`${game}: move_limit`, async () => {
    const [first, second, third] = moves.split(' ');
    const seats = await table(game, { move_limit: '3' }, `${first} ${second}`);
    assert.equal(await agreed('move_limit'), '3');
    await goesOn(2); // no other test has a limit, and their games go on
    await play(page, third, 3);
    await ends('move_limit', 'draw');
    await seats.close();
  });
}

test('hasami: move_limit, and a win on the last ply', async () => {
  const seats = await table('hasami', { move_limit: '7' }, '7i7b 8a8b 9i9b 1a1d 8i8a 1d7d');
  await play(page, '1i1a', 7);
  await ends('captures', 'b');
  await seats.close();
});

// ---- shogi ----

test('shogi: handicap', async () => {
  const even = await table('shogi', { handicap: 'none' });
  assert.equal(await sfen(page), 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1');
  await play(page, '7g7f', 1);
  await even.close();
  for (const [handicap, gone] of [
    ['lance', '1a'],
    ['bishop', '2b'],
    ['rook', '8b'],
    ['rook_lance', '8b 1a'],
    ['two', '8b 2b'],
    ['four', '8b 2b 9a 1a'],
    ['six', '8b 2b 9a 1a 8a 2a'],
    ['eight', '8b 2b 9a 1a 8a 2a 7a 3a'],
    ['ten', '8b 2b 9a 1a 8a 2a 7a 3a 6a 4a'],
  ]) {
    const seats = await table('shogi', { handicap });
    assert.equal(await agreed('handicap'), handicap);
    // Exactly these are missing, and gote, who gives them, begins.
    for (const name of gone.split(' '))
      assert.equal(await page.getAttribute(square(name), 'data-piece'), null, `${handicap}: ${name}`);
    assert.equal(await page.locator('[data-square][data-piece]').count(), 40 - gone.split(' ').length, handicap);
    assert.equal(await page.getAttribute('[data-board]', 'data-turn'), 'w');
    await seats.lead(['5c5d']);
    await play(page, '7g7f', 2, 'b');
    await seats.close();
  }
});

test('shogi: impasse', async () => {
  // Both kings walk into the other camp, and both sides have 24 points.
  const even = '5i5h 5a4b 6g6f 5c5d 5h6g 4b5c 6g5f 5c6d 5f4e 6d7e 4e5d 7e6f 5d5c';
  const off = await table('shogi', { impasse: 'off', first: 'guest' }, even);
  await play(page, '6f5g', 14);
  await goesOn(14);
  await off.lead(['9g9f']);
  await off.close();
  const counted = await table('shogi', { impasse: 'points24', first: 'guest' }, even);
  await goesOn(13);
  await play(page, '6f5g', 14);
  await ends('impasse', 'draw');
  await counted.close();
  // The same, and gote has lost a bishop.
  const behind = '7g7f 3c3d 8h2b+ 5a5b 5i6h 6c6d 6h7g 5b6c 7g6f 6c7d 6f5e 7d8e 5e6d 8e7f 6d6c';
  const lost = await table('shogi', { impasse: 'points24', first: 'guest' }, behind);
  await play(page, '7f6g', 16);
  await ends('impasse', 'b');
  await lost.close();
  // Sente's king with ten pieces in the camp and 28 points there and in hand, and its turn.
  const entered =
    '7g7f 9a9b 8h3c+ 8b4b 3c2b 4b3b 2b3b 9c9d 5i6h 8a9c 6h7g 4c4d 7g8f 9c8e 8f8e 8c8d 8e8d 9b9c 8d9c 6c6d L*4c 2c2d N*2c 5a5b ' +
    'R*9a 2d2e B*8b 4d4e 8b7a+ 2e2f S*8b 1c1d 3b3a 1a1c S*9b 2a3c 3a1c 3c2e L*8c 6a6b 4c4a+ 9d9e G*6a 9e9f 7a6b 5b4c G*1a 4e4f ' +
    '4g4f 6d6e 9g9f 4c3d 2g2f 3d3c 2f2e';
  for (const impasse of ['points24', 'points27']) {
    const seats = await table('shogi', { impasse, first: 'guest' }, entered);
    await goesOn(55);
    await play(page, '1d1e', 56);
    if (impasse === 'points27') await ends('impasse', 'b');
    else await goesOn(56); // gote's king is at home
    await seats.close();
  }
});

// ---- annan ----

test('annan: dead_piece', async () => {
  const moves = '2g2c+ 1c1d 2c2b 1d1e 2b2a 9c9d 2a2b 9d9e';
  const support = await table('annan', { dead_piece: 'support' }, moves);
  await play(page, 'P*2a', 9);
  assert.match(await page.getAttribute(square('2a'), 'aria-label'), /pawn of sente, moves as tokin/);
  await support.close();
  const strict = await table('annan', { dead_piece: 'by_type' }, moves);
  await refused('[data-hand="b"] [data-piece="P"]', square('2a'), 'dead_piece');
  await strict.close();
});

// ---- chu ----

test('chu: promotion', async () => {
  const moves = '8i8h 12d12e 9j4e 12e12f 4e3d 1d1e';
  const association = await table('chu', { promotion: 'association' }, moves);
  await refused(square('3d'), square('3e'), 'cannot_promote');
  await plies(page, 7);
  assert.equal(await page.getAttribute(square('3e'), 'data-piece'), 'H', 'it moved, unpromoted');
  await association.close();
  const shogi = await table('chu', { promotion: 'shogi' }, moves);
  await play(page, '3d3e+', 7);
  assert.equal(await page.getAttribute(square('3e'), 'data-piece'), '+H');
  await shogi.close();
});

test('chu: lion_trade', async () => {
  // A lion two squares away that a pawn protects.
  const far = '7j7h 6c6e 7h7g 12d12e';
  // A lion was just taken by a pawn on 7e; the one on 5f is protected by the pawn of 5e, or by nothing.
  const covered = '8i8h 5d5e 7j7h 6c6e 7h7f 6e5f 7f7e 7d7e';
  const bare = '8i8h 12d12e 7j7h 6c6e 7h7f 6e5f 7f7e 7d7e';
  for (const [lion_trade, moves, from, to, rule] of [
    ['protected', far, '7g', '6e', 'lion_protected'],
    ['protected', bare, '9j', '5f', null],
    ['always', bare, '9j', '5f', 'counter_strike'],
    ['off', far, '7g', '6e', null],
    ['off', covered, '9j', '5f', null],
  ]) {
    const seats = await table('chu', { lion_trade }, moves);
    const piece = await page.getAttribute(square(from), 'data-piece');
    if (rule) await refused(square(from), square(to), rule);
    else {
      await play(page, `${from}${to}`, moves.split(' ').length + 1);
      assert.equal(await page.getAttribute(square(to), 'data-piece'), piece);
    }
    await seats.close();
  }
});

test('chu: bare_king', async () => {
  for (const bare_king of ['on', 'off']) {
    const seats = await table('chu', { bare_king, first: 'guest' }, TO_BARE_KING.slice(0, -1).join(' '));
    // Gote has the king alone, and one more move.
    assert.deepEqual((await seats.board()).match(/[a-z]/g), ['k']);
    await goesOn(83);
    await play(page, TO_BARE_KING[83], 84);
    if (bare_king === 'on') await ends('bare_king', 'b');
    else {
      await goesOn(84);
      await seats.lead(['4g4h']);
      await ends('royals_captured', 'b');
    }
    await seats.close();
  }
});

// ---- hasami ----

test('hasami: win', async () => {
  const left = () => page.getAttribute('[data-hand="b"] .goal', 'data-left');
  // The third capture, and none of the other side.
  const three = '4i4b 2a2h 6i6g 1a1d 6g2g 8a8d 9i9b 7a7f 5i4i 8d8h 4i5i 7f6f 2g8g 1d6d 3i3c 6f7f'.split(' ');
  for (const [win, needed] of [
    ['five', '5'],
    ['lead3', '3'],
  ]) {
    const seats = await table('hasami', { win });
    assert.equal(await left(), needed);
    await seats.lead(three);
    await play(page, '8g8a', 17);
    if (win === 'lead3') await ends('captures', 'b');
    else await goesOn(17);
    await seats.close();
  }
  // A piece, the piece in the corner, and then six in one line; two plies later the last.
  const many = '7i7b 8a8b 9i9b 1a1d 8i8a 1d7d'.split(' ');
  for (const [win, needed] of [
    ['five', '5'],
    ['all', '9'],
  ]) {
    const seats = await table('hasami', { win });
    assert.equal(await left(), needed);
    await seats.lead(many);
    assert.equal(await page.getAttribute(square('9a'), 'data-piece'), null, 'taken in the corner');
    await play(page, '1i1a', 7);
    assert.equal(await page.getAttribute('[data-hand="b"] [data-piece="P"]', 'data-count'), '8');
    if (win === 'all') {
      await goesOn(7);
      assert.equal(await left(), '1');
      await seats.lead(['7d7i']);
      await play(page, '8a8i', 9);
    }
    await ends('captures', 'b');
    assert.equal(await left(), '0');
    await seats.close();
  }
});

// ---- settings of the table ----

/** Which side the page looks from: its own is below. */
const below = async (page) => ((await page.locator('[data-square]').first().getAttribute('data-square')) === '1i' ? 'w' : 'b');

test('first', async () => {
  for (const [first, side] of [
    ['creator', 'b'],
    ['guest', 'w'],
  ]) {
    const seats = await table('hasami', { first });
    assert.equal(await below(page), side);
    if (side === 'w') await seats.lead(['5i5e']);
    await play(page, side === 'b' ? '5i5e' : '4a4d', side === 'b' ? 1 : 2);
    await seats.close();
  }
  // Drawn by lot: both come up. That twenty draws are alike happens once in half a million times.
  const drawn = new Set();
  for (let tries = 0; drawn.size < 2 && tries < 20; tries++) {
    const seats = await table('hasami', { first: 'draw' });
    assert.equal(await below(page), seats.side);
    drawn.add(seats.side);
    await seats.close();
  }
  assert.equal(drawn.size, 2);
});

test('alternate_first', async () => {
  for (const [alternate_first, next] of [
    ['on', 'w'],
    ['off', 'b'],
  ]) {
    const seats = await table('hasami', { alternate_first }, '5i5e');
    await seats.resign();
    await ends('resignation', 'b');
    await page.click('[data-act="again"]');
    await page.waitForSelector('[data-again="asked"]');
    await seats.again();
    await page.waitForSelector('[data-result]', { state: 'detached' });
    await plies(page, 0);
    assert.equal(await below(page), next);
    await seats.close();
  }
});

test('show_legal', async () => {
  for (const show_legal of ['on', 'off']) {
    const seats = await table('hasami', { show_legal });
    await page.click(square('5i'));
    await page.waitForSelector(`${square('5i')}.selected`);
    assert.equal(await page.locator('[data-legal]').count(), show_legal === 'on' ? 7 : 0);
    await page.click(square('5e'));
    await plies(page, 1);
    await seats.close();
  }
});

// ---- nothing is left out ----

/** Settings of the table that are the same code in every game, and seen in one; and what other files test. */
const IN_ONE_GAME = ['first', 'alternate_first', 'show_legal'];
// games.test.mjs: the computer's level; clocks.test.mjs: turns with an end; lobby.test.mjs: what is listed and rated
const ELSEWHERE = ['level', 'turn_seconds', 'listed', 'rated'];

test('every rule and setting of the form, with every value, was switched here', async () => {
  await page.goto('/en/');
  const left = [];
  let fields = 0;
  for (const section of await page.locator('[data-section]').all()) {
    const game = await section.getAttribute('data-section');
    await page.click(`[data-act="options"][data-game="${game}"]`);
    for (const field of await section.locator('[data-option]').all()) {
      const name = await field.getAttribute('data-option');
      const values = await field.evaluate((element) => [...(element.options ?? [])].map(({ value }) => value));
      fields++;
      if (ELSEWHERE.includes(name)) continue;
      const of = IN_ONE_GAME.includes(name) ? 'hasami' : game;
      if (values.length === 0 && ![...seen].some((one) => one.startsWith(`${of} ${name}=`))) left.push(`${game} ${name}`);
      for (const value of values) if (!seen.has(`${of} ${name}=${value}`)) left.push(`${game} ${name}=${value}`);
    }
  }
  assert.ok(fields >= 4 * 5, `${fields} fields`);
  assert.deepEqual(left, []);
});
