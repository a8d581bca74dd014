// Who one is, and how strong: names, ratings, the page of a player, lists, another device, one's data, being forgotten.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Client, sleep } from '../protocol/harness.mjs';
import { browser, device, faults, hosted, joinTable, noErrors, open, server, tab } from './house.mjs';

/** A repetition: the same four plies until the position stood there four times. */
const SHUFFLE = ['2h3h', '8b7b', '3h2h', '7b8b'];

hosted();

const wire = () => ({ ws: `${server.url.replace(/^http/, 'ws')}/ws` });

/** A connection of the device that this page is, beside its own. */
async function hand(page) {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'shogikan');
  return Client.connect(wire(), { cookie: `${cookie.name}=${cookie.value}` });
}

/** A rated table of two connections, the first of which is sente: { table, say }, `say` gives a command of a side. */
async function ratedTable(black, white) {
  const opened = await black.open({ settings: 'rated=on' });
  assert.equal(opened.t, 'snapshot', JSON.stringify(opened));
  white.send({ t: 'watch', table: opened.table });
  await white.next('snapshot', ({ table }) => table === opened.table);
  let { seq } = opened;
  const say = async (client, message) => {
    let answer = await client.command({ game: opened.game, seq, ...message });
    for (; answer.code === 'busy'; answer = await client.command({ game: opened.game, seq, ...message })) await sleep(200);
    assert.equal(answer.t, 'event', JSON.stringify(answer));
    seq = answer.event.seq;
    return answer.event;
  };
  await say(white, { t: 'sit' });
  return { table: opened.table, game: opened.game, say };
}

/** Gote gives up after a move of each side: only then the game counts. */
async function gaveUp(black, white, say) {
  await say(black, { t: 'move', usi: '7g7f' });
  await say(white, { t: 'move', usi: '3c3d' });
  return say(white, { t: 'resign' });
}

async function visit(page, path) {
  await page.goto(path);
  await page.waitForSelector('main.player h2, [data-nobody]');
}

async function rename(page, name) {
  await page.fill('[data-name]', name);
  // What was said of the name before is still there.
  await page.evaluate(() => {
    const place = document.querySelector('#name-said');
    window.saidOfName = '';
    new MutationObserver((_, observer) => {
      window.saidOfName = place.textContent;
      if (window.saidOfName) observer.disconnect();
    }).observe(place, { childList: true, characterData: true, subtree: true });
  });
  await page.click('[data-act="name"]');
  const said = await page.waitForFunction(() => window.saidOfName);
  return said.jsonValue();
}

const expected = (own, other) => 1 / (1 + 10 ** ((other - own) / 400));

test('a name is refused with a reason, or seen by the other side at once', async () => {
  const anna = await device(browser, server);
  const ben = await device(browser, server);
  await visit(anna, '/en/player/');
  assert.match(await rename(anna, 'Аnna'), /look alike/);
  assert.equal(await anna.getAttribute('[data-name-said]', 'data-name-said'), 'refused');
  assert.match(await rename(anna, 'Computer'), /computer or the house/);
  assert.match(await rename(anna, 'Anne\u0301'), /That is your name now/); // composed on the way
  await anna.waitForFunction(() => document.querySelector('h1')?.textContent === 'Anné');
  await anna.goto('/en/');
  await anna.click('[data-act="play-friend"][data-game="shogi"]');
  await anna.waitForSelector('[data-board]');
  await joinTable(ben, anna.url());
  await ben.waitForFunction(() => document.querySelector('[data-seat="b"] .who')?.textContent === 'Anné');
  await anna.waitForFunction(() => document.querySelector('[data-seat="b"] .who')?.textContent === 'Anné (you)');
  // Ben takes a name while both sit there.
  const other = await ben.context().newPage();
  await visit(other, '/en/player/');
  await rename(other, 'ベン');
  await anna.waitForFunction(() => document.querySelector('[data-seat="w"] .who')?.textContent === 'ベン');
  await rename(other, '');
  await anna.waitForFunction(() => document.querySelector('[data-seat="w"] .who')?.textContent === 'Guest');
  await noErrors(anna, ben);
  await Promise.all([anna.context().close(), ben.context().close()]);
});

test('a rated game changes both ratings by the formula, a draw too, and the pages say so', async () => {
  const anna = await device(browser, server);
  const ben = await device(browser, server);
  for (const page of [anna, ben]) await visit(page, '/en/player/');
  await rename(anna, 'Anna');
  const [black, white] = [await hand(anna), await hand(ben)];
  const first = await ratedTable(black, white);
  for (const page of [anna, ben]) await joinTable(page, `/t/${first.table}`);
  assert.equal(await anna.getAttribute('[data-seat="b"] [data-rating]', 'data-rating'), '1500');
  assert.notEqual(await anna.getAttribute('[data-seat="b"] [data-rating]', 'data-provisional'), null);
  const won = await gaveUp(black, white, first.say);
  assert.equal(won.change, Math.round(40 * (1 - expected(1500, 1500))));
  for (const page of [anna, ben]) {
    await page.waitForSelector('[data-rated="b"]');
    assert.equal(await page.textContent('[data-rated="b"]'), 'Anna: 1520 (+20)');
    assert.equal(await page.textContent('[data-rated="w"]'), 'gote: 1480 (−20)');
  }
  // A draw takes from who was expected to win.
  const second = await ratedTable(black, white);
  for (let i = 0; i < 3; i++)
    for (const [ply, usi] of SHUFFLE.entries()) await second.say(ply % 2 ? white : black, { t: 'move', usi });
  const loss = Math.round(40 * (0.5 - expected(1520, 1480)));
  await joinTable(ben, `/t/${second.table}`);
  await ben.waitForSelector('[data-rated="b"]');
  assert.equal(await ben.getAttribute('[data-result]', 'data-winner'), 'draw');
  assert.equal(await ben.getAttribute('[data-rated="b"]', 'data-change'), String(loss));
  assert.equal(await ben.getAttribute('[data-rated="w"]', 'data-change'), String(-loss));
  // The table of the first game says what that game did, whatever came later.
  await joinTable(ben, `/t/${first.table}`);
  await ben.waitForSelector('[data-rated="b"]');
  assert.equal(await ben.getAttribute('[data-rated="b"]', 'data-rating'), '1520');

  // The page of a player, as another one sees it.
  await joinTable(ben, `/t/${first.table}`);
  const link = await ben.getAttribute('[data-seat="b"] a.who', 'href');
  await visit(ben, link);
  assert.equal(await ben.textContent('h1'), 'Anna');
  assert.equal(await ben.getAttribute('.ratings [data-kind="shogi"] [data-rating]', 'data-rating'), String(1520 + loss));
  assert.match(await ben.getAttribute('[data-plot="shogi"] svg', 'aria-label'), /from 1500 to 1518, lowest 1500, highest 1520/);
  await ben.click('[data-plot="shogi"] summary');
  assert.equal(await ben.locator('[data-plot="shogi"] tbody tr').count(), 2);
  assert.equal(await ben.getAttribute('.played [data-game]', 'href'), `/g/${second.game}`);
  assert.deepEqual(await ben.locator('.played [data-outcome]').evaluateAll((list) => list.map((it) => it.dataset.outcome)), [
    'draw',
    'won',
  ]);
  assert.equal(await ben.locator('[data-act="name"]').count(), 0, "nobody changes another one's name");
  assert.deepEqual(await faults(ben), []);
  await noErrors(anna, ben);
  await Promise.all([black.close(), white.close(), anna.context().close(), ben.context().close()]);
});

test('a second tab of the same device is no opponent at a rated table', async () => {
  const anna = await device(browser, server);
  const ben = await device(browser, server);
  const url = await open(anna, 'play-friend', 'shogi', { rated: 'on' });
  await anna.waitForSelector('[data-invitation]');
  // The link in another tab is one's own table: who waits there still waits, and has no second seat.
  const second = await tab(anna.context());
  await joinTable(second, url);
  await second.waitForSelector('[data-invitation]');
  const white = await hand(anna);
  white.send({ t: 'watch', table: new URL(url).pathname.slice(3) });
  const seen = await white.next('snapshot');
  const refused = await white.command({ t: 'sit', game: seen.game, seq: seen.seq, side: 'w' });
  assert.equal(refused.code, 'forbidden', JSON.stringify(refused));
  assert.match(refused.message, /already seated/);
  for (const page of [anna, second]) assert.equal(await page.locator('[data-invitation]').count(), 1);
  // Nor does the computer sit down there.
  const computer = await white.command({ t: 'computer', game: seen.game, seq: seen.seq, side: 'w', on: true });
  assert.match(computer.message, /against the computer is not rated/);
  // Another device does, in either tab's eyes.
  await joinTable(ben, url);
  for (const page of [anna, second]) await page.waitForSelector('[data-invitation]', { state: 'detached' });
  await noErrors(anna, second, ben);
  await Promise.all([white.close(), anna.context().close(), ben.context().close()]);
});

test('the list of a game, with those who have played enough and with everybody', async () => {
  const page = await device(browser, server);
  await visit(page, '/en/player/');
  await rename(page, 'Lena');
  const [black, white] = [await hand(page), await Client.connect(wire())];
  for (let i = 0; i < 9; i++) {
    const { say } = await ratedTable(black, white);
    await gaveUp(black, white, say);
  }
  const row = `[data-leaderboard="shogi"] tr[data-player="${black.welcome.you}"]`;
  await page.goto('/en/ratings/shogi/');
  await page.waitForSelector('[data-leaderboard] p');
  assert.equal(await page.locator(row).count(), 0);
  await page.click('[data-act="leaders-all"]');
  await page.waitForSelector(`${row} [data-provisional]`);
  assert.equal(await page.locator(`${row} td`).first().textContent(), '1');
  const { say } = await ratedTable(black, white);
  await gaveUp(black, white, say);
  await sleep(5500); // a list may be five seconds old
  await page.goto('/en/ratings/shogi/');
  await page.waitForSelector(row);
  assert.equal(await page.locator(`${row} [data-provisional]`).count(), 0);
  assert.equal(await page.locator(`${row} a`).textContent(), 'Lena');
  assert.deepEqual(await faults(page), []);
  await page.click('.kinds a:not([aria-current])');
  await page.waitForSelector('[data-leaderboard] p');
  await noErrors(page);
  await Promise.all([black.close(), white.close(), page.context().close()]);
});

test('a code makes another device the same player; on a phone, by touch', async () => {
  const old = await device(browser, server);
  const phone = await device(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await visit(old, '/en/player/');
  await rename(old, 'Olga');
  await old.click('[data-act="transfer"]');
  const code = await old.textContent('[data-code]');
  await visit(phone, '/en/player/');
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, 'nothing to scroll sideways');
  await phone.fill('[data-transfer-code]', 'ZZZZ ZZZZ ZZZZ');
  await phone.tap('[data-act="transfer-use"]');
  await phone.tap('[data-act="transfer-use-yes"]');
  await phone.waitForFunction(() => /not good/.test(document.querySelector('[data-transfer-said]')?.textContent ?? ''));
  await phone.fill('[data-transfer-code]', code.toLowerCase());
  await phone.tap('[data-act="transfer-use"]');
  await phone.tap('[data-act="sure-no"]');
  assert.equal(await phone.textContent('h1'), 'No name yet');
  await phone.tap('[data-act="transfer-use"]');
  await phone.tap('[data-act="transfer-use-yes"]');
  await phone.waitForFunction(() => document.querySelector('h1')?.textContent === 'Olga');
  // Two devices, one player: a name given on one is the other's.
  await rename(phone, 'Olga II');
  await visit(old, '/en/player/');
  assert.equal(await old.textContent('h1'), 'Olga II');
  assert.deepEqual(await faults(phone), []);
  await noErrors(old, phone);
  await Promise.all([old.context().close(), phone.context().close()]);
});

test('my data is a file with everything; who is forgotten is somebody new, and the games stay', async () => {
  const page = await device(browser, server);
  await visit(page, '/en/player/');
  await rename(page, 'Vera');
  const [black, white] = [await hand(page), await Client.connect(wire())];
  const { table, game, say } = await ratedTable(black, white);
  await gaveUp(black, white, say);
  await visit(page, '/en/player/');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-act="my-data"]')]);
  assert.equal(download.suggestedFilename(), 'shogikan.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(data.name, 'Vera');
  assert.equal(data.games[0].game, game);
  assert.ok(data.games[0].events.some(({ data: usi }) => usi === '7g7f'));
  assert.equal(data.rating_changes.length, 1);

  const own = `/en/player/${black.welcome.you}`;
  await visit(page, own);
  assert.equal(await page.textContent('h1'), 'Vera');
  await page.click('[data-act="forget"]');
  await page.click('[data-act="sure-no"]');
  assert.equal(await page.textContent('h1'), 'Vera');
  await page.click('[data-act="forget"]');
  await page.click('[data-act="forget-yes"]');
  await page.waitForSelector('[data-nobody], [data-forget-said]:not(:empty)');
  assert.equal((await black.closed).code, 4001);
  await visit(page, own);
  await page.waitForSelector('[data-nobody]');
  await visit(page, '/en/player/');
  assert.equal(await page.textContent('h1'), 'No name yet');
  assert.equal(await page.locator('.played li').count(), 0);
  await joinTable(page, `/t/${table}`);
  await page.waitForSelector('[data-result]');
  assert.equal(await page.textContent('[data-seat="b"] .who'), 'Guest');
  assert.equal(await page.locator('[data-seat="b"] a.who').count(), 0);
  // The browser itself reports the 404 of somebody who is not there.
  page.errors = page.errors.filter((text) => !/404/.test(text));
  await noErrors(page);
  await Promise.all([white.close(), page.context().close()]);
});

test('what is stored is said in each language, without a script, and nobody is nobody', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const language of ['fr', 'en', 'ja']) {
    await page.goto(`/${language}/privacy/`);
    assert.equal(await page.locator('main h2').count(), 7);
    assert.equal(await page.getAttribute('html', 'lang'), language);
  }
  const other = await device(browser, server);
  await other.goto('/ja/player/nobodynobody');
  await other.waitForSelector('[data-nobody]');
  assert.match(await other.getAttribute('.languages a[lang="fr"]', 'href'), /\/fr\/player\/nobodynobody$/);
  await Promise.all([page.context().close(), other.context().close()]);
});
