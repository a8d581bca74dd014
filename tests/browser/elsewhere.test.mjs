/*
 * What goes wrong at other places, and must not here. More of it is tested where it belongs: a move that came in time
 * (server/table/tests/time_test.c), a rematch with someone who left and a tab that slept (clocks.test.mjs), two questions in
 * one place (sitting.test.mjs).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, faults, hosted, MATE, noErrors, open, phone, play, plies, server, sfen, square } from './house.mjs';
import { openSeated } from './seats.mjs';

hosted();

const act = (name) => `[data-act="${name}"]`;

/** A device whose messages pass through `wire.up` and `wire.down`; these may drop them. `wire.open` is the newest connection. */
async function tapped(options = {}) {
  const page = await device(browser, server, options);
  const wire = { up: (text, pass) => pass(text), down: (text, pass) => pass(text), refused: 0, connections: 0 };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (wire.refused > 0) {
      wire.refused--;
      void socket.close();
      return;
    }
    const upstream = socket.connectToServer();
    wire.connections++;
    wire.open = socket;
    socket.onMessage((text) => wire.up(text, (it) => upstream.send(it)));
    upstream.onMessage((text) => wire.down(text, (it) => socket.send(it)));
  });
  return { page, wire };
}

for (const [name, profile] of [
  ['on a desk', {}],
  ['on a phone of 360 px', phone],
])
  test(`the link of a game shows that game for ever, ${name}`, async () => {
    const page = await device(browser, server, profile);
    const seats = await openSeated(server, page, 'shogi', { turn_seconds: '60' });
    await seats.lead(MATE.slice(0, 2));
    const table = page.url();
    await seats.lead(MATE.slice(2));
    await page.waitForSelector('[data-result]');
    await page.click(act('game'));
    await page.waitForURL(/\/g\/[\w-]+$/);
    const link = page.url();
    await page.waitForSelector('[data-result][data-reason="checkmate"][data-winner="b"]');
    await plies(page, MATE.length);
    assert.equal(await page.locator('[data-ply]').count(), MATE.length);
    await page.click(act('first'));
    await plies(page, 0);
    await page.click('[data-ply="3"]');
    await plies(page, 3);
    assert.deepEqual(await faults(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));

    // The table goes on to another game; the link stays, and leads there.
    await page.goto(table);
    await page.click(act('again'));
    await page.waitForSelector('[data-again="asked"]');
    await seats.again();
    await page.waitForSelector('[data-result]', { state: 'detached' });
    const reader = await device(browser, server, profile);
    await reader.goto(link);
    await reader.waitForSelector('[data-result][data-reason="checkmate"]');
    await reader.click(act('next-game'));
    await reader.waitForURL((url) => url.href !== link);
    await plies(reader, 0);
    assert.equal(await reader.locator('[data-result]').count(), 0);
    assert.match(await reader.textContent('[data-status]'), /still being played/);
    await reader.click(`${act('to-table')}.primary`);
    await reader.waitForURL(table);
    await reader.goto(`${server.url}/g/nothing`);
    await reader.waitForSelector('[data-trouble="trouble.game_not_found"]');
    await noErrors(page, reader);
    await seats.close();
  });

test('who looks at old moves is not dragged forward by a new one', async () => {
  const page = await device(browser, server);
  const seats = await openSeated(server, page, 'shogi');
  await seats.lead(['7g7f', '3c3d', '2g2f']);
  await page.click('[data-ply="1"]');
  await page.waitForSelector('[data-ply="1"][aria-current]');
  const piece = () => page.getAttribute(square('3c'), 'data-piece');
  assert.equal(await piece(), 'p');
  await seats.lead(['8c8d']);
  assert.equal(await page.locator('[data-ply]').count(), 4);
  assert.equal(await page.locator('[data-ply="1"][aria-current]').count(), 1);
  assert.equal(await piece(), 'p');
  await page.click(act('live'));
  await page.waitForSelector('[data-ply="4"][aria-current]');
  await noErrors(page);
  await seats.close();
});

test('a move that was under way at a reload is made once, or not at all', async () => {
  const { page, wire } = await tapped();
  // It never reached the server.
  wire.up = (text, pass) => JSON.parse(text).t === 'move' || pass(text);
  await open(page, 'play-friend');
  const start = await sfen(page);
  await page.click(square('7g'));
  await page.click(square('7f'));
  assert.equal(await page.getAttribute(square('7f'), 'data-piece'), 'P');
  await page.reload();
  await page.waitForSelector('[data-board]');
  assert.equal(await sfen(page), start);
  assert.equal(await page.getAttribute(square('7g'), 'data-piece'), 'P');
  assert.equal(await page.locator('[data-ply]').count(), 0);
  // It did, and the answer was lost.
  wire.up = (text, pass) => pass(text);
  const answered = new Promise((done) => {
    wire.down = (text, pass) => (JSON.parse(text).t === 'event' ? done() : pass(text));
  });
  await page.click(square('7g'));
  await page.click(square('7f'));
  await answered;
  wire.down = (text, pass) => pass(text);
  await page.reload();
  await plies(page, 1);
  assert.equal(await page.locator('[data-ply]').count(), 1);
  assert.equal(await page.getAttribute('[data-board]', 'data-turn'), 'w');
  await noErrors(page);
});

test('after a change of network the connection is there again, and what was done meanwhile too', async () => {
  const { page, wire } = await tapped();
  const url = await open(page, 'play-friend');
  const friend = await device(browser, server);
  await friend.goto(url);
  await friend.waitForSelector('[data-seat="w"]');
  await play(page, '7g7f', 1);
  await plies(friend, 1);
  // The old way leads nowhere any more, and nobody says so; then the new network refuses for a while.
  wire.up = () => {};
  wire.down = () => {};
  wire.refused = 3;
  await play(friend, '3c3d', 2);
  await page.waitForTimeout(300);
  assert.equal(await page.locator('[data-ply]').count(), 1);
  const dead = wire.connections;
  setTimeout(() => {
    wire.up = (text, pass) => pass(text);
    wire.down = (text, pass) => pass(text);
  }, 9000);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await plies(page, 2, { timeout: 120_000 });
  assert.ok(wire.connections > dead);
  await page.waitForSelector('[data-link="open"]', { state: 'attached' });
  await play(page, '2g2f', 3);
  await plies(friend, 3);
  await noErrors(page, friend);
});

test('a clock does not grow while the server is away', async () => {
  const page = await device(browser, server);
  const seats = await openSeated(server, page, 'shogi', { turn_seconds: '30' });
  await seats.lead(['7g7f', '3c3d']);
  const seconds = async () => {
    const [, minutes, rest] = /(\d+):(\d+)/.exec(await page.textContent('[data-clock="b"]'));
    return Number(minutes) * 60 + Number(rest);
  };
  await page.waitForFunction(() => /0:(2[0-7]|1\d)/.test(document.querySelector('[data-clock="b"]').textContent));
  const looked = performance.now();
  const before = await seconds();
  await server.kill();
  const killed = performance.now();
  await page.waitForTimeout(9000);
  const started = performance.now();
  await server.start();
  await page.waitForSelector('[data-link="open"]', { state: 'attached', timeout: 60_000 });
  const later = await seconds();
  assert.ok(later <= before, `${before} s before, ${later} s after`);
  // It goes on by two seconds at most without a server; what is shown is a whole second, perhaps the one before.
  const there = (killed - looked + performance.now() - started) / 1000;
  assert.ok(later >= before - there - 5, `${before} s before, ${later} s after, with a server for ${there} s`);
  await noErrors(page);
});
