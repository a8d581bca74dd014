// Lessons: read without JavaScript, done by clicking, by touch and by keys; mistakes, hints, and coming back later.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  browser,
  device,
  doubleClick,
  faults,
  hosted,
  noErrors,
  parts,
  phone,
  saysItsPlace,
  server,
  sfen,
  square,
} from './house.mjs';
import { playByKeys, tabTo } from './keys.mjs';

const GAMES = ['shogi', 'chu', 'hasami', 'annan'];
const LANGUAGES = ['fr', 'en', 'ja'];
const json = (game, name) => JSON.parse(readFileSync(`games/${game}/web/${name}.json`, 'utf8'));
const stepsOf = (game) => json(game, 'lesson').steps;
hosted();

async function begin(page, game, language = 'en') {
  await page.goto(`/${language}/learn/${game}/`);
  await page.click('[data-act="begin"]:enabled');
  await page.waitForSelector('[data-board]');
}

const shows = (page, step) => page.waitForSelector(`[data-lesson][data-step="${step}"]`);
const solved = (page) => page.waitForSelector('[data-solved]');

/** Makes the first tap of a move, waits for the second to be possible unless it is a forbidden one, and makes it. */
async function make(page, usi, { allowed = true, press = 'click' } = {}) {
  const { from, letter, middle, to, promote } = parts(usi);
  const origin = from ? square(from) : `[data-hand="b"] [data-piece="${letter}"]`;
  await page.waitForSelector(`${origin}[data-mine]`);
  await page[press](origin);
  if (middle) await page[press](`${square(middle)}[data-legal]`);
  await page[press](allowed ? `${square(to)}[data-legal]` : square(to));
  const asked = await page.waitForFunction(() =>
    document.querySelector('[data-promote]') ? 'promote' : document.querySelector('[data-act="stop-here"]') ? 'stop' : 'no',
  );
  const answer = await asked.jsonValue();
  if (answer === 'stop') await page[press]('[data-act="stop-here"]');
  if (answer === 'promote') await page[press](`[data-promote="${promote ? 'yes' : 'no'}"]:enabled`);
}

/** Does the step as its solution says. */
async function solve(page, { solution, goal }, press = 'click') {
  for (const usi of solution) await make(page, usi, { allowed: !('refused' in goal), press });
  await solved(page);
}

const box = (page) => page.locator('[data-board]').boundingBox();

test('without JavaScript one reads what one would learn, in every language', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const game of GAMES)
    for (const language of LANGUAGES) {
      const answer = await page.goto(`/${language}/learn/${game}/`);
      assert.equal(answer.status(), 200);
      const html = await answer.text();
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/, 'no inline script or style');
      const text = await page.textContent('main');
      const words = json(game, `lesson-${language}`);
      assert.ok(text.includes(words.lead));
      for (const [id, step] of Object.entries(words.steps)) {
        const item = await page.textContent(`#step-${id}`);
        for (const part of [step.title, step.text, step.goal]) assert.ok(item.includes(part), `${game} ${language}: ${part}`);
      }
      saysItsPlace(answer, server, language, `learn/${game}/`);
    }
  await page.context().close();
});

for (const game of ['shogi', 'chu'])
  test(`${game}: the whole lesson by clicking, and the board stays where it is`, async () => {
    const page = await device(browser, server);
    await begin(page, game);
    const there = await box(page);
    for (const step of stepsOf(game)) {
      await shows(page, step.id);
      assert.deepEqual(await box(page), there, step.id);
      await solve(page, step);
      assert.deepEqual(await box(page), there, step.id);
      await page.click('[data-act="next"]');
    }
    await page.click(`[data-finish="${game}"] [data-act="play-computer"]`);
    await page.waitForURL(/\/t\//);
    await noErrors(page);
    await page.context().close();
  });

test('a wrong move is taken back, the hint comes after two, and a forbidden one says why', async () => {
  const page = await device(browser, server);
  await begin(page, 'shogi');
  await page.click('[data-act="step"][data-of="remove"]');
  await shows(page, 'remove');
  const start = await sfen(page);
  const there = await box(page);
  for (let tries = 0; tries < 2; tries++) {
    assert.equal(await page.locator('.hinted').count(), 0);
    await make(page, '5i4i');
    await page.waitForSelector('[data-said="wrong"]');
    assert.deepEqual(await box(page), there);
    await page.waitForFunction((wanted) => document.querySelector('[data-board]').dataset.sfen === wanted, start);
  }
  await page.waitForSelector(`${square('3f')}.hinted`);
  await page.waitForSelector(`${square('5d')}.hinted`);
  assert.match(await page.getAttribute(square('5d'), 'aria-label'), /marked/);
  // Towards the rook the king may not go: the words are those of the table.
  await make(page, '5i5h', { allowed: false });
  await page.waitForSelector('[data-said="refused"]');
  assert.ok((await page.textContent('[data-said]')).includes(json('shogi', 'en').rules.in_check));
  assert.ok((await page.locator('.cell.lit').count()) > 0);
  assert.deepEqual(await box(page), there);
  assert.deepEqual(await faults(page), []);
  await solve(page, { solution: ['3f5d'], goal: {} });
  // A piece in hand is lit as well.
  await page.click('[data-act="step"][data-of="nifu"]');
  await shows(page, 'nifu');
  await page.click('[data-act="hint"]');
  await page.waitForSelector('[data-hand="b"] [data-piece="P"].hinted');
  await noErrors(page);
  await page.context().close();
});

test('hint, solution, once more, skip; a reload comes back to the step, and the lesson can begin again', async () => {
  const page = await device(browser, server);
  await begin(page, 'chu', 'fr');
  const words = json('chu', 'lesson-fr');
  await page.click('[data-act="hint"]');
  assert.ok((await page.textContent('[data-said="hint"]')).includes(words.steps.step.hint));
  await page.click('[data-act="solution"]');
  await page.waitForSelector('[data-said="shown"]');
  await page.click('[data-act="again"]');
  await page.waitForSelector('[data-goal]');
  await solve(page, stepsOf('chu')[0]);
  await doubleClick(page, '[data-act="next"]');
  await shows(page, 'slide');
  await page.waitForTimeout(350); // longer than the second half of a double click, which skips nothing
  await page.click('[data-act="skip"]');
  await shows(page, 'jump');
  await page.reload();
  await shows(page, 'jump');
  assert.equal(await page.locator('.lesson .steps .done').count(), 1, 'what was done is remembered');
  await page.goto('/ja/learn/chu/');
  await shows(page, 'jump');
  await page.click('[data-act="restart"]');
  await shows(page, 'step');
  assert.equal(await page.locator('.lesson .steps .done').count(), 0);
  await noErrors(page);
  await page.context().close();
});

test('by keys alone: the heading has the focus, the board is next, and the next step follows', async () => {
  const page = await device(browser, server);
  await page.goto('/en/learn/shogi/');
  await page.focus('[data-act="begin"]:enabled');
  await page.keyboard.press('Enter');
  await shows(page, 'pawn');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.closest('[data-board]') !== null), 'the board is next');
  const go = async (name) => {
    const at = await page.evaluate(() => document.activeElement.dataset.square);
    for (let i = at.charCodeAt(1); i > name.charCodeAt(1); i--) await page.keyboard.press('ArrowUp');
    for (let i = at.charCodeAt(1); i < name.charCodeAt(1); i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  for (const [from, to] of [
    ['5g', '5f'],
    ['5f', '5e'],
  ]) {
    await page.waitForSelector(`${square(from)}[data-mine]`);
    await go(from);
    await go(to);
  }
  await solved(page);
  assert.match(await page.textContent('.told [aria-live]'), /That is all a pawn does/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await shows(page, 'gold');
  assert.match(await page.textContent('.told [aria-live]'), /gold general goes one square/);
  await noErrors(page);
  await page.context().close();
});

for (const game of GAMES)
  test(`${game}: the whole lesson by keys alone, to the game that follows it, and what is said on the way`, async () => {
    const page = await device(browser, server);
    await page.goto(`/en/learn/${game}/`);
    await page.waitForSelector('[data-act="begin"]:enabled');
    const enter = async (selector) => {
      await tabTo(page, selector);
      await page.keyboard.press('Enter');
    };
    await enter('[data-act="begin"]');
    const words = json(game, 'lesson-en');
    await page.waitForSelector('[data-board]');
    assert.deepEqual(await faults(page), []);
    for (const { id, solution, goal } of stepsOf(game)) {
      await shows(page, id);
      assert.equal(await page.textContent('[data-goal]'), words.steps[id].goal);
      await page.waitForSelector('.told h2:focus');
      for (const usi of solution) await playByKeys(page, usi, { targets: !('refused' in goal), hand: '[data-hand="b"]' });
      await solved(page);
      assert.ok((await page.textContent('[data-said]')).includes(words.steps[id].done), id);
      assert.ok((await page.textContent('.told [aria-live]')).includes(words.steps[id].done), id);
      await enter('[data-act="next"]');
    }
    await page.waitForSelector(`[data-finish="${game}"]`);
    const text = await page.textContent('main');
    for (const line of words.learned) assert.ok(text.includes(line));
    assert.deepEqual(await faults(page), []);
    assert.equal(await page.locator(`main a[href="/en/rules/${game}/"]`).count(), 1);
    await enter(`[data-act="play-computer"][data-game="${game}"]`);
    await page.waitForURL(/\/t\//);
    await page.waitForSelector('[data-board]');
    assert.equal(await page.getAttribute('[data-board]', 'data-game'), game);
    await page.waitForSelector('[data-seat] .who:text-is("Computer, level 1")');
    const back = page.locator('[data-agreed] [data-act="learn"]');
    assert.deepEqual([await back.getAttribute('href'), await back.getAttribute('target')], [`/en/learn/${game}/`, '_blank']);
    await noErrors(page);
    await page.context().close();
  });

for (const game of GAMES)
  test(`${game}: the whole lesson by touch on a phone of 360 px: nothing moves sideways, the buttons are in sight`, async () => {
    const page = await device(browser, server, { ...phone, colorScheme: 'dark', reducedMotion: 'reduce' });
    await begin(page, game, 'fr');
    const there = await box(page);
    for (const step of stepsOf(game)) {
      await shows(page, step.id);
      assert.deepEqual(await box(page), there, step.id);
      await solve(page, step, 'tap');
      assert.deepEqual(await box(page), there, `${step.id}, done`);
      const button = await page.locator('[data-act="next"]').boundingBox();
      assert.ok(button.y + button.height <= 740 && button.height >= 44, `${step.id}: ${button.y} ${button.height}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling');
      await page.tap('[data-act="next"]');
    }
    await page.waitForSelector(`[data-finish="${game}"]`);
    assert.deepEqual(await faults(page), []);
    await noErrors(page);
    await page.context().close();
  });

for (const game of GAMES)
  test(`${game}: on a phone of 360 px the buttons are clear of the board and in sight at every step, in every language`, async () => {
    for (const language of LANGUAGES) {
      const page = await device(browser, server, phone);
      await begin(page, game, language);
      const there = await box(page);
      for (const step of stepsOf(game)) {
        await page.tap(`[data-act="step"][data-of="${step.id}"]`);
        await shows(page, step.id);
        await page.evaluate(() => scrollTo(0, 0));
        const at = `${language}, ${step.id}`;
        assert.deepEqual(await box(page), there, at);
        const button = await page.locator('[data-act="hint"]').boundingBox();
        assert.ok(button.y + button.height <= 740, `${at}: ends at ${button.y + button.height}`);
        const frame = await page.locator('.frame').boundingBox();
        // Six pixels of its side are painted below it.
        assert.ok(button.y >= frame.y + frame.height + 8, `${at}: ${button.y} under ${frame.y + frame.height}`);
      }
      await noErrors(page);
      await page.context().close();
    }
  });

test('the first page and the rules lead here, and here leads to the others', async () => {
  const page = await device(browser, server);
  for (const from of ['/en/', '/en/rules/annan/']) {
    await page.goto(from);
    await page.click('[data-act="learn"][data-game="annan"]');
    await page.waitForURL('**/en/learn/annan/');
    assert.deepEqual(await faults(page), []);
  }
  await noErrors(page);
  await page.context().close();
});
