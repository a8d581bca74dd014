import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, MATE, noErrors, open, plies, server, square } from './house.mjs';
import { playByKeys, tabTo, walk } from './keys.mjs';

hosted();

test('a whole game by keyboard alone, from the first page to checkmate and to the next game', async () => {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  await sente.goto('/en/');
  await tabTo(sente, '[data-act="play-friend"]');
  await sente.keyboard.press('Enter');
  await sente.waitForSelector('[data-board]');
  await gote.goto(sente.url());
  await gote.waitForSelector('[data-board]');

  for (const [i, usi] of MATE.entries()) {
    const page = [sente, gote][i % 2];
    await plies(page, i);
    await playByKeys(page, usi, { press: i % 2 === 0 ? 'Enter' : 'Space' });
    await plies(page, i + 1);
  }
  await gote.waitForSelector('[data-result][data-reason="checkmate"][data-winner="b"]');
  await gote.waitForFunction(() => /checkmate/i.test(document.querySelector('[data-said]')?.textContent ?? ''));
  for (const page of [gote, sente]) {
    await tabTo(page, '[data-act="again"]');
    await page.keyboard.press('Enter');
  }
  await plies(sente, 0);
  await noErrors(sente, gote);
});

test('Escape takes a choice back, and cancels the question of promotion', async () => {
  const page = await device(browser, server);
  await page.goto('/en/');
  await page.click('[data-act="play-friend"]');
  await page.waitForSelector('[data-board]');
  await tabTo(page, '[data-square]');
  await walk(page, '7g');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[data-legal]').count(), 1);
  // The square says its name, what stands there, and that it can be chosen.
  assert.equal(await page.getAttribute(square('7f'), 'aria-label'), '7f, empty, can be chosen');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[data-legal]').count(), 0);
  await noErrors(page);
});

/** Ten plies in which the lions jump, pass, capture, take without leaving, and take twice; and what is read out. */
const LIONS = [
  ['7j7h', 'sente : lion en 7h.', 'sente: lion to 7h.', '先手、７八獅子。'],
  ['6c8e', 'gote : lion en 8e.', 'gote: lion to 8e.', '後手、８五獅子。'],
  ['7h5f', 'sente : lion en 5f.', 'sente: lion to 5f.', '先手、５六獅子。'],
  ['8e8g', 'gote : lion en 8g.', 'gote: lion to 8g.', '後手、８七獅子。'],
  [
    '5f4e5f',
    'sente : lion prend intermédiaire en 4e sans quitter 5f.',
    'sente: lion takes go-between on 4e without leaving 5f.',
    '先手、５六の獅子が４五の仲人を居喰い。',
  ],
  [
    '8g9h8i',
    'gote : lion prend intermédiaire en 9h, puis pion en 8i.',
    'gote: lion takes go-between on 9h, then pawn on 8i.',
    '後手、獅子が９八の仲人と８九の歩を取る。',
  ],
  ['5f5d', 'sente : lion prend pion en 5d.', 'sente: lion takes pawn on 5d.', '先手、５四獅子、歩を取る。'],
  [
    '8i7i7h',
    'gote : lion prend pion en 7i, puis va en 7h.',
    'gote: lion takes pawn on 7i, then goes to 7h.',
    '後手、獅子が７九の歩を取って７八へ。',
  ],
  [
    '5d5c',
    'sente : lion prend roi dragon en 5c. Échec !',
    'sente: lion takes dragon king on 5c. Check!',
    '先手、５三獅子、龍王を取る。王手！',
  ],
  [
    '7h7g7h',
    'gote : lion sort et revient, ce qui passe le tour.',
    'gote: lion steps out and back, a pass.',
    '後手、獅子がじっと。',
  ],
];

test('chu: ten moves of the lions by keyboard alone, read out in three languages', async () => {
  const gote = await device(browser, server, { locale: 'fr-FR' });
  const sente = await device(browser, server, { locale: 'en-GB' });
  const watcher = await device(browser, server, { locale: 'ja-JP' });
  const url = await open(sente, 'play-friend', 'chu');
  for (const page of [gote, watcher]) await joinTable(page, url);
  await sente.waitForSelector('.invitation', { state: 'detached' });
  for (const [i, [usi, ...texts]] of LIONS.entries()) {
    const page = [sente, gote][i % 2];
    await page.waitForFunction((turn) => document.querySelector('[data-board]')?.dataset.turn === turn, 'bw'[i % 2]);
    await playByKeys(page, usi);
    for (const [at, other] of [gote, sente, watcher].entries())
      await other
        .waitForFunction(
          (wanted) => document.querySelector('[data-said]')?.textContent.replace(/[\u00a0\u202f]/g, ' ') === wanted,
          texts[at],
          { timeout: 60_000 },
        )
        .catch(async () => assert.equal(await other.textContent('[data-said]'), texts[at], usi));
  }
  await noErrors(sente, gote, watcher);
});
