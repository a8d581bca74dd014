import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, device, hosted, noErrors, open, play, plies, server, sfen, square } from './house.mjs';

hosted();

/** Opens a friend's table whose messages to the server go through `send(text, pass, answer)`. */
async function intercepted(send) {
  const page = await device(browser, server);
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((text) =>
      send(
        JSON.parse(text),
        () => upstream.send(text),
        (answer) => socket.send(JSON.stringify(answer)),
      ),
    );
  });
  await open(page, 'play-friend');
  return page;
}

test('a move appears at once, before the server has answered', async () => {
  let hold;
  const held = new Promise((done) => {
    hold = done;
  });
  const page = await intercepted((message, pass) => (message.t === 'move' ? hold(pass) : pass()));
  const start = await sfen(page);
  await page.click(square('7g'));
  await page.click(square('7f'));
  assert.equal(await page.getAttribute(square('7f'), 'data-piece'), 'P');
  assert.equal(await page.getAttribute(square('7g'), 'data-piece'), null);
  assert.equal(await sfen(page), start);
  (await held)();
  await plies(page, 1);
  await noErrors(page);
});

test('a move that the server refuses is withdrawn, with the reason in words', async () => {
  let refuse = true;
  const page = await intercepted((message, pass, answer) => {
    if (message.t === 'move' && refuse)
      answer({ t: 'error', id: message.id, code: 'illegal', message: 'no', rule: 'in_check', squares: '5i 5a' });
    else pass();
  });
  await page.click(square('7g'));
  await page.click(square('7f'));
  await page.waitForSelector('[data-why][data-rule="in_check"]');
  assert.match(await page.textContent('[data-why]'), /king could be taken/);
  assert.equal(await page.getAttribute(square('7g'), 'data-piece'), 'P');
  assert.equal(await page.getAttribute(square('7f'), 'data-piece'), null);
  assert.equal(await page.locator('.lit').count(), 2);
  assert.equal(await page.locator('[data-ply]').count(), 0);
  refuse = false;
  await play(page, '7g7f', 1);
  assert.equal(await page.locator('[data-why]').count(), 0);
  await noErrors(page);
});

test('a page older than the server asks to be reloaded', async () => {
  const page = await device(browser, server);
  const url = await open(page, 'play-friend');
  const old = await page.context().newPage();
  await old.routeWebSocket(/\/ws$/, (socket) => {
    const upstream = socket.connectToServer();
    upstream.onMessage((text) => {
      const message = JSON.parse(text);
      socket.send(JSON.stringify(message.t === 'welcome' ? { ...message, version: 2 } : message));
    });
  });
  await old.goto(url);
  await old.waitForSelector('[role=alert]:has-text("newer version of this page") >> [data-act="reload"]');
});
