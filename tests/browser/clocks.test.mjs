// What only time brings about. A turn of half a minute is the shortest there is, so the tests run side by side.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, joinTable, noErrors, open, phone, play, plies, server, square, tab } from './house.mjs';

hosted();

const patience = { timeout: 60_000 };
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

/** The clock counts down on both screens, warns, and is the server's: a system clock that is set changes nothing. */
async function lost() {
  const { sente, gote } = await seated({}, phone);
  await sente.evaluate(() => {
    const hour = Date.now() + 3_600_000;
    Date.now = () => hour;
  });
  const before = await secondsOf(gote, 'b');
  await gote.waitForTimeout(3000);
  const later = await secondsOf(gote, 'b');
  assert.ok(before <= 30 && before - later >= 2 && before - later <= 5, `${before} s, then ${later} s`);
  assert.ok(Math.abs((await secondsOf(sente, 'b')) - (await secondsOf(gote, 'b'))) <= 1);
  assert.equal(await secondsOf(sente, 'w'), 30);
  await sente.waitForSelector('[data-clock="b"][data-low]', patience);
  await sente.waitForFunction(() =>
    [...document.querySelectorAll('[aria-live]')].some((place) => /Ten seconds/.test(place.textContent)),
  );
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
  await sente.waitForSelector('[data-result]', { state: 'detached', timeout: 90_000 });
  await sente.waitForSelector('[data-stand-in="b"][data-because="away"]');
  await plies(sente, 1, { timeout: 30_000 }); // the computer, for who is sente now
  await sente.click(square('3c'));
  await sente.click(`${square('3d')}[data-legal]`);
  await plies(sente, 3, { timeout: 30_000 });
  await noErrors(sente);
}

/** A page that slept shows the server's time as soon as it is looked at again. */
async function slept() {
  const { sente, gote } = await seated({});
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
  await sente.waitForTimeout(6000);
  const behind = (await secondsOf(sente, 'b')) - (await secondsOf(gote, 'b'));
  assert.ok(behind >= 4, `the clock of the sleeping page stood: ${behind} s`);
  await sente.evaluate(() => window.wake());
  await sente.waitForFunction(
    (wanted) => {
      const [minutes, seconds] = document
        .querySelector('[data-clock="b"]')
        .textContent.match(/\d+:\d+/)[0]
        .split(':');
      return Number(minutes) * 60 + Number(seconds) <= wanted;
    },
    (await secondsOf(gote, 'b')) + 1,
    { timeout: 2000 },
  );
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
