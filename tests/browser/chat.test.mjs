// Talking at a table on the page: two players and a watcher, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { Client, program } from '../protocol/harness.mjs';
import { browser, device, faults, hosted, joinTable, noErrors, open, phone, play, plies, server } from './house.mjs';

// However long a test takes, what it says counts as said in a short time.
hosted(['--chat-seconds', '3600']);

const line = (text) => `[data-chat-line]:has-text("${text}")`;

async function say(page, text) {
  await page.fill('[data-chat-field]', text);
  await page.click('[data-act="chat-send"]');
}

/** The creator's device makes the table rated, before anybody else sits down. */
async function rate(page, url) {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'shogikan');
  const client = await Client.connect(
    { ws: `${server.url.replace(/^http/, 'ws')}/ws` },
    { cookie: `${cookie.name}=${cookie.value}` },
  );
  client.send({ t: 'watch', table: /\/t\/(\w+)/.exec(url)[1] });
  const { game, seq } = await client.next('snapshot');
  const set = await client.command({ t: 'set', game, seq, name: 'rated', value: 'on' });
  assert.equal(set.t, 'event', JSON.stringify(set));
  await client.close();
}

/** Sente, gote and a third device at one table. */
async function three({ rated } = {}) {
  const sente = await device(browser, server);
  const gote = await device(browser, server);
  const third = await device(browser, server);
  const url = await open(sente, 'play-friend');
  if (rated) await rate(sente, url);
  for (const page of [gote, third]) await joinTable(page, url);
  return { sente, gote, third, url };
}

test('players and watchers read each other, as text and nothing else', async () => {
  const { sente, gote, third } = await three();
  await say(sente, 'hello <b>there</b> https://example.org/x');
  for (const page of [sente, gote, third]) {
    await page.waitForSelector(line('hello <b>there</b>'));
    assert.equal(await page.locator('[data-chat] a, [data-chat-line] b b').count(), 0);
  }
  assert.equal(await sente.inputValue('[data-chat-field]'), '');
  assert.match(await sente.textContent('[data-chat-line]'), /^You/);
  assert.match(await gote.textContent('[data-chat-line]'), /^sente/);
  await say(third, 'good luck');
  await gote.waitForSelector(`${line('good luck')}:not([data-side])`);
  assert.match(await gote.textContent(line('good luck')), /^Spectator \w{4}/);
  assert.match(await gote.textContent('[data-chat-said]'), /good luck/);
  // The game is not disturbed, and keys that are written are no moves through it.
  await play(sente, '7g7f', 1);
  await sente.focus('[data-chat-field]');
  await sente.keyboard.type('fm');
  await sente.keyboard.press('ArrowLeft');
  assert.equal(await sente.locator('[data-act="live"]').count(), 0);
  await plies(gote, 1);
  // What was said is there after a reload.
  await gote.reload();
  await gote.waitForSelector(line('good luck'));
  for (const page of [sente, third]) assert.deepEqual(await faults(page), []);
  await noErrors(sente, gote, third);
});

test('too long, too much and unreadable are refused in words, and what was written stays', async () => {
  const { sente, gote } = await three();
  await sente.fill('[data-chat-field]', '将'.repeat(165));
  await sente.waitForSelector('#chat-word:has-text("35 characters left")');
  await sente.fill('[data-chat-field]', '👋'.repeat(201));
  await sente.waitForSelector('#chat-word:has-text("1 character too many")');
  assert.ok(await sente.isDisabled('[data-act="chat-send"]'));
  await say(sente, 'a\u202eb');
  await sente.waitForSelector('[data-refused="syntax"]:has-text("cannot be shown")');
  for (let i = 1; i <= 5; i++) {
    await say(sente, `number ${i}`);
    await sente.waitForSelector(line(`number ${i}`));
  }
  await say(sente, 'number 6');
  await sente.waitForSelector('[data-refused="busy"]:has-text("a lot in a short time")');
  assert.equal(await sente.inputValue('[data-chat-field]'), 'number 6');
  await gote.waitForSelector(line('number 5'));
  assert.equal(await gote.locator('[data-chat-line]').count(), 5);
  await noErrors(sente, gote);
});

test('an author can be muted on this device, and reported', async () => {
  const { sente, gote, third } = await three();
  await say(third, 'something rude');
  await sente.waitForSelector(line('something rude'));
  await sente.click('[data-act="chat-more"]');
  await sente.click('[data-act="report"]');
  await sente.waitForSelector('[data-report="done"]:has-text("Reported")');
  const reports = spawnSync(program, ['admin', 'reports', '--data', server.data], { encoding: 'utf8' });
  assert.match(reports.stdout, /^1 .* times 1 /m);
  const shown = spawnSync(program, ['admin', 'reports', 'show', '1', '--data', server.data], { encoding: 'utf8' });
  assert.match(shown.stdout, /something rude/);

  await sente.click('[data-act="mute"]');
  await sente.waitForSelector('[data-chat-line]', { state: 'detached' });
  await say(third, 'more of it');
  await gote.waitForSelector(line('more of it'));
  await say(gote, 'hello');
  await sente.waitForSelector(line('hello'));
  assert.equal(await sente.locator('[data-chat-line]').count(), 1);
  await sente.reload();
  await sente.waitForSelector(line('hello'));
  assert.equal(await sente.locator('[data-chat-line]').count(), 1);
  await sente.click('[data-act="unmute"]');
  await sente.waitForSelector(line('more of it'));
  await noErrors(sente, gote, third);
});

test('in a rated game players read watchers only after its end', async () => {
  const { sente, gote, third } = await three({ rated: true });
  await sente.waitForSelector('[data-chat] .hint:has-text("only after it has ended")');
  await say(third, 'drop the pawn');
  await third.waitForSelector(line('drop the pawn'));
  await say(gote, 'good game');
  await sente.waitForSelector(line('good game'));
  assert.equal(await sente.locator('[data-chat-line]').count(), 1);
  await play(sente, '7g7f', 1);
  await gote.click('[data-act="resign"]');
  await gote.click('[data-act="confirm"]');
  for (const page of [sente, gote]) await page.waitForSelector(line('drop the pawn'));
  await noErrors(sente, gote, third);
});

test('on a phone it waits behind a button that counts, and moves neither the board nor the buttons', async () => {
  const sente = await device(browser, server, phone);
  const gote = await device(browser, server);
  await joinTable(gote, await open(sente, 'play-friend'));
  await sente.waitForSelector('[data-invitation]', { state: 'detached' });
  const bell = sente.locator('.chat-bell');
  await bell.waitFor();
  const boxes = () =>
    sente.evaluate(() =>
      ['.frame', '[data-act="resign"]', '[data-seat="w"]', '[data-seat="b"]'].map((selector) => {
        const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
        return [x, y + scrollY, width, height].map(Math.round).join(' ');
      }),
    );
  const before = await boxes();
  assert.equal(await bell.getAttribute('data-unread'), '0');
  assert.equal(await sente.locator('[data-chat-line]').count(), 0);
  await say(gote, 'one');
  await gote.waitForSelector(line('one'));
  await say(gote, 'two');
  await sente.waitForSelector('.chat-bell[data-unread="2"]');
  assert.match(await bell.getAttribute('aria-label'), /2 new messages/);
  assert.deepEqual(await boxes(), before);

  await bell.tap();
  await sente.waitForSelector(line('two'));
  assert.equal(await bell.getAttribute('data-unread'), '0');
  assert.deepEqual(await boxes(), before, 'opening moved something');
  await sente.tap('[data-chat-field]');
  await sente.fill('[data-chat-field]', 'three');
  await sente.tap('[data-act="chat-send"]');
  await gote.waitForSelector(line('three'));
  assert.ok(await sente.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'wider than the screen');
  assert.deepEqual(await faults(sente), []);
  await sente.tap('[data-chat] [data-act="chat-toggle"]');
  await sente.waitForSelector('[data-chat="closed"]');
  assert.deepEqual(await boxes(), before, 'closing moved something');

  // A player who wants none of it switches it off for this device.
  await sente.tap('[data-chat] [data-act="chat-toggle"]');
  await sente.tap('[data-act="chat-off"]');
  await sente.waitForSelector('[data-chat="off"]');
  await say(gote, 'four');
  await gote.waitForSelector(line('four'));
  assert.equal(await bell.count(), 0);
  await sente.reload();
  await sente.waitForSelector('[data-chat="off"]');
  await sente.tap('[data-act="chat-on"]');
  await sente.waitForSelector('[data-chat="closed"], [data-chat="open"]');
  await noErrors(sente, gote);
});

test('against the computer nobody is there to talk to', async () => {
  const page = await device(browser, server);
  await open(page, 'play-computer');
  await page.waitForSelector('[data-act="resign"]');
  assert.equal(await page.locator('[data-chat]').count(), 0);
  await noErrors(page);
});

test('who is banned is told so, and the page does not try again and again', async () => {
  const { sente, gote } = await three();
  await say(gote, 'bad');
  await sente.waitForSelector(line('bad'));
  const who = await sente.getAttribute('[data-chat-line]', 'data-who');
  assert.equal(spawnSync(program, ['admin', 'ban', who, '--data', server.data]).status, 0);
  await gote.waitForSelector('[role="alert"]:has-text("may not play here")');
  await gote.goto('/en/');
  await gote.click('[data-act="play-friend"][data-game="shogi"]');
  await gote.waitForSelector('text=may not play here');
  assert.equal(spawnSync(program, ['admin', 'unban', who, '--data', server.data]).status, 0);
  await noErrors(sente);
});
