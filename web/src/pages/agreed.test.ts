/* What is agreed on for a table, as text and as a form shows it. */
import { describe, expect, test } from 'vitest';
import { differs, itemsOf, numberFor, readChosen, SETTINGS, writeChosen } from './agreed.ts';

const rules = [
  { name: 'move_limit', values: null, max: 10000 },
  { name: 'win', values: ['five', 'all'], max: 0 },
];

describe('agreed', () => {
  test('choices come before numbers, each with its default', () => {
    expect(itemsOf(rules).map(({ name, initial }) => [name, initial])).toEqual([
      ['win', 'five'],
      ['move_limit', '0'],
    ]);
  });

  test('only what differs is written, and nothing that no item names', () => {
    const items = itemsOf(rules);
    expect(writeChosen(items, {})).toBe('');
    expect(writeChosen(items, { win: 'five', move_limit: '0' })).toBe('');
    expect(writeChosen(items, { move_limit: '100', win: 'all', other: 'x' })).toBe('win=all move_limit=100');
    expect(writeChosen(SETTINGS, { level: '5', show_legal: 'off' })).toBe('show_legal=off');
  });

  test('a level is nothing unusual', () => {
    const item = (name: string) => SETTINGS.find((one) => one.name === name) ?? expect.fail(name);
    expect(differs(item('level'), '9')).toBe(false);
    expect(differs(item('show_legal'), 'off')).toBe(true);
    expect(differs(item('show_legal'), 'on')).toBe(false);
  });

  test('what was written is read again', () => {
    expect(readChosen('win=all move_limit=100')).toEqual({ win: 'all', move_limit: '100' });
    expect(readChosen('')).toEqual({});
  });

  test('numbers are kept in their range', () => {
    const [, limit] = itemsOf(rules);
    const level = SETTINGS.find(({ name }) => name === 'level');
    if (!limit || !level) throw new Error('no such item');
    expect(['-3', '12', '99999', 'x', ''].map((typed) => numberFor(limit, typed))).toEqual(['0', '12', '10000', '0', '0']);
    expect(['0', '11', '7'].map((typed) => numberFor(level, typed))).toEqual(['1', '10', '7']);
  });
});
