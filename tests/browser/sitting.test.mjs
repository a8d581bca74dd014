// Two people at a table: the next game, draws, take-backs, settings, who watches, who lends the seat to the computer.
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
  square,
  tab,
} from './house.mjs';
import { openSeated } from './seats.mjs';

hosted();

const act = (name) => `[data-act="${name}"]`;
const count = (page, selector) => page.locator(selector).count();

async function seated(options = {}, profile = {}) {
  const sente = await device(browser, server, profile);
  const gote = await device(browser, server, profile);
  const url = await open(sente, 'play-friend', 'shogi', options);
  await joinTable(gote, url);
  await sente.waitForSelector(act('draw'));
  return { sente, gote, url };
}

/** A move that the computer may have answered before anybody looks. */
async function step(page, from, to) {
  await page.waitForSelector(`${square(from)}[data-mine]`);
  await page.click(square(from));
  await page.click(`${square(to)}[data-legal]`);
}

async function resign(page) {
  await page.click(act('resign'));
  await page.click(act('confirm'));
  await page.waitForSelector('[data-result]');
}

/** Whatever is asked at once, nobody sees two ways to say yes, nor a yes beside a button that asks. */
async function oneQuestion(page) {
  assert.ok((await count(page, '[data-status] .primary')) <= 1);
  assert.ok((await count(page, '[data-question]')) <= 1);
  assert.equal(await count(page, '[data-status] [data-act="draw"], [data-status] [data-act="takeback"]'), 0);
}

test('both have to want the next game, sides alternate, and the score is kept', async () => {
  const { sente, gote } = await seated();
  await play(sente, '7g7f', 1);
  await resign(gote);
  assert.equal(await sente.getAttribute('[data-score]', 'data-score'), '1-0-0');
  await gote.click(act('again'));
  await gote.waitForSelector('[data-again="asked"]');
  assert.equal(await count(gote, act('again')), 0, 'asking once is enough');
  await sente.waitForSelector('[data-again="wanted"]');
  await oneQuestion(sente);
  assert.match(await sente.textContent('[data-status]'), /wants to play again/);
  assert.equal(await sente.getAttribute('[data-board]', 'data-turn'), 'w', 'nothing has begun yet');
  await sente.click(act('again'));
  for (const page of [sente, gote]) await page.waitForSelector('[data-result]', { state: 'detached' });
  await play(gote, '2g2f', 1); // who was gote is sente now
  await plies(sente, 1);
  await sente.waitForSelector('[data-score="0-1-0"]');

  // Refused: said to who asked, and the other may still change their mind.
  await resign(sente);
  await sente.click(act('again'));
  await gote.click(`${act('decline')}:enabled`);
  await sente.waitForSelector('[data-again="refused"]');
  await gote.click(act('again'));
  await sente.click(act('again'));
  for (const page of [sente, gote]) await page.waitForSelector('[data-result]', { state: 'detached' });
  await noErrors(sente, gote);
});

test('a draw is offered, refused once, and agreed on', async () => {
  const { sente, gote } = await seated();
  await play(sente, '7g7f', 1);
  // A tap that was under way when the question came does not answer it. Looked at by the page itself, as it comes.
  const first = sente.waitForFunction(() => {
    const accept = document.querySelector('[data-question="draw"] [data-act="accept"]');
    return accept && (accept.disabled ? 'disabled' : 'enabled');
  });
  await gote.click(act('draw'));
  await gote.waitForSelector('[data-wish="draw"]');
  assert.equal(await (await first).jsonValue(), 'disabled');
  await oneQuestion(sente);
  await sente.click(`${act('decline')}:enabled`);
  await gote.waitForSelector('[data-notice="decline"]');
  assert.ok(await gote.locator(act('draw')).isDisabled(), 'not again before the next move');
  await play(gote, '3c3d', 2);
  await gote.click(act('draw'));
  await sente.click(`${act('accept')}:enabled`);
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="agreement"][data-winner="draw"]');
  assert.match(await gote.textContent('[data-status]'), /draws\s1/);
  await noErrors(sente, gote);
});

test('two wishes at once are two questions, one after the other, and no tap answers both', async () => {
  const page = await device(browser, server, phone);
  const seats = await openSeated(server, page, 'shogi');
  await seats.lead(['7g7f', '3c3d']);
  await seats.ask('draw');
  await page.waitForSelector('[data-question="draw"]');
  await seats.ask('takeback');
  await page.waitForFunction(() => /take the last move back/.test(document.querySelector('main').textContent));
  await oneQuestion(page);
  assert.equal(await count(page, act('accept')), 1);
  await page.waitForSelector(`${act('decline')}:enabled`);
  const { x, y, width, height } = await page.locator(act('decline')).boundingBox();
  // The page's clock stands, so that the moment for which a question takes no answer lasts until the finger is there.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator(act('decline')).tap();
  await page.waitForSelector('[data-question="takeback"]');
  // The second question came up where the finger still is.
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  assert.equal(await count(page, '[data-question="takeback"]'), 1);
  await oneQuestion(page);
  await page.clock.resume();
  await page.locator(`${act('accept')}:enabled`).tap();
  await plies(page, 1);
  await seats.close();
  await noErrors(page);
});

test('a wish is withdrawn, and lapses with the next move', async () => {
  const { sente, gote } = await seated();
  await play(sente, '7g7f', 1);
  await sente.click(act('draw'));
  await gote.waitForSelector('[data-question="draw"]');
  await sente.click(`${act('withdraw')}:enabled`);
  await gote.waitForSelector('[data-question]', { state: 'detached' });
  await sente.click(act('takeback'));
  await gote.waitForSelector('[data-question="takeback"]');
  await play(gote, '3c3d', 2);
  await gote.waitForSelector('[data-question]', { state: 'detached' });
  await sente.waitForSelector('[data-wish]', { state: 'detached' });
  await noErrors(sente, gote);
});

test('a take-back goes back to the turn of who asked, and gives that turn its time again', async () => {
  const opened = performance.now();
  const { sente, gote } = await seated({ turn_seconds: '60' });
  assert.ok(await sente.locator(act('takeback')).isDisabled(), 'there is nothing to take back');
  await sente.waitForTimeout(2500);
  await play(sente, '7g7f', 1);
  const moved = performance.now();
  await sente.click(act('takeback'));
  await gote.waitForSelector(`${act('accept')}:enabled`);
  await gote.waitForTimeout(4000);
  const accepting = performance.now();
  await gote.click(act('accept'));
  for (const page of [sente, gote]) await plies(page, 0);
  await sente.waitForSelector('[data-notice="takeback"]');
  assert.equal(await sente.getAttribute(square('7g'), 'data-piece'), 'P');
  // What it took before is gone; what the other side thought about is not.
  const [minutes, seconds] = (await sente.textContent('[data-clock="b"]'))
    .match(/\d+:\d+/)[0]
    .split(':')
    .map(Number);
  const left = minutes * 60 + seconds;
  const taken = (moved - opened + performance.now() - accepting) / 1000;
  assert.ok(left >= 60 - taken - 1 && left <= 58, `${left} s left, ${taken} s taken at most`);
  await playAll([sente, gote], ['2g2f', '3c3d']);
  await sente.click(act('takeback'));
  await gote.click(`${act('accept')}:enabled`);
  for (const page of [sente, gote]) await plies(page, 0);
  await noErrors(sente, gote);
});

test('against the computer a move is taken back at once', async () => {
  const page = await device(browser, server);
  await open(page, 'play-computer', 'shogi', { level: '1' });
  assert.equal(await count(page, act('draw')), 0);
  await step(page, '7g', '7f');
  await plies(page, 2);
  await page.click(act('takeback'));
  await plies(page, 0);
  await noErrors(page);
});

test('settings are seen by all, changed by who made the table, and fixed by the first move', async () => {
  const { sente, gote } = await seated();
  await sente.click('[data-agreed] > summary');
  await gote.click('[data-agreed] > summary');
  assert.equal(await count(gote, '[data-option]'), 0);
  assert.equal(await count(sente, '[data-option="on_timeout"]'), 0, 'without a clock it means nothing');
  await sente.selectOption('[data-option="turn_seconds"]', '30');
  await gote.waitForSelector('[data-setting="turn_seconds"][data-value="30"][data-differs]');
  await gote.waitForSelector('[data-notice="set"]');
  await gote.waitForSelector('[data-clock="b"]');
  await sente.selectOption('[data-option="on_timeout"]', 'cpu_moves');
  await gote.waitForSelector('[data-setting="on_timeout"][data-value="cpu_moves"][data-differs]');
  // A local rule that changes the board; then gote, who gives the handicap, moves first.
  await sente.selectOption('[data-option="handicap"]', 'bishop');
  for (const page of [sente, gote]) {
    await page.waitForSelector('[data-board][data-turn="w"]');
    assert.equal(await page.getAttribute(square('2b'), 'data-piece'), null);
  }
  await gote.reload();
  await gote.waitForSelector('[data-setting="handicap"][data-value="bishop"][data-differs]', { state: 'attached' });
  await play(gote, '3c3d', 1, 'w');
  await sente.waitForSelector('[data-option]', { state: 'detached' });
  await sente.waitForSelector('[data-setting="handicap"][data-value="bishop"]');
  await noErrors(sente, gote);
});

test('who waits starts against the computer with one click', async () => {
  const page = await device(browser, server, phone);
  await open(page, 'play-friend', 'shogi', { level: '1' });
  await page.tap(act('start-computer'));
  await page.waitForSelector('[data-invitation]', { state: 'detached' });
  assert.match(await page.textContent('[data-seat="w"]'), /Computer, level 1/);
  await page.tap(square('7g'));
  await page.tap(square('7f'));
  await plies(page, 2);
  await noErrors(page);
});

test('a seat is lent to the computer and taken back; everybody is told; a third person only watches', async () => {
  const { sente, gote, url } = await seated({ level: '1' });
  const third = await device(browser, server);
  await joinTable(third, url);
  await play(sente, '7g7f', 1);
  await sente.click(act('lend-seat'));
  for (const page of [sente, gote, third]) await page.waitForSelector('[data-stand-in="b"][data-because="asked"]');
  assert.match(await third.textContent('[data-stand-in]'), /computer plays for sente/);
  assert.equal(await count(third, `${act('seat-back')}, ${act('draw')}, ${act('takeback')}, ${act('lend-seat')}`), 0);
  assert.equal(await count(gote, act('seat-back')), 0);
  await step(gote, '3c', '3d');
  await plies(gote, 3);
  await sente.click(act('seat-back'));
  for (const page of [sente, gote, third]) await page.waitForSelector('[data-stand-in]', { state: 'detached' });
  await play(gote, '8c8d', 4);
  await sente.waitForSelector('[data-mine]'); // sente moves again
  await noErrors(sente, gote, third);
});

test('a reload and a tab that was closed return to the seat', async () => {
  const { sente, gote, url } = await seated();
  await play(sente, '7g7f', 1);
  const context = gote.context();
  await gote.close();
  await sente.waitForSelector('[data-seat="w"][data-here="false"]');
  const again = await tab(context);
  await joinTable(again, url);
  await sente.waitForSelector('[data-seat="w"][data-here="true"]');
  await again.reload();
  await play(again, '3c3d', 2);
  await plies(sente, 2);
  await noErrors(sente, again);
});

test('on a phone what the other side asks, and how it ended, leave one’s own seat and hand to be seen', async () => {
  const [page, friend] = [await device(browser, server, phone), await device(browser, server)];
  await joinTable(friend, await open(page, 'play-friend'));
  await playAll([page, friend], ['7g7f', '3c3d', '8h2b+', '3a2b']);
  const edges = () =>
    page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return {
        bar: box('.status').top,
        hand: box('.hand.lower').bottom,
        seat: box('.seat.lower .who').bottom,
        board: box('.frame').top,
      };
    });
  // A press may have scrolled: whoever drives the page brings what it presses into sight.
  const atTop = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    return edges();
  };
  let before = await atTop();
  await friend.click('[data-act="takeback"]');
  await page.waitForSelector('[data-question="takeback"]');
  const asked = await edges();
  assert.ok(asked.bar >= asked.hand && asked.board === before.board, JSON.stringify(asked));
  await page.click('[data-act="decline"]:enabled');
  await page.waitForSelector('[data-question]', { state: 'detached' });
  before = await atTop();
  await friend.click('[data-act="resign"]');
  await friend.waitForTimeout(350);
  await friend.click('[data-act="confirm"]');
  await page.waitForSelector('[data-result]');
  const over = await edges();
  assert.ok(over.bar >= over.seat && over.board === before.board, JSON.stringify(over));
  await noErrors(page, friend);
});
