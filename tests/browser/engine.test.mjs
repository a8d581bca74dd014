/*
 * The engine in a worker of the real page, under the real policy. Games on this device and problems use it; the test imports what the build
 * made of web/src/client/engine.ts.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser, device, hosted, noErrors, server } from './house.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const assets = resolve(root, process.env.SHOGIKAN_WEB ?? 'build/web', 'assets');
const address = (pattern) => {
  const found = readdirSync(assets).filter((name) => pattern.test(name));
  assert.equal(found.length, 1, `${pattern} in ${assets}: ${found}`);
  return `/${join('assets', found[0])}`;
};

hosted();

test('the worker and its module come with the policy, and the module compressed', async () => {
  for (const pattern of [/^engine_worker-.*\.js$/, /^engine-.*\.js$/, /^engine-.*\.wasm$/]) {
    const response = await fetch(`${server.url}${address(pattern)}`, { headers: { 'accept-encoding': 'br' } });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-security-policy'), /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    assert.equal(response.headers.get('content-encoding'), 'br');
  }
});

test('it thinks in the page, for every game, without keeping the page busy', async () => {
  const page = await device(browser, server);
  await page.goto('/en/');
  const seen = await page.evaluate(
    async (module) => {
      const { openEngine } = await import(module);
      const engine = openEngine();
      const games = [...document.querySelectorAll('[data-act="play-computer"]')].map((button) => button.dataset.game);
      const answers = {};
      for (const game of games) answers[game] = (await engine.think({ game, level: 3 })).best;
      let ticks = 0;
      const ticking = setInterval(() => ticks++, 5);
      /** Until it has found something, and the page has done something meanwhile. */
      const found = async (question) => {
        const since = ticks;
        let depth = 0;
        const thinking = engine.think({ ...question, info: (insight) => (depth = insight.depth) });
        while (depth < 1 || ticks === since) await new Promise((done) => setTimeout(done, 20));
        return [thinking, ticks - since];
      };
      const [thinking, before] = await found({ game: games[0], infinite: true });
      engine.stop();
      const thought = await thinking;
      const [hurried] = await found({ game: games[0], movetime: 60_000 });
      clearInterval(ticking);
      engine.stop(); // nobody hears it: the worker is ended
      const last = await hurried;
      const again = await engine.think({ game: games[0], depth: 2 });
      return { answers, before, thought, last, again };
    },
    address(/^engine-.*\.js$/),
  );
  assert.ok(Object.keys(seen.answers).length >= 4, JSON.stringify(seen));
  for (const best of Object.values(seen.answers)) assert.match(best, /^\d+[a-l]\d+[a-l]/);
  assert.ok(seen.before > 0, 'the page went on');
  assert.ok(seen.thought.best && seen.thought.nodes > 0);
  assert.ok(seen.last.best && seen.last.depth >= 1);
  assert.equal(seen.again.depth, 2);
  await noErrors(page);
  await page.context().close();
});
