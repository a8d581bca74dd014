// The rules of each game: read without JavaScript, in every language, and reached from a refused move.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { browser, device, faults, hosted, joinTable, noErrors, open, saysItsPlace, server, square } from './house.mjs';

const GAMES = ['shogi', 'chu', 'hasami', 'annan'];
const LANGUAGES = ['fr', 'en', 'ja'];
const words = (game, language) => JSON.parse(readFileSync(`games/${game}/web/${language}.json`, 'utf8'));
hosted();

test('without JavaScript everything is there: pieces, refusals, ends, local rules with their defaults', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const game of GAMES)
    for (const language of LANGUAGES) {
      const answer = await page.goto(`/${language}/rules/${game}/`);
      assert.equal(answer.status(), 200);
      const html = await answer.text();
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/, 'no inline script or style');
      const said = words(game, language);
      const text = await page.textContent('main');
      for (const [code, reason] of Object.entries(said.rules)) {
        assert.equal(await page.textContent(`#rule-${code}`), reason);
        assert.ok(text.includes(reason));
      }
      for (const piece of Object.values(said.pieces)) assert.ok(text.includes(piece), piece);
      for (const end of Object.values(said.ends)) assert.ok(text.includes(end), end);
      for (const [name, rule] of Object.entries(said.local ?? {})) {
        const section = page.locator(`#local-${name}`);
        assert.equal(await section.locator('[data-default]').count(), 1, `${name} has one default`);
        for (const value of Object.values(rule.values))
          for (const words of [value.name, value.short, value.long]) assert.ok((await section.textContent()).includes(words));
      }
      assert.equal(await page.locator('.piece-list .moves-picture').count(), Object.keys(said.pieces).length);
      assert.ok(await page.locator('#start img').evaluate((image) => image.getAttribute('src')));
      saysItsPlace(answer, server, language, `rules/${game}/`);
      assert.equal(await page.locator('main :is(h1, h2, h3):empty').count(), 0, 'no empty heading');
      const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
      assert.equal(new Set(ids).size, ids.length, 'each anchor once');
    }
});

test('the prose is there without JavaScript: every section, word, question and tip, and the day of its last change', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const game of GAMES) {
    const frame = JSON.parse(readFileSync(`games/${game}/web/rules.json`, 'utf8'));
    for (const language of LANGUAGES) {
      const prose = JSON.parse(readFileSync(`games/${game}/web/rules-${language}.json`, 'utf8'));
      await page.goto(`/${language}/rules/${game}/`);
      const text = await page.textContent('main');
      const plain = (words) => words.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
      const said = (value) =>
        typeof value === 'string'
          ? [plain(value)]
          : Object.entries(value).flatMap(([key, item]) => (/^(id|diagram|alt)$/.test(key) ? [] : said(item)));
      for (const words of said(prose)) assert.ok(text.includes(words), `${game} ${language}: ${words}`);
      for (const [id, [written, kana, latin]] of Object.entries(frame.words)) {
        const term = await page.textContent(`#vocabulary dl #word-${id} dt`);
        for (const part of language === 'ja' ? [kana] : [written, latin]) assert.ok(term.includes(part), `${game} ${id}`);
      }
      assert.equal(await page.getAttribute('#about time', 'datetime'), frame.changed);
      assert.equal(await page.locator('.diagram img[alt]').count(), Object.keys(frame.diagrams).length);
      const levels = await page
        .locator('main :is(h1, h2, h3, h4)')
        .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
      assert.equal(levels[0], 1);
      for (const [i, level] of levels.entries())
        if (i > 0) assert.ok(level >= 2 && level <= levels[i - 1] + 1, 'h1, h2, h3 in order');
      const settings = await page.locator('[data-setting]').evaluateAll((all) => all.map(({ dataset }) => dataset.setting));
      for (const name of [
        'turn_seconds',
        'show_legal',
        'alternate_first',
        'move_limit',
        ...Object.keys(words(game, language).local ?? {}),
      ])
        assert.ok(settings.includes(name), `${game}: ${name} is among the settings`);
    }
  }
});

test('every link and every picture of the rules leads somewhere', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  const known = new Map();
  const answers = async (url) => {
    if (!known.has(url)) known.set(url, (await page.request.get(url)).status());
    return known.get(url);
  };
  for (const game of GAMES)
    for (const language of LANGUAGES) {
      await page.goto(`/${language}/rules/${game}/`);
      const ids = new Set(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)));
      const links = await page.locator('main a').evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.href]));
      assert.ok(links.length > 15);
      for (const [href, url] of links)
        if (href.startsWith('#')) assert.ok(ids.has(href.slice(1)), `${game} ${language}: ${href}`);
        else assert.equal(await answers(url.split('#')[0]), 200, `${game} ${language}: ${href}`);
      for (const url of await page.locator('main img').evaluateAll((all) => all.map(({ src }) => src)))
        assert.equal(await answers(url), 200, url);
    }
});

test('the first page leads to the rules, and these in one click to a table with them', async () => {
  const page = await device(browser, server);
  for (const [i, game] of GAMES.entries()) {
    await page.goto('/fr/');
    await page.click(`[data-section="${game}"] a[href$="/rules/${game}/"]`);
    await page.waitForSelector(`[data-rules="${game}"]`);
    const alone = i % 2 === 0;
    await page
      .locator(`main [data-act="${alone ? 'play-computer' : 'play-friend'}"]`)
      .nth(i < 2 ? 0 : 1)
      .click();
    await page.waitForSelector(`html[lang="fr"] [data-board][data-game="${game}"]`);
    assert.match(new URL(page.url()).pathname, /^\/t\//);
    const differing = page.locator('[data-agreed] [data-differs]');
    assert.equal(await differing.count(), 0, 'the rules that were read');
    assert.equal(await page.locator('.invitation').count(), alone ? 0 : 1);
  }
  await page.goto('/en/rules/chu');
  assert.equal(new URL(page.url()).pathname, '/en/rules/chu/');
  await page.click('[data-act="theme"]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await page.click('.languages [lang="ja"]');
  await page.waitForSelector('html[lang="ja"] [data-rules="chu"]');
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  await noErrors(page);
});

test('without a script or a network the buttons of the rules lead to the game on the first page', async () => {
  const still = await device(browser, server, { javaScriptEnabled: false });
  for (const game of GAMES)
    for (const language of LANGUAGES) {
      await still.goto(`/${language}/rules/${game}/`);
      for (const act of ['play-computer', 'play-friend'])
        for (const link of await still.locator(`main [data-act="${act}"]`).all())
          assert.equal(await link.getAttribute('href'), `/${language}/#${game}`);
      assert.equal(await still.locator('main [data-act="play-friend"]').count(), 2, 'above and below');
      assert.equal(await still.locator(`main [data-act="learn"][href="/${language}/learn/${game}/"]`).count(), 2);
    }
  const page = await device(browser, server);
  await page.goto('/en/rules/chu/');
  await page.context().setOffline(true);
  const left = page.waitForRequest('**/en/**', { timeout: 30_000 }).catch(() => null);
  await page.click('main [data-act="play-friend"] >> nth=0');
  assert.equal(new URL((await left)?.url() ?? 'http://none/').pathname, '/en/', 'not kept waiting here');
});

test('a refused move leads to its rule in the language of the table, in a tab of its own', async () => {
  const [page, friend] = [await device(browser, server), await device(browser, server)];
  for (const [game, from, to, language] of [
    ['shogi', '7g', '7e', 'en'],
    ['chu', '7j', '7d', 'fr'],
    ['annan', '8g', '8f', 'ja'],
    ['hasami', '5i', '5a', 'en'],
  ]) {
    const url = await open(page, 'play-friend', game);
    await joinTable(friend, url);
    await page.waitForSelector('.invitation', { state: 'detached' });
    await page.click(`.languages [hreflang="${language}"]`);
    await page.waitForSelector(`html[lang="${language}"] [data-board]`);
    await page.click(square(from));
    await page.click(square(to));
    const rule = await page.getAttribute('[data-why]', 'data-rule');
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.click('[data-why] [data-act="rule"]')]);
    await opened.waitForLoadState();
    assert.equal(new URL(opened.url()).pathname, `/${language}/rules/${game}/`);
    const target = opened.locator(':target');
    assert.equal(await target.getAttribute('id'), `rule-${rule}`);
    assert.ok((await page.textContent('[data-why]')).includes((await target.textContent()).trim()), 'the same words');
    assert.equal(page.url(), url, 'the table stays');
    await opened.close();
  }
  await noErrors(page, friend);
});

test('axe finds no serious fault in the rules, nothing scrolls sideways, and they can be printed', async () => {
  for (const colorScheme of ['light', 'dark'])
    for (const game of GAMES) {
      const page = await device(browser, server, { colorScheme });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/${width === 320 ? 'ja' : 'fr'}/rules/${game}/`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game} ${width}`);
        assert.deepEqual(await faults(page), [], `${game} ${width}`);
      }
      // Where names have a Japanese word and how it is said behind them.
      await page.setViewportSize({ width: 320, height: 800 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game} 320, French`);
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), colorScheme);
      await page.emulateMedia({ media: 'print', colorScheme });
      for (const screen of ['.top', '.bottom', '.contents', '.play >> nth=0', '.play >> nth=1'])
        assert.equal(await page.locator(screen).isVisible(), false, `${screen} is not printed`);
      assert.equal(await page.locator('.piece-list').isVisible(), true);
      const colours = await page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('main h1')).color,
      ]);
      assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'], 'black on white from a dark page too');
      await noErrors(page);
      await page.context().close();
    }
});

test('the glossary has every word of every game once, and leads to where it is used', async () => {
  const page = await device(browser, server, { javaScriptEnabled: false });
  for (const language of LANGUAGES) {
    const answer = await page.goto(`/${language}/glossary/`);
    assert.equal(answer.status(), 200);
    const text = await page.textContent('[data-glossary]');
    const links = await page.locator('[data-glossary] dd a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const terms = await page.locator('[data-glossary] dt').allTextContents();
    assert.equal(new Set(terms).size, terms.length, 'each word once');
    const wanted = GAMES.flatMap((game) => {
      const { vocabulary } = JSON.parse(readFileSync(`games/${game}/web/rules-${language}.json`, 'utf8'));
      return Object.entries(vocabulary).map(([id, said]) => ({ ...said, href: `/${language}/rules/${game}/#word-${id}` }));
    });
    for (const { term, text: meaning } of wanted) assert.ok(text.includes(term) && text.includes(meaning), term);
    assert.deepEqual(links.sort(), wanted.map(({ href }) => href).sort());
    assert.ok(terms.length < wanted.length, 'words that several games have stand once');
    for (const href of links.slice(0, 3)) {
      await page.goto(href);
      assert.equal(await page.locator(href.slice(href.indexOf('#'))).count(), 1);
    }
  }
  await page.context().close();
  const shown = await device(browser, server);
  await shown.goto('/fr/');
  await shown.click('footer a[href="/fr/glossary/"]');
  await shown.waitForSelector('[data-glossary]');
  assert.deepEqual(await faults(shown), []);
  await noErrors(shown);
});
