// What only time brings about. A turn of half a minute is the shortest there is, so the tests run side by side.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../protocol/harness.mjs';
import { browser, device, hosted, joinTable, noErrors, open, phone, play, plies, server, square, tab } from './house.mjs';

hosted();

const patience = { timeout: 120_000 };
const act = (name) => `[data-act="${name}"]`;

async function seated(options, profile = {}) {
  const sente = await device(browser, server, profile);
  const gote = await device(browser, server, profile);
  const url = await open(sente, 'play-friend', 'shogi', { turn_seconds: '30', level: '1', ...options });
  await joinTable(gote, url);
  await sente.waitForSelector(act('draw'));
  return { sente, gote, url };
}

const secondsOf = async (page, side) => {
  const [minutes, seconds] = (await page.textContent(`[data-clock="${side}"]`))
    .match(/\d+:\d+/)[0]
    .split(':')
    .map(Number);
  return minutes * 60 + seconds;
};

/** What the page shows when a clock next changes, and again when it has gone down by so many seconds; `at` by the page's time. */
const countdown = (page, by) =>
  page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const clock = document.querySelector('[data-clock="b"]');
        let first = null;
        new MutationObserver((_, observer) => {
          const [minutes, rest] = clock.textContent.match(/\d+:\d+/)[0].split(':');
          const now = { seconds: Number(minutes) * 60 + Number(rest), at: performance.now() };
          first ??= now;
          if (first.seconds - now.seconds < wanted) return;
          observer.disconnect();
          done([first, now]);
        }).observe(clock, { childList: true, characterData: true, subtree: true });
      }),
    by,
  );

/** Two pages show the same time: what one shows lies between what the other shows before and after. */
async function agree(page, other) {
  const seen = [];
  for (let tries = 0; tries < 20; tries++) {
    const [before, there, after] = [await secondsOf(page, 'b'), await secondsOf(other, 'b'), await secondsOf(page, 'b')];
    if (there <= before + 1 && there >= after - 1) return;
    seen.push(`${before} ${there} ${after}`);
    await page.waitForTimeout(100);
  }
  assert.fail(`they differ: ${seen.join(', ')}`);
}

/** The clock counts down on both screens, warns, and is the server's: a system clock that is set changes nothing. */
async function lost() {
  const { sente, gote } = await seated({}, phone);
  await sente.evaluate(() => {
    const hour = Date.now() + 3_600_000;
    Date.now = () => hour;
  });
  const warned = sente.waitForSelector('[data-clock="b"][data-low]', patience);
  const told = sente.waitForFunction(
    () => [...document.querySelectorAll('[aria-live]')].some((place) => /Ten seconds/.test(place.textContent)),
    undefined,
    patience,
  );
  const [before, later] = await countdown(gote, 4);
  const shown = before.seconds - later.seconds;
  assert.ok(before.seconds <= 30 && Math.abs(shown - (later.at - before.at) / 1000) <= 2, JSON.stringify([before, later]));
  await agree(sente, gote);
  assert.equal(await secondsOf(sente, 'w'), 30);
  await Promise.all([warned, told]);
  for (const page of [sente, gote]) await page.waitForSelector('[data-result][data-reason="time"][data-winner="w"]', patience);
  await noErrors(sente, gote);
}

async function computerMoves() {
  const { sente, gote } = await seated({ on_timeout: 'cpu_moves' });
  await gote.waitForSelector('[data-ply="1"]', patience);
  await plies(sente, 1);
  // It was that one move.
  await sente.waitForSelector('[data-stand-in]', { state: 'detached' });
  await play(gote, '3c3d', 2);
  await sente.waitForSelector('[data-mine]');
  await noErrors(sente, gote);
}

async function away() {
  const { sente, gote, url } = await seated({});
  await play(sente, '7g7f', 1);
  const context = gote.context();
  await gote.close();
  await sente.waitForFunction(() =>
    /away\. Within a minute the computer/.test(document.querySelector('[data-status]').textContent),
  );
  await sente.waitForSelector('[data-stand-in="w"][data-because="away"]', patience);
  assert.doesNotMatch(await sente.textContent('[data-status]'), /Within a minute/);
  assert.match(await sente.textContent('[data-stand-in]'), /computer plays for your opponent, who is away/);
  await sente.waitForSelector('[data-ply="2"]', patience);
  const back = await tab(context);
  await joinTable(back, url);
  await sente.waitForSelector('[data-stand-in]', { state: 'detached' });
  await play(sente, '2g2f', 3);
  await back.waitForSelector('[data-mine]');
  await noErrors(sente, back);
}

/** Who asks for another game is not left waiting for somebody who went away. */
async function rematch() {
  const { sente, gote } = await seated({ turn_seconds: '0' });
  await play(sente, '7g7f', 1);
  await sente.click(act('resign'));
  await sente.click(act('confirm'));
  await gote.waitForSelector('[data-result]');
  await gote.close();
  await sente.waitForSelector('[data-seat="w"][data-here="false"]');
  await sente.click(act('again'));
  await sente.waitForSelector('[data-again="asked"]');
  assert.match(await sente.textContent('[data-again]'), /away/);
  await sente.waitForSelector('[data-result]', { state: 'detached', timeout: 180_000 });
  await sente.waitForSelector('[data-stand-in="b"][data-because="away"]');
  await plies(sente, 1, patience); // the computer, for who is sente now
  await sente.click(square('3c'));
  await sente.click(`${square('3d')}[data-legal]`);
  await plies(sente, 3, patience);
  await noErrors(sente);
}

/** A page that slept shows the server's time as soon as it is looked at again. */
async function slept() {
  const { sente, gote } = await seated({ turn_seconds: '60' });
  // While it sleeps nothing arrives and no timer runs: the page's own clock stands.
  await sente.evaluate(() => {
    const real = performance.now.bind(performance);
    const stopped = real();
    performance.now = () => stopped;
    window.wake = () => {
      const slept = real() - stopped;
      performance.now = () => real() - slept;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  });
  const behind = async () => (await secondsOf(sente, 'b')) - (await secondsOf(gote, 'b'));
  await until('the clock of the sleeping page stands', async () => (await behind()) >= 8);
  await sente.evaluate(() => window.wake());
  // By itself it would stay as far behind.
  await until('it shows the time of the server', async () => (await behind()) <= 1);
  await noErrors(sente, gote);
}

test('time passes', { concurrency: true }, (t) =>
  Promise.all([
    t.test('a turn that runs out is lost, on phones of 360 px', lost),
    t.test('or the computer makes that one move, as the table has it', computerMoves),
    t.test('who left is replaced by the computer, and has the seat back on return', away),
    t.test('a rematch with someone who left begins without them', rematch),
    t.test('a tab that slept shows the time of the server', slept),
  ]),
);
