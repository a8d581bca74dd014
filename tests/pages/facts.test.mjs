/*
 * The lists of docs/facts/ against the pages as they are built: no line of a source is left out, and each place is there
 * in every language and says what the list says it says. docs/facts.md tells how a place is written.
 *
 *   SHOGIKAN_WEB  the built page (default build/web)
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { byId, parse, within } from './page.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = resolve(root, process.env.SHOGIKAN_WEB ?? 'build/web');
const LANGUAGES = ['fr', 'en', 'ja'];
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const known = new Map();
const json = (...path) => {
  const name = path.join('/');
  if (!known.has(name)) known.set(name, JSON.parse(read(name)));
  return known.get(name);
};

/** Rows of a list: lines of the source, the fact, and its places: an anchor with what it says. */
function rowsOf(markdown) {
  const rows = [];
  for (const line of markdown.split('\n')) {
    const cells = /^\| ([\d, –]+) \| (.+?) \| (.+) \|$/.exec(line);
    if (!cells) {
      if (/^\|/.test(line) && !/^\| lines |^\|---/.test(line)) throw new Error(`not a row of the list: ${line}`);
      continue;
    }
    const [, lines, fact, where] = cells;
    const places = [];
    for (const [, token] of where.matchAll(/`([^`]+)`/g))
      if (token.startsWith('#')) places.push({ anchor: token.slice(1), says: [] });
      else places.at(-1).says.push(token);
    const ranges = lines.split(', ').map((range) => range.split('–').map(Number));
    rows.push({ fact, places, lines: ranges.flatMap(([from, to = from]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)) });
  }
  return rows;
}

/** A text by its path; a list is entered by number or by the id of an item. What is drawn says its caption. */
function textAt(value, path) {
  let found = value;
  for (const key of path) found = Array.isArray(found) && !/^\d+$/.test(key) ? found.find(({ id }) => id === key) : found?.[key];
  if (found?.caption) found = found.caption;
  return typeof found === 'string' ? found.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1') : undefined;
}

/** What a place must hold, as a text; undefined when there is no such text. */
function textOf(game, language, token) {
  const page = json('web', 'locales', `${language}.json`);
  const [what, ...values] = token.split(' ');
  const [kind, rest] = [what.slice(0, what.indexOf(':')), what.slice(what.indexOf(':') + 1)];
  const filled = (text, blanks) => text?.replace(/\{(\w+)\}/g, (_, name) => blanks[name]);
  if (kind === 'page') return filled(page[rest], Object.fromEntries(values.map((value) => value.split('='))));
  if (kind === 'rules') return textAt(json('games', game, 'web', `rules-${language}.json`), rest.split('.'));
  const words = json('games', game, 'web', `${language}.json`);
  if (kind === 'words') return textAt(words, rest.split('.'));
  if (kind === 'becomes') return filled(page['movement.becomes'], { piece: words.pieces[rest] });
  const list = rest.split(',').map((direction) => page[`direction.${direction}`]);
  if (list.includes(undefined)) return undefined;
  return filled(page[`movement.${kind}`], { list: list.join(language === 'ja' ? '、' : ', ') });
}

/** Why a place does not say this, or nothing. */
function missing(game, language, element, token) {
  const inside = [...within(element)];
  const [kind] = token.split(':');
  const value = token.slice(kind.length + 1);
  if (kind === 'usual')
    return inside.some(
      ({ attributes }) => attributes['data-value'] === value && ('data-default' in attributes || 'data-setting' in attributes),
    )
      ? null
      : `${value} is not the default`;
  if (kind === 'link') {
    const [path, hash] = value.split('#');
    const links = inside.flatMap(({ attributes }) => attributes.href ?? []);
    const leads = (href) => href.startsWith(`/${language}${path}`) && (hash === undefined || href.endsWith(`#${hash}`));
    return links.some(leads) ? null : `no link to ${value}`;
  }
  if (token === 'becomes:none') {
    const start = json('web', 'locales', `${language}.json`)['movement.becomes'].split('{')[0];
    return element.text.includes(start) ? 'it promotes' : null;
  }
  const text = textOf(game, language, token);
  if (!text) return 'no such text';
  return element.text.includes(text) ? null : `“${text}” is not there`;
}

const lists = readdirSync(join(root, 'docs/facts')).map((name) => name.replace(/\.md$/, ''));

test('there is a list for each of the four pages', () => {
  assert.deepEqual(lists.sort(), ['annan', 'chu', 'hasami', 'shogi']);
});

for (const game of lists) {
  const markdown = read('docs/facts', `${game}.md`);
  const rows = rowsOf(markdown);
  const parsed = new Map();
  const pages = () => {
    for (const language of LANGUAGES)
      if (!parsed.has(language))
        parsed.set(language, parse(readFileSync(join(built, language, 'rules', game, 'index.html'), 'utf8')));
    return parsed;
  };

  test(`${game}: no line of the source is left out, and none is beyond its end`, () => {
    const count = Number(/^Lines of the source: (\d+)\./m.exec(markdown)?.[1]);
    assert.ok(count > 40);
    const told = [...new Set(rows.flatMap(({ lines }) => lines))].sort((a, b) => a - b);
    assert.deepEqual(told, Array.from({ length: count }, (_, i) => i + 1));
  });

  test(`${game}: every fact is where the list says, in every language`, () => {
    const faults = [];
    for (const [language, page] of pages())
      for (const { fact, places } of rows) {
        if (!places.some(({ says }) => says.length > 0)) faults.push(`${fact}: no place`);
        for (const { anchor, says } of places) {
          const element = byId(page, anchor);
          if (!element) faults.push(`${language} ${fact}: no #${anchor}`);
          else
            for (const token of says) {
              const fault = missing(game, language, element, token);
              if (fault) faults.push(`${language} ${fact}: #${anchor} ${token}: ${fault}`);
            }
        }
      }
    assert.deepEqual(faults, []);
  });

  test(`${game}: what is not there is found`, () => {
    const promotes = rows.some(({ places }) => places.some(({ anchor }) => anchor === 'promotion'));
    for (const [language, page] of pages()) {
      const faults = (anchor, ...tokens) =>
        tokens.filter((token) => missing(game, language, byId(page, anchor), token) === null);
      assert.deepEqual(faults('about', 'rules:object.0', 'rules:object.99', 'words:nothing', 'page:rules.length minutes=7'), []);
      assert.deepEqual(faults('about', 'usual:on', 'link:/nowhere/', 'step:forward', 'step:nowhere', 'becomes:+P'), []);
      if (promotes) assert.deepEqual(faults('piece-P', 'becomes:none', 'becomes:+R', 'step:back', 'slide:forward'), []);
      assert.equal(byId(page, 'no-such-anchor'), undefined);
    }
  });
}
