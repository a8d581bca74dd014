import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, MATE, noErrors, open, playAll, plies, server, sfen, square } from './house.mjs';

hosted([], { whole: true });

test('the server is killed in mid-game and started again: every acknowledged move is in place and the game goes on', async () => {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  await joinTable(gote, await open(sente, 'play-friend'));
  await playAll([sente, gote], MATE.slice(0, 4));
  const before = await sfen(sente);

  await server.kill();
  for (const page of [sente, gote]) await page.waitForSelector('[data-link="waiting"], [data-link="connecting"]');
  // A move made while no server is there is shown, and reaches the server by itself when it is back.
  await sente.click(square('9i'));
  await sente.click(square('9h'));
  assert.equal(await sente.getAttribute(square('9h'), 'data-piece'), 'L');
  assert.equal(await sfen(sente), before);

  await server.start();
  for (const page of [sente, gote]) {
    await page.waitForSelector('[data-link="open"]', { timeout: 30_000 });
    await plies(page, 5);
  }
  await playAll([sente, gote], MATE.slice(5), 5);
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="checkmate"][data-winner="b"]');

  // A device that comes only now sees the whole game.
  const late = await device(browser, server);
  await joinTable(late, sente.url());
  await plies(late, MATE.length);
  assert.equal(await sfen(late), await sfen(sente));
  await noErrors(sente, gote, late);
});
