/* Every language says everything, and nothing that nobody asks for. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages as known } from 'virtual:languages';
import { describe, expect, test } from 'vitest';
import { Core, moveStyles, type RuleInfo, recordFormats } from '../../wasm/core.ts';
import { slips } from '../src/client/judge.ts';
import type { GameWords } from '../src/i18n/words.ts';
import { itemsOf, SETTINGS } from '../src/pages/agreed.ts';
import { refusalsOf } from '../tools/games.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const json = <T>(...path: string[]): T => JSON.parse(read(...path)) as T;
const languages = Object.keys(known);
/** The words of every page, and those that only pages of records and games have. */
const everywhere = (language: string) => json<Record<string, string>>('web', 'locales', `${language}.json`);
const ofViewers = (language: string) => json<Record<string, string>>('web', 'locales', 'analysis', `${language}.json`);
const common = (language: string) => ({ ...everywhere(language), ...ofViewers(language) });
const games = readdirSync(join(root, 'games')).filter((name) => {
  try {
    return statSync(join(root, 'games', name, 'web', 'pieces.json')).isFile();
  } catch {
    return false;
  }
});

/** The local rules of each game, from its core. */
const wasm = resolve(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const localRules = new Map<string, RuleInfo[]>();
for (const game of games) localRules.set(game, (await Core.load(readFileSync(join(wasm, `core-${game}.wasm`)))).game.rules);
/** What every game has is named once, with the page's own words. */
const everyGame = itemsOf(localRules.get(games[0] ?? '') ?? []).filter(({ name }) =>
  [...localRules.values()].every((rules) => rules.some((rule) => rule.name === name)),
);

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => read(folder, name));
}

/** Rule codes that a game's core can name: as written in its sources, and in those that games share. */
const codesIn = (...folder: string[]): string[] =>
  readdirSync(join(root, ...folder))
    .filter((name) => name.endsWith('.c'))
    .flatMap((name) => [...read(...folder, name).matchAll(/(?:forbidden(?:_at)?\((?:[^"\n]*\? )?|\breturn )\s*"([a-z_]+)"/g)])
    .map((match) => match[1] ?? '');
const ruleCodes = (game: string): string[] => [...codesIn('games', game, 'rules'), ...codesIn('rules')];

const reasons = [...read('rules', 'verdict.h').matchAll(/X\(REASON_\w+, "(\w+)"\)/g)].map((match) => match[1] ?? '');
const errors = [...read('base', 'error.h').matchAll(/X\(ERR_\w+, "(\w+)"/g)].map((match) => match[1] ?? '');

/** What can be wrong with a name. */
const nameFaults = [...read('server', 'player', 'name.h').matchAll(/X\(NAME_\w+, "(\w+)"/g)].map((match) => match[1] ?? '');

const endings = ['open', ...[...read('rules', 'record.h').matchAll(/X\(ENDING_\w+, "(\w+)"/g)].map((match) => match[1] ?? '')];
/** What the readers of records and positions find wrong, in words of their own. */
const faults = [
  ...new Set(
    readdirSync(join(root, 'rules'))
      .filter((name) => /^(record.*|sfen)\.c$/.test(name))
      .flatMap((name) => [...read('rules', name).matchAll(/wrong\([^";]*"([a-z_]+)"/g)])
      .map((match) => match[1] ?? ''),
  ),
  'game_over',
  'other',
];
/** The ends that a game's own sources or those that it shares name. */
const endsOf = (game: string): string[] => {
  const folder = join('games', game, 'rules');
  const text = readdirSync(join(root, folder))
    .map((name) => read(folder, name))
    .join('\n');
  const shared = text.includes('rules/army9.h') ? read('rules', 'army9.c') : '';
  const names = new Map(
    [...read('rules', 'verdict.h').matchAll(/X\((REASON_\w+), "(\w+)"\)/g)].map((match) => [match[1], match[2]]),
  );
  const named = [...`${text}${shared}`.matchAll(/REASON_\w+/g)].flatMap(([name]) => names.get(name) ?? []);
  return [...new Set(named)].filter((reason) => reason !== 'move_limit').sort();
};

/** Keys that the sources write out, and families whose last part is data. */
function wantedKeys(language: string): { required: Set<string>; allowed: Set<string> } {
  const text = sources('web/src').join('\n');
  const literal = [...text.matchAll(/'([a-z_]+(?:\.[a-z_]+)*)'/g)].map((match) => match[1] ?? '');
  const known = common('en');
  const required = new Set(literal.filter((key) => key in known));
  const family = (prefix: string, names: readonly string[]) => {
    expect(text, `${prefix} is used`).toContain(`${prefix}.\${`);
    for (const name of names) required.add(`${prefix}.${name}`);
  };
  family('reason', reasons);
  family('promise', ['start.title', 'start.text', 'why.title', 'why.text', 'keep.title', 'keep.text']);
  family('trouble', ['version', 'not_found', 'banned', 'core', 'disagreement']);
  family('side', ['b', 'w']);
  family('link', ['connecting', 'open', 'waiting', 'closed']);
  family('landing', ['computer', 'friend']);
  family('setting', ['on', 'off']);
  family('lobby', ['replaced', 'lost']);
  for (const { name, values } of [...SETTINGS, ...everyGame])
    for (const key of [
      '',
      '.text',
      ...(values ?? []).filter((value) => value !== 'on' && value !== 'off').map((value) => `.${value}`),
    ])
      required.add(`setting.${name}${key}`);
  required.add('setting.move_limit.0');
  for (const form of ['standin', 'standin.own']) family(form, ['away', 'asked', 'time']);
  for (const wish of ['asked', 'wish', 'answer', 'declined', 'withdrawn', 'act']) family(wish, ['draw', 'takeback']);
  family('refused', ['late', 'asked', 'set', 'engine']);
  const ways = ['computer', 'two'];
  family(
    'play',
    ways.flatMap((way) => [way, `${way}.text`, `${way}.start`]),
  );
  for (const key of ['turn_board', 'own_side', 'own_side.b', 'own_side.w', 'own_side.draw']) required.add(`setting.${key}`);
  for (const key of ['turn_board', 'own_side']) required.add(`setting.${key}.text`);
  family('learn', ['again', 'hint', 'solution']);
  family('chat.refused', ['busy', 'syntax', 'too_long', 'other']);
  family('act.pieces', ['one', 'two', 'moves']);
  for (const own of ['name', 'short']) required.add(`language.${own}`); // web/tools/games.ts
  family('act.board', ['wood', 'dark', 'plain']);
  family('act.size', ['full', 'middle', 'small']);
  family('promoting', ['ask', 'yes', 'no']);
  family('movement', ['step', 'slide', 'jump', 'twice']);
  const directions = ['forward', 'forward-right', 'right', 'back-right', 'back', 'back-left', 'left', 'forward-left'];
  family('direction', [...directions, 'knight', 'all']);
  family('moves', ['first', 'previous', 'next', 'last']);
  family('notation', moveStyles);
  family('format', recordFormats);
  family(
    'ending',
    endings.filter((name) => !reasons.includes(name)),
  );
  for (const code of faults) required.add(`fault.${code}`);
  family('rules', ['start', 'pieces', 'promotion', 'refused', 'ends', 'local']);
  for (const name of ['players', 'away', 'draws']) required.add(`rules.house.${name}`).add(`rules.house.${name}.text`);
  family('end', ['resignation', 'move_limit']);
  family('outcome', ['won', 'lost', 'draw']);
  family('name.fault', nameFaults);
  for (const form of ['slip', 'slips']) family(form, slips);
  for (const part of ['stored', 'not', 'seen', 'browser', 'long', 'yours', 'host'])
    family(`privacy`, [`${part}.title`, `${part}.text`]);
  for (const form of new Intl.PluralRules(language).resolvedOptions().pluralCategories)
    for (const counted of [
      'watchers',
      'notice.takeback',
      'captures.left',
      'record.branches',
      'rules.zone',
      'ratings.games',
      'games.more',
      'chat.unread',
      'chat.left',
      'chat.over',
      'chat.muted',
      'problems.bare_king',
      'play.moves',
      'problems.count',
    ])
      required.add(`${counted}.${form}`);
  const rules = new Set([...games.flatMap(ruleCodes), 'game_over', 'no_drops', 'other']);
  return {
    required,
    allowed: new Set([
      ...required,
      ...[...rules].map((code) => `rule.${code}`),
      ...[...errors, 'banned', 'other'].map((code) => `error.${code}`),
    ]),
  };
}

describe.each(languages)('%s', (language) => {
  test('has every key, none without words, and none that nobody asks for', () => {
    const words = common(language);
    const { required, allowed } = wantedKeys(language);
    expect([...required].filter((key) => !words[key])).toEqual([]);
    expect(Object.keys(words).filter((key) => !allowed.has(key) || !words[key])).toEqual([]);
  });

  test('says nothing twice', () => {
    expect(Object.keys(ofViewers(language)).filter((key) => key in everywhere(language))).toEqual([]);
  });

  test('has the same values to fill in as English', () => {
    const blanks = (text: string | undefined) => [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).sort();
    const english = common('en');
    for (const [key, text] of Object.entries(common(language)))
      if (key in english) expect(blanks(text), key).toEqual(blanks(english[key]));
  });

  test('has words for every error code that English has', () => {
    const codes = (words: Record<string, string>) => Object.keys(words).filter((key) => key.startsWith('error.'));
    expect(codes(common(language)).sort()).toEqual(codes(common('en')).sort());
  });

  test.each(games)('%s: every piece and every rule has words', (game) => {
    const words = json<GameWords>('games', game, 'web', `${language}.json`);
    const pieces = Object.keys(json<{ pieces: object }>('games', game, 'web', 'pieces.json').pieces);
    expect(words.name).toBeTruthy();
    expect(words.tagline).toBeTruthy();
    expect(Object.keys(words.pieces).sort()).toEqual(pieces.sort());
    const codes = [...new Set([...ruleCodes(game), 'game_over'])];
    expect(codes.length).toBeGreaterThan(3);
    const said = common(language);
    expect(codes.filter((code) => !words.rules[code] && !said[`rule.${code}`])).toEqual([]);
    expect(Object.keys(words.rules).filter((code) => !codes.includes(code))).toEqual([]);
    expect(Object.keys(words.ends).sort()).toEqual(endsOf(game));
    expect(Object.values(words.ends).filter((text) => text === '')).toEqual([]);
    // RULES.md lists every code of the game, so the page of rules has an anchor for it.
    expect(codesIn('games', game, 'rules').filter((code) => !refusalsOf(root, game).includes(code))).toEqual([]);
    expect(refusalsOf(root, game).filter((code) => !codes.includes(code))).toEqual([]);
  });

  test.each(games)('%s: every local rule and every value has a short and a long explanation', (game) => {
    const { local = {} } = json<GameWords>('games', game, 'web', `${language}.json`);
    const own = (localRules.get(game) ?? []).filter(({ name }) => !everyGame.some((item) => item.name === name));
    expect(Object.keys(local).sort()).toEqual(own.map(({ name }) => name).sort());
    for (const { name, values } of own) {
      const rule = local[name];
      expect(rule?.name && rule.text, name).toBeTruthy();
      expect(Object.keys(rule?.values ?? {}).sort()).toEqual([...(values ?? [])].sort());
      for (const value of Object.values(rule?.values ?? {})) expect(value.name && value.short && value.long, name).toBeTruthy();
    }
  });
});
