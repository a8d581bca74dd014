// Problems: read without JavaScript, solved by clicking and by touch; a wrong move is answered by the engine, the hint, the
// solution, the problem of the day, and what is remembered.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browser, device, faults, hosted, noErrors, parts, saysItsPlace, server, sfen, square } from './house.mjs';

const GAMES = ['shogi', 'chu', 'hasami', 'annan'];
const problemsOf = (game) => JSON.parse(readFileSync(`games/${game}/web/problems.json`, 'utf8')).problems;
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
hosted();

const shows = (page, id) => page.waitForSelector(`[data-problem="${id}"]`);
const solved = (page) => page.waitForSelector('[data-problem][data-solved]');
const box = (page) => page.locator('[data-board]').boundingBox();

async function begin(page, game, language = 'en') {
  await page.goto(`/${language}/problems/${game}/`);
  await page.click('[data-act="begin"]:enabled');
  await page.waitForSelector('[data-board]');
}

async function goTo(page, { id }) {
  await page.click(`[data-act="problem"][data-of="${id}"]`);
  await shows(page, id);
}

async function make(page, usi, press = 'click') {
  const { from, letter, middle, to, promote } = parts(usi);
  const origin = from
    ? square(from)
    : `[data-hand] [data-piece="${letter}"][data-mine], [data-hand] [data-piece="${letter.toLowerCase()}"][data-mine]`;
  await page.locator(origin).and(page.locator('[data-mine]')).first()[press]();
  if (middle) await page[press](`${square(middle)}[data-legal]`);
  await page[press](`${square(to)}[data-legal]`);
  const asked = await page.waitForFunction(() =>
    document.querySelector('[data-promote]') ? 'promote' : document.querySelector('[data-act="stop-here"]') ? 'stop' : 'no',
  );
  const answer = await asked.jsonValue();
  if (answer === 'stop') await page[press]('[data-act="stop-here"]');
  if (answer === 'promote') await page[press](`[data-promote="${promote ? 'yes' : 'no'}"]:enabled`);
}

/** Solves it along the first of its ways. */
async function solve(page, { moves }, press) {
  for (let ways = moves; ways; ) {
    const [[usi, [answer, then]]] = Object.entries(ways);
    const start = await sfen(page);
    await make(page, usi, press);
    if (answer) {
      await page.waitForFunction((old) => document.querySelector('[data-board]').dataset.sfen !== old, start);
      await page.waitForSelector('[data-said="answered"]');
    }
    ways = then;
  }
  await solved(page);
}

/** A move with which a piece of the board can be taken up and which does not solve it. */
async function wrongMove(page, { moves }) {
  for (const from of await page.locator('[data-square][data-mine]').evaluateAll((all) => all.map((one) => one.dataset.square))) {
    await page.click(square(from));
    const targets = await page.locator('[data-square][data-legal]').evaluateAll((all) => all.map((one) => one.dataset.square));
    const to = targets.find((target) => !Object.keys(moves).some((usi) => usi.startsWith(from) && usi.includes(target)));
    if (to) return { from, to };
  }
  throw new Error('no wrong move');
}

test('without JavaScript one reads what there is, in every language', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const game of GAMES)
    for (const language of ['fr', 'en', 'ja']) {
      const answer = await page.goto(`/${language}/problems/${game}/`);
      assert.equal(answer.status(), 200);
      assert.doesNotMatch(await answer.text(), /<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/, 'no inline script or style');
      assert.ok((await page.locator('main .steps li').count()) > 0);
      saysItsPlace(answer, server, language, `problems/${game}/`);
    }
  await page.goto('/en/rules/chu/');
  assert.equal(await page.getAttribute('[data-act="problems"][data-game="chu"]', 'href'), '/en/problems/chu/');
  await page.context().close();
});

for (const game of GAMES)
  test(`${game}: one is solved by clicking, the board stays, and it is remembered`, async () => {
    const page = await device(browser, server);
    const problems = problemsOf(game);
    await begin(page, game);
    await shows(page, problems[0].id);
    assert.deepEqual(await faults(page), []);
    const problem = problems.find(({ plies }) => plies === 3) ?? problems[1];
    await goTo(page, problem);
    const there = await box(page);
    await solve(page, problem);
    assert.deepEqual(await box(page), there);
    assert.equal(await page.getAttribute('[data-said]', 'data-said'), 'done');
    assert.deepEqual(await faults(page), []);
    await page.click('[data-act="next"]');
    await shows(page, problems[problems.indexOf(problem) + 1].id);
    await page.click('[data-act="previous"]');
    await shows(page, problem.id);
    await page.reload();
    await page.click('[data-act="begin"]:enabled');
    await shows(page, problem.id); // where one was
    assert.equal(await page.locator('.numbers .done').count(), 1);
    await noErrors(page);
    await page.context().close();
  });

for (const game of ['shogi', 'hasami'])
  test(`${game}: why not this? The engine answers a wrong move on the board, and it is taken back`, async () => {
    const page = await device(browser, server);
    const problems = problemsOf(game);
    const problem = problems.find(({ plies }) => plies === 3) ?? problems[0];
    await begin(page, game);
    await goTo(page, problem);
    const start = await sfen(page);
    const there = await box(page);
    const { to } = await wrongMove(page, problem);
    await page.click(`${square(to)}[data-legal]`);
    const keep = page.locator('[data-promote="no"], [data-promote="yes"]');
    await page.waitForFunction(() => document.querySelector('[data-promote]') || document.querySelector('[data-said]'));
    if ((await keep.count()) > 0) await keep.first().click();
    await page.waitForSelector('[data-refutation]');
    assert.notEqual(await sfen(page), start);
    assert.deepEqual(await box(page), there);
    assert.deepEqual(await faults(page), []);
    await page.click('[data-act="retry"]');
    await page.waitForFunction((wanted) => document.querySelector('[data-board]').dataset.sfen === wanted, start);
    await solve(page, problem);
    await noErrors(page);
    await page.context().close();
  });

test('hint and solution, step by step; what was shown does not count as solved', async () => {
  const page = await device(browser, server);
  const problem = problemsOf('shogi').find(({ plies, moves }) => plies === 3 && !Object.keys(moves)[0].includes('*'));
  await begin(page, 'shogi', 'fr');
  await goTo(page, problem);
  const { from, to } = parts(Object.keys(problem.moves)[0]);
  await page.click('[data-act="hint"]');
  await page.waitForSelector(`${square(from)}.hinted`);
  assert.equal(await page.locator('.hinted').count(), 1);
  await page.click('[data-act="hint"]');
  await page.waitForSelector(`${square(to)}.hinted`);
  for (let ply = 0; ply < 3; ply++) {
    const old = await sfen(page);
    await page.click('[data-act="solution"]:enabled');
    await page.waitForFunction((before) => document.querySelector('[data-board]').dataset.sfen !== before, old);
  }
  await solved(page);
  assert.equal(await page.locator('.numbers .done').count(), 0);
  await page.click('[data-act="retry"]');
  await page.waitForSelector('[data-problem]:not([data-solved])');
  await solve(page, problem);
  assert.equal(await page.locator('.numbers .done').count(), 1);
  await noErrors(page);
  await page.context().close();
});

test('the problem of the day is the same for everybody, without storage too', async () => {
  const ids = [];
  for (const locked of [false, true]) {
    const page = await device(browser, server);
    if (locked)
      await page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new Error('forbidden');
          },
        }),
      );
    await page.clock.install({ time: new Date(locked ? '2026-03-01T23:30:00Z' : '2026-03-01T00:10:00Z') });
    await page.goto('/en/problems/annan/');
    await page.click('[data-act="daily"]:enabled');
    await page.waitForSelector('[data-problem]');
    ids.push(await page.getAttribute('[data-problem]', 'data-problem'));
    await noErrors(page);
    await page.context().close();
  }
  assert.equal(ids[0], ids[1]);
});

test('a board that comes to lie under a mouse at rest does not show how a piece moves until the mouse asks', async () => {
  const page = await device(browser, server, { viewport: { width: 1280, height: 800 } });
  const middles = async () =>
    page.locator('[data-square][data-piece]').evaluateAll((cells) =>
      cells.map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    );
  await begin(page, 'shogi');
  const [there, elsewhere] = await middles();
  await page.goto('/en/problems/shogi/');
  await page.mouse.move(...elsewhere);
  await page.mouse.move(...there);
  await page.focus('[data-act="begin"]:enabled');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-board]');
  await page.waitForTimeout(1500); // the card would have come after 900 ms
  assert.equal(await page.locator('[data-movement]').count(), 0);
  await page.mouse.move(...elsewhere);
  await page.waitForSelector('[data-movement]');
  await noErrors(page);
  await page.context().close();
});

test('by touch on a phone of 360 pixels, nothing is wider than the screen', async () => {
  for (const [game, language] of [
    ['shogi', 'ja'],
    ['chu', 'fr'],
  ]) {
    const page = await device(browser, server, phone);
    const [problem] = problemsOf(game);
    await begin(page, game, language);
    await shows(page, problem.id);
    const there = await box(page);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await solve(page, problem, 'tap');
    assert.deepEqual(await box(page), there);
    assert.deepEqual(await faults(page), []);
    await noErrors(page);
    await page.context().close();
  }
});
