// The analysis of a finished game: a blunder is found with what would have been better, the graph leads to its plies, it
// stops when it is told to and when the page is left, and it is not there while the game is being played.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Client } from '../protocol/harness.mjs';
import { browser, device, faults, hosted, noErrors, phone, plies, server, sfen, square } from './house.mjs';
import { openSeated } from './seats.mjs';

/** The bishop goes to where it is taken for nothing. */
const BLUNDER = 'position startpos moves 7g7f 3c3d 8h5e 2b5e 2g2f 8c8d';
const LONG = readFileSync(new URL('../../docs/strength/shogi-gnushogi.kif', import.meta.url), 'utf8').split('\n\n')[0];
hosted();

const act = (name) => `[data-act="${name}"]`;
const state = (page) => page.getAttribute('[data-analysis]', 'data-analysis');
const done = async (page) => Number(await page.getAttribute('[data-analysis]', 'data-done'));
const complete = (page) => page.waitForSelector('[data-analysis="complete"]', { timeout: 600_000 });
const engines = (page) => page.workers().filter((worker) => worker.url().includes('engine')).length;

/** The browser tells of the end of a worker a moment later. */
async function engineGone(page) {
  for (let i = 0; engines(page) > 0 && i < 600; i++) await page.waitForTimeout(50);
  assert.equal(engines(page), 0);
}

/** Shows a record; what it says of the game may not be enough. */
async function show(page, text, { language = 'en', game = '' } = {}) {
  await page.goto(`/${language}/record/`);
  await page.fill('[data-record-text]', text);
  await page.selectOption('[data-act="record-game"]', game);
  await page.click(act('open-record'));
  await page.waitForSelector('[data-board]');
}

test('a blunder is found, with what would have been better; the graph leads to its plies', async () => {
  const page = await device(browser, server);
  await show(page, BLUNDER);
  assert.equal(engines(page), 0, 'nothing thinks before it is asked to');
  await page.click(act('analyse'));
  await complete(page);
  assert.equal(await done(page), 7);
  await page.click('[data-wrong="3"]');
  const verdict = page.locator('[data-verdict="blunder"]');
  assert.match(await verdict.textContent(), /^\?\? Blunder by sente: its chance to win is \d+% instead of \d+%\./);
  assert.notEqual(await verdict.getAttribute('data-better'), '8h5e');
  assert.match(await page.textContent('[data-ply="3"]'), /B-5e.*\?\?/);
  assert.equal(await page.textContent('[data-count="b blunder"]'), '1');
  assert.equal(await page.textContent('[data-count="w blunder"]'), '0');
  assert.ok(Number(await page.getAttribute('[data-position]', 'data-chance')) < 35, 'sente stands badly after it');
  // Gote takes the bishop: the engine's own move, and the line from here begins with it.
  assert.match(await page.textContent('.position > .variation li:first-child'), /Bx5e/);

  const graph = page.locator('[data-graph]');
  const { width, height } = await graph.boundingBox();
  for (const [share, ply] of [
    [0.5, 3],
    [0.99, 6],
    [0.3, 2],
    [0, 0],
  ]) {
    await graph.click({ position: { x: 1 + (width - 4) * share, y: height / 2 } });
    await page.waitForSelector(`[data-graph][aria-valuenow="${ply}"]`);
    await plies(page, ply);
  }
  await graph.press('ArrowUp');
  await graph.press('ArrowRight');
  assert.equal(await graph.getAttribute('aria-valuenow'), '2');
  assert.match(
    await graph.getAttribute('aria-valuetext'),
    /^Move 2\. Chance to win: sente \d+%, gote \d+% \(score for sente .\d+\)\.$/,
  );
  assert.deepEqual(await faults(page), []);
  await page.click('[data-numbers] summary');
  await page.waitForFunction(() => document.querySelectorAll('[data-numbers] tbody tr').length === 7);

  // The same game opened again: nothing is asked twice.
  await page.click(act('other-record'));
  await engineGone(page);
  await page.click(act('open-record'));
  await page.click(act('analyse'));
  await complete(page);
  assert.equal(engines(page), 0, 'what was found is remembered');
  await noErrors(page);
  await page.context().close();
});

test('stop stops it, going on finishes where it stopped, and another page ends it', async () => {
  const page = await device(browser, server);
  await show(page, LONG);
  await page.click(act('analyse'));
  await page.waitForFunction(() => Number(document.querySelector('[data-analysis]')?.getAttribute('data-done')) >= 3);
  assert.equal(await state(page), 'running');
  assert.ok(await page.locator('.analysis progress').isVisible());
  // The page is free meanwhile.
  await page.click('[data-ply="5"]');
  assert.equal((await sfen(page)).split(' ')[3], '6');
  await page.click(act('analysis-stop'));
  await page.waitForSelector('[data-analysis="stopped"]');
  const found = await done(page);
  await page.waitForTimeout(1_500);
  assert.equal(await done(page), found);
  await engineGone(page);
  await page.click(act('analyse'));
  await page.waitForFunction(
    (before) => Number(document.querySelector('[data-analysis]')?.getAttribute('data-done')) > before,
    found,
  );
  assert.equal(await state(page), 'running');
  assert.equal(engines(page), 1);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await page.waitForSelector('[data-analysis="stopped"]');
  await engineGone(page);
  await noErrors(page);
  await page.context().close();
});

test('moves can be tried, and the engine thinks on about what is shown', async () => {
  const page = await device(browser, server, phone);
  await show(page, BLUNDER);
  await page.tap('[data-ply="2"]');
  await page.tap(square('8h'));
  await page.tap(`${square('2b')}[data-legal]`);
  await page.tap('[data-promote="yes"]:enabled');
  await page.waitForSelector('[data-tried="1"]');
  assert.match(await page.textContent('[data-tried] .tried-moves'), /Bx2b\+/);
  // What the rules forbid is explained, as at a table.
  await page.tap(square('8b'));
  await page.tap(square('5e'));
  await page.waitForSelector('[data-why][data-rule="not_reachable"]');
  await page.tap(act('analyse'));
  await complete(page);
  await page.tap(act('look'));
  await page.waitForFunction(() => Number(document.querySelector('[data-depth]')?.getAttribute('data-depth')) >= 3);
  assert.match(await page.textContent('.position > .variation li:first-child'), /x2b/, 'gote takes back');
  await page.tap('.position > .variation li:first-child button');
  await page.waitForSelector('[data-tried="2"]');
  await page.waitForFunction(() => Number(document.querySelector('[data-depth]')?.getAttribute('data-depth')) >= 2);
  await page.tap(act('look'));
  await page.waitForSelector('[data-depth]', { state: 'detached' });
  await page.tap(act('previous'));
  await page.waitForSelector('[data-ply="1"][aria-current]');
  assert.equal(await page.locator('[data-tried]').count(), 0);
  // The game's own next move is no variation.
  await page.tap(square('3c'));
  await page.tap(`${square('3d')}[data-legal]`);
  await page.waitForSelector('[data-ply="2"][aria-current]');
  assert.equal(await page.locator('[data-tried]').count(), 0);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await faults(page), []);
  await noErrors(page);
  await page.context().close();
});

for (const [game, text] of [
  ['chu', 'position startpos moves 8i8h 12d12e'],
  ['annan', 'position startpos moves 1g1f 1c1d'],
  ['hasami', 'position startpos moves 5i5d 5a5c'],
])
  test(`${game} is analysed too, in every language`, async () => {
    const page = await device(browser, server, { colorScheme: 'dark' });
    for (const [language, words] of [
      ['en', /Chance to win: sente/],
      ['fr', /Chances de gagner\u00a0: sente/],
      ['ja', /勝率：先手/],
    ]) {
      await show(page, text, { language, game });
      await page.click(act('analyse'));
      await complete(page);
      assert.match(await page.textContent('[data-position="known"]'), words);
    }
    assert.deepEqual(await faults(page), []);
    await noErrors(page);
    await page.context().close();
  });

test('not while the game is being played; on the page of a game that is over', async () => {
  const page = await device(browser, server);
  const seats = await openSeated(server, page, 'shogi');
  await seats.lead(['7g7f', '3c3d']);
  const reader = await device(browser, server);
  const client = await Client.connect({ ws: `${server.url.replace(/^http/, 'ws')}/ws` });
  client.send({ t: 'watch', table: /\/t\/(\w+)/.exec(page.url())[1] });
  const { game } = await client.next('snapshot');
  await client.close();
  await reader.goto(`/g/${game}`);
  await reader.waitForSelector('[data-board]');
  assert.match(await reader.textContent('[data-status]'), /still being played/);
  assert.equal(await reader.locator(act('analyse')).count(), 0);
  assert.equal(await reader.locator('[data-mine]').count(), 0, 'nothing can be tried either');
  await seats.resign();
  await page.waitForSelector('[data-result]');
  await page.click(act('game'));
  await page.click(act('analyse'));
  await complete(page);
  assert.equal(await done(page), 3);
  await noErrors(page, reader);
  await seats.close();
});

test('a game of this device that is over is looked back at and analysed', async () => {
  const page = await device(browser, server);
  await page.goto('/en/play/shogi/');
  await page.click(act('here-two'));
  await page.waitForSelector('[data-board]');
  for (const [from, to] of [
    ['7g', '7f'],
    ['3c', '3d'],
  ]) {
    await page.click(square(from));
    await page.click(`${square(to)}[data-legal]`);
  }
  assert.equal(await page.locator(act('analyse-here')).count(), 0, 'not before its end');
  await page.click(act('resign'));
  await page.click(`${act('confirm')}:enabled`);
  await page.click(act('analyse-here'));
  await page.waitForSelector('[data-result][data-reason="resignation"]');
  await page.click(act('analyse'));
  await complete(page);
  assert.equal(await done(page), 3);
  await noErrors(page);
  await page.context().close();
});
