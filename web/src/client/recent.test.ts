/* What this device remembers of its tables. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetTable, forgetTables, type RecentTable, recentTables, rememberTable } from './recent.ts';

const entry = (table: string, moves = 0): RecentTable => ({ table, kind: 'a', moves, over: false });

describe('the tables of this device', () => {
  let kept: Map<string, string>;
  let writes: number;
  beforeEach(() => {
    kept = new Map();
    writes = 0;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => {
        writes++;
        kept.set(key, value);
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('are kept with the newest first, each once', () => {
    expect(recentTables()).toEqual([]);
    rememberTable(entry('one'));
    rememberTable(entry('two'));
    rememberTable(entry('one', 3));
    expect(recentTables()).toEqual([entry('one', 3), entry('two')]);
  });

  test('are not written again when nothing changed', () => {
    rememberTable(entry('one'));
    rememberTable(entry('one'));
    expect(writes).toBe(1);
    forgetTable('other');
    expect(writes).toBe(1);
  });

  test('are the eight newest', () => {
    for (let i = 0; i < 12; i++) rememberTable(entry(`t${i}`));
    expect(recentTables().map(({ table }) => table)).toEqual(['t11', 't10', 't9', 't8', 't7', 't6', 't5', 't4']);
  });

  test('are forgotten one by one', () => {
    rememberTable(entry('one'));
    rememberTable(entry('two'));
    forgetTable('two');
    expect(recentTables()).toEqual([entry('one')]);
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{"table":"one"}'],
    ['null', 'null'],
  ])('are none where %s is kept', (_, text) => {
    kept.set('tables', text);
    expect(recentTables()).toEqual([]);
  });

  test('leave out what is no table: a strange address, a number that is none, something missing', () => {
    const strange = [
      { ...entry('../../x') },
      { ...entry('a'.repeat(65)) },
      { ...entry('b'), moves: 1.5 },
      { ...entry('c'), over: 1 },
      { table: 'd', kind: 'a' },
      null,
      'e',
    ];
    kept.set('tables', JSON.stringify([...strange, entry('good')]));
    expect(recentTables()).toEqual([entry('good')]);
  });

  test('are all forgotten with who sat there', () => {
    rememberTable(entry('one'));
    rememberTable(entry('two'));
    forgetTables();
    expect(recentTables()).toEqual([]);
  });

  test('are none where storage is forbidden, and nothing fails', () => {
    const forbidden = () => {
      throw new Error('forbidden');
    };
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden });
    rememberTable(entry('one'));
    forgetTable('one');
    expect(recentTables()).toEqual([]);
  });
});
