/* The rules in prose say the same things in every language, and what their diagrams claim is so. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Core } from '../../../../wasm/core.ts';
import { gameNames, languagesOf } from '../../../tools/games.ts';
import { frameOf, marksOf, proseOf, viewOf } from '../../../tools/prose.ts';
import { type Diagram, linksIn, type ProseFrame } from './prose.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const languages = Object.keys(languagesOf(root));
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const coreOf = (game: string): Promise<Core> => Core.load(readFileSync(join(wasm, `core-${game}.wasm`)));

/** What must be alike: everything but the words. Ids and diagrams stay, a text becomes its links, or nothing if it is empty. */
function skeleton(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (key === 'id' || key === 'diagram') return value;
    return value.trim() === '' ? 'EMPTY' : linksIn(value).flatMap(({ href }) => href ?? []);
  }
  if (Array.isArray(value)) return value.map((item) => skeleton(item));
  return Object.fromEntries(Object.entries(value as object).map(([name, item]) => [name, skeleton(item, name)]));
}

/** All texts, with a path to say where. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([name, item]) => texts(item, `${path}/${name}`));
}

const ofKey = (value: unknown, key: string): string[] =>
  texts(value).flatMap(([path, text]) => (path.endsWith(`/${key}`) ? [text] : []));

describe.each(gameNames(root))('%s', (game) => {
  const frame = frameOf(root, game);
  const first = proseOf(root, game, languages[0] ?? '');

  test.each(languages)('%s has the same parts, ids, items, links and diagrams, and no empty text', (language) => {
    const prose = proseOf(root, game, language);
    expect(skeleton(prose)).toEqual(skeleton(first));
    expect(texts(prose).filter(([, text]) => text.trim() === '')).toEqual([]);
    expect(Object.keys(prose.vocabulary).sort()).toEqual(Object.keys(frame.words).sort());
    for (const [name, part] of Object.entries(prose))
      if (name !== 'promotion') expect(Object.keys(part).length, name).toBeGreaterThan(0);
    for (const { body } of prose.special) expect(body.length).toBeGreaterThan(0);
    expect(ofKey(prose, 'diagram').sort()).toEqual(Object.keys(frame.diagrams).sort());
  });

  test('the names of all pieces, and of no others, have a reading in kana and in Latin letters', async () => {
    const { pieces } = (await coreOf(game)).game;
    expect(Object.keys(frame.readings).sort()).toEqual(pieces.map(({ sfen }) => sfen).sort());
    for (const [kana, latin] of Object.values(frame.readings)) {
      expect(kana).toMatch(/^[ぁ-んー・]+$/);
      expect(latin).toMatch(/^[a-zāīūēō’, ]+$/);
    }
  });

  test('promotion is told where something promotes, and only there', async () => {
    const { pieces } = (await coreOf(game)).game;
    expect(first.promotion.length > 0).toBe(pieces.some(({ promotes }) => promotes !== 0));
  });

  test('no text of one language was left in another', () => {
    const [fr, en, ja] = ['fr', 'en', 'ja'].map((language) => texts(proseOf(root, game, language)));
    const same = (a: [string, string][] = [], b: [string, string][] = []) =>
      a.filter(([path, text], i) => !/\/(id|diagram)$/.test(path) && text === b[i]?.[1] && text.length > 25);
    expect(same(fr, en)).toEqual([]);
    expect(same(en, ja)).toEqual([]);
    expect(ja?.filter(([path, text]) => !/\/(id|diagram)$/.test(path) && !/[ぁ-んァ-ン一-龯]/.test(text))).toEqual([]);
  });

  test('the rules core agrees with every diagram', async () => {
    const core = await coreOf(game);
    expect(Object.keys(frame.diagrams).length).toBeGreaterThan(3);
    for (const [id, diagram] of Object.entries(frame.diagrams)) {
      const marks = marksOf(core, diagram);
      expect(marks.length, `${id} shows something`).toBeGreaterThan(0);
      viewOf(diagram, marks);
    }
  });

  test('a wrong claim is found', async () => {
    const core = await coreOf(game);
    const [diagram] = Object.values(frame.diagrams) as [Diagram];
    expect(() => marksOf(core, { ...diagram, sfen: 'nothing b - 1' })).toThrow();
    expect(() => marksOf(core, { ...diagram, moves: ['1a1a'] })).toThrow('refused');
    expect(() => marksOf(core, { ...diagram, refused: { '1a1b': 'no_such_rule' } })).toThrow('no_such_rule');
    expect(() => viewOf({ ...diagram, view: ['99a', '1a'] }, [])).toThrow('no part');
  });

  test('the day of the last change is a day', () => {
    const { changed }: ProseFrame = frame;
    expect(changed).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Date(changed).toISOString().slice(0, 10)).toBe(changed);
  });
});
