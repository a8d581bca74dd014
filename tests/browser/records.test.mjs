// Records: saved at a table, opened again on a page that needs no table, and refused in words when they are damaged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browser, device, faults, hosted, joinTable, MATE, noErrors, open, playAll, server, sfen } from './house.mjs';
import { openSeated } from './seats.mjs';

const records = new URL('../vectors/records/', import.meta.url).pathname;
hosted();

/** Opens a text on the page of records. */
async function openText(page, text, language = 'en') {
  await page.goto(`/${language}/record/`);
  await page.fill('[data-record-text]', text);
  await page.click('[data-act="open-record"]');
}

const position = async (page) => (await sfen(page)).replace(/ \d+$/, '');

/** The record of the game at a table, as a file. */
async function saved(page, format) {
  await page.selectOption('[data-act="record-format"]', format);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-act="save-record"]')]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

for (const [game, moves, formats] of [
  ['shogi', MATE, ['kif', 'ki2', 'csa', 'usi', 'sfen']],
  ['chu', ['7j7h', '6c6e', '7h7g7h', '6e6f6e'], ['kif', 'ki2', 'usi', 'sfen']],
  ['annan', ['1g1f', '1c1d', '8g4c'], ['kif']],
  ['hasami', ['5i5d', '5a5c'], ['kif', 'sfen']],
])
  test(`${game}: a game that was saved and opened again ends in the same position`, async () => {
    const sente = await device(browser, server);
    const seats = await openSeated(server, sente, game);
    await seats.lead(moves);
    const end = await position(sente);
    await sente.click('[data-act="record"]');
    await sente.waitForSelector('[data-save]');
    const offered = await sente.locator('[data-act="record-format"] option').evaluateAll((all) => all.map(({ value }) => value));
    assert.equal(offered.includes('csa'), formats.includes('csa'), 'only where the game has it');
    const viewer = await device(browser, server);
    for (const format of formats) {
      const { name, text } = await saved(sente, format);
      assert.match(name, new RegExp(`^${game}-\\d{4}-\\d\\d-\\d\\d\\.`));
      await openText(viewer, text);
      // What names no game is taken for one of shogi: docs/records.md.
      await viewer.waitForSelector(`[data-board][data-game="${game}"]`);
      await viewer.click('[data-act="last"]');
      assert.equal(await position(viewer), end, format);
      assert.equal(await viewer.locator('[data-ply]').count(), moves.length, format);
    }
    if (game === 'shogi') assert.equal(await viewer.getAttribute('[data-result]', 'data-reason'), 'checkmate');
    await noErrors(sente, viewer);
    await seats.close();
  });

/** The page of records, whose script does not run before `go()`. */
async function openHeld() {
  const page = await device(browser, server);
  let go;
  const held = new Promise((done) => {
    go = done;
  });
  await page.route(/\/assets\/record-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/en/record/', { waitUntil: 'commit' });
  return { page, go };
}

test('what is pasted before the script of the page runs is not lost', async () => {
  const { page, go } = await openHeld();
  await page.fill('[data-record-text]', 'position startpos moves 1g1f 1c1d');
  await page.selectOption('[data-act="record-game"]', 'annan');
  go();
  await page.click('[data-act="open-record"]:enabled');
  await page.waitForSelector('[data-board][data-game="annan"]');
  await noErrors(page);
});

test('a file that is chosen before the script of the page runs is opened when it does', async () => {
  const { page, go } = await openHeld();
  await page.setInputFiles('[data-record-file]', `${records}shogi/jkf-8mai.csa`);
  go();
  await page.waitForSelector('[data-board][data-game="shogi"]');
  await noErrors(page);
});

test('a record can be copied, and by hand where the browser forbids it', async () => {
  const [sente, gote] = [
    await device(browser, server, { permissions: ['clipboard-read', 'clipboard-write'] }),
    await device(browser, server),
  ];
  await joinTable(gote, await open(sente, 'play-friend'));
  await playAll([sente, gote], ['7g7f']);
  for (const page of [sente, gote]) {
    if (page === gote) await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.click('[data-act="record"]');
    await page.click('[data-act="copy-record"]');
  }
  await sente.waitForSelector('[data-act="copy-record"]:has-text("Copied")');
  const text = await sente.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /手合割：平手/);
  assert.match(text, /７六歩\(77\)/);
  assert.equal(await gote.inputValue('[data-save] textarea'), text);
  await noErrors(sente, gote);
});

test('the end, names and who won are in the record of a game that was resigned', async () => {
  const sente = await device(browser, server);
  const seats = await openSeated(server, sente, 'shogi');
  await seats.lead(['7g7f', '3c3d']);
  await seats.close();
  await sente.waitForSelector('[data-result]');
  await sente.click('[data-act="record"]');
  const { text } = await saved(sente, 'kif');
  assert.match(text, /先手：Guest/);
  await openText(sente, text);
  await sente.click('[data-act="last"]');
  assert.equal(await sente.getAttribute('[data-result]', 'data-reason'), 'resignation');
  assert.equal(await sente.getAttribute('[data-result]', 'data-winner'), 'b');
  await noErrors(sente);
});

test('a file in Shift_JIS is read, stepped through by keys and buttons, with names, times, comments and variations', async () => {
  const page = await device(browser, server);
  await page.goto('/en/record/');
  const text = `手合割：平手\r\n先手：山田\r\n後手：鈴木\r\n*はじめに\r\n   1 ７六歩(77)   ( 0:12/00:00:12)\r\n*よい手\r\n   2 ３四歩(33)   ( 1:05/00:01:05)\r\n   3 投了\r\n\r\n変化：2手\r\n   2 ８四歩(83)\r\n`;
  // The browser has no encoder of Shift_JIS: its table is turned round.
  const bytes = await page.evaluate((wanted) => {
    const table = new Map();
    const decoder = new TextDecoder('shift_jis');
    for (let lead = 0x81; lead <= 0xfc; lead++)
      for (let trail = 0x40; trail <= 0xfc; trail++) {
        const pair = new Uint8Array([lead, trail]);
        table.set(decoder.decode(pair), [lead, trail]);
      }
    return [...wanted].flatMap((one) => (one < '\u0080' ? [one.charCodeAt(0)] : table.get(one)));
  }, text);
  await page.setInputFiles('[data-record-file]', { name: 'a.kif', mimeType: 'text/plain', buffer: Buffer.from(bytes) });
  await page.waitForSelector('[data-board]');
  assert.match(await page.textContent('[data-seat="b"]'), /山田/);
  assert.match(await page.textContent('[data-comment]'), /はじめに/);
  assert.equal(await page.getAttribute('[data-branches]', 'data-branches'), '1');
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('[data-comment]'), /よい手/);
  assert.equal(await page.getAttribute('[data-seconds]', 'data-seconds'), '12');
  await page.click('[data-act="next"]');
  assert.equal(await page.getAttribute('[data-seconds]', 'data-seconds'), '65');
  assert.equal(await page.getAttribute('[data-result]', 'data-reason'), 'resignation');
  await page.keyboard.press('Home');
  assert.equal((await sfen(page)).split(' ')[3], '1');
  await page.keyboard.press('f');
  await page.click('[data-ply="2"]');
  assert.equal((await sfen(page)).split(' ')[3], '3');
  // Nothing of the file is lost when it is saved in its own format.
  await page.click('[data-act="record"]');
  await page.waitForSelector('[data-save]');
  assert.match((await saved(page, 'kif')).text, /変化：2手/);
  assert.match((await saved(page, 'csa')).text, /よい手/);
  await page.click('[data-act="other-record"]');
  await page.waitForSelector('[data-record-text]');
  await noErrors(page);
});

test('real files of other programs are opened, and a dropped one too', async () => {
  const page = await device(browser, server);
  for (const [file, game] of [
    ['shogi/shogihome-1.kif', 'shogi'],
    ['shogi/jkf-20091203.ki2', 'shogi'],
    ['shogi/jkf-8mai.csa', 'shogi'],
    ['chu/lishogi-kif-dialect.kif', 'chu'],
  ]) {
    await page.goto('/en/record/');
    await page.setInputFiles('[data-record-file]', records + file);
    await page.waitForSelector(`[data-board][data-game="${game}"]`);
    await page.click('[data-act="last"]');
  }
  await page.goto('/en/record/');
  await page.fill('[data-record-text]', 'the script runs');
  await page.waitForSelector('[data-act="open-record"]:enabled'); // nobody listens to what is dropped before
  const text = readFileSync(`${records}shogi/jkf-8mai.csa`, 'utf8');
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'a.csa'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForSelector('[data-board]');
  await noErrors(page);
});

test('a record that names no game is one of the game that is chosen', async () => {
  const page = await device(browser, server);
  const text = 'position startpos moves 1g1f 1c1d 8g4c';
  await openText(page, text);
  await page.waitForSelector('[data-board][data-game="annan"]');
  await openText(page, 'position startpos moves 1g1f 1c1d');
  await page.waitForSelector('[data-board][data-game="shogi"]');
  await page.click('[data-act="other-record"]');
  await page.selectOption('[data-act="record-game"]', 'annan');
  await page.click('[data-act="open-record"]');
  await page.waitForSelector('[data-board][data-game="annan"]');
  await noErrors(page);
});

test('a damaged record is refused with its line and the reason in words, and nothing changes', async () => {
  const page = await device(browser, server);
  const damaged = '手合割：平手\n   1 ７六歩(77)\n   2 ５五玉(51)\n';
  for (const [language, words] of [
    ['en', /Line 3: This piece cannot go there\./],
    ['fr', /Ligne 3\u00a0: Cette pièce ne peut pas aller là\./],
    ['ja', /3行目：/],
  ]) {
    await openText(page, damaged, language);
    await page.waitForSelector('[data-fault][data-line="3"][data-code="not_reachable"]');
    assert.match(await page.textContent('[data-fault]'), words);
    assert.match(await page.textContent('[data-fault] pre'), /５五玉\(51\)/);
    assert.equal(await page.inputValue('[data-record-text]'), damaged, 'the text stays');
    assert.deepEqual(await faults(page), []);
  }
  for (const [text, code] of [
    ['no record at all', 'syntax'],
    ['手合割：二枚落\n   1 ５一玉(51)', 'unknown'],
    ['+7776FU\n+3334FU\n', 'wrong_turn'],
    ['x'.repeat(1 << 20), 'too_long'],
  ]) {
    await openText(page, text);
    await page.waitForSelector(`[data-fault][data-code="${code}"]`);
  }
  await page.goto('/en/record/');
  await page.setInputFiles('[data-record-file]', { name: 'x', mimeType: '', buffer: Buffer.from([0xff, 0xfe, 0, 0xd8]) });
  await page.waitForSelector('[data-fault][data-code="encoding"]');
  // With a record on the board: it stays there.
  await openText(page, 'position startpos moves 7g7f 3c3d');
  await page.waitForSelector('[data-board]');
  await page.click('[data-act="next"]');
  const before = await sfen(page);
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'a.kif'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, damaged);
  await page.waitForSelector('[data-fault][data-line="3"]');
  assert.equal(await sfen(page), before);
  assert.deepEqual(await faults(page), []);
  await page.click('[data-fault] [data-act="dismiss"]');
  assert.equal(await page.locator('[data-fault]').count(), 0);
  await noErrors(page);
});

test('the page of records fits every width, in both themes, and its languages lead to itself', async () => {
  for (const colorScheme of ['light', 'dark'])
    for (const width of [320, 360, 768, 1280]) {
      const page = await device(browser, server, { colorScheme, viewport: { width, height: 720 } });
      await page.goto('/fr/record/');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
      if (width === 360) assert.deepEqual(await faults(page), [], colorScheme);
      assert.equal(await page.getAttribute('.languages [lang="ja"]', 'href'), '/ja/record/');
      await openText(page, 'position startpos moves 7g7f 3c3d');
      await page.waitForSelector('[data-board]');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `board ${width}`);
      if (width === 360) assert.deepEqual(await faults(page), [], colorScheme);
      await noErrors(page);
      await page.context().close();
    }
});
