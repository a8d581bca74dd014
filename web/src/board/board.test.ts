/* The pure parts of the board: reading SFEN and USI, sorting legal moves, writing moves down, the shape of pieces. */
import { describe, expect, test } from 'vitest';
import { parseSfen } from './sfen.ts';
import { type Art, body, characters, placements } from './shape.ts';
import { japaneseSquare } from './squares.ts';
import { partsOf, targetsOf } from './usi.ts';

describe('SFEN', () => {
  test('is read: board, side to move, hands', () => {
    const { files, ranks, board, turn, hands } = parseSfen('4k4/9/9/9/9/9/9/4+P4/4K4 w 2Pb10p 7');
    expect([files, ranks, turn]).toEqual([9, 9, 'w']);
    expect([...board]).toEqual([
      ['5a', 'k'],
      ['5h', '+P'],
      ['5i', 'K'],
    ]);
    expect([...hands.b]).toEqual([['P', 2]]);
    expect([...hands.w]).toEqual([
      ['B', 1],
      ['P', 10],
    ]);
  });

  test('of a board of twelve files is read, and a third field that is a square is no hand', () => {
    const { files, ranks, board, hands } = parseSfen('12/12/12/12/12/12/12/12/12/12/12/K10k b 6f 1', false);
    expect([files, ranks]).toEqual([12, 12]);
    expect(board.get('12l')).toBe('K');
    expect(board.get('1l')).toBe('k');
    expect(hands.b.size + hands.w.size).toBe(0);
  });

  test('with ranks of unequal width is refused', () => {
    expect(() => parseSfen('9/8/9 b - 1')).toThrow('not an SFEN');
    expect(() => parseSfen('')).toThrow('not an SFEN');
  });
});

describe('USI', () => {
  test.each([
    ['7g7f', { origin: '7g', target: '7f', middle: null, promote: false }],
    ['8h2b+', { origin: '8h', target: '2b', middle: null, promote: true }],
    ['P*5e', { origin: 'P*', target: '5e', middle: null, promote: false }],
    ['12a11b10c+', { origin: '12a', target: '10c', middle: '11b', promote: true }],
  ])('%s is taken apart', (usi, parts) => {
    expect(partsOf(usi)).toEqual(parts);
  });

  test('that is no move is refused', () => {
    expect(() => partsOf('resign')).toThrow();
  });

  test('legal moves are sorted by origin and target, promotion being a choice', () => {
    const targets = targetsOf(['8h2b', '8h2b+', '8h7g', '1c1b+', 'P*5e']);
    expect([...targets.keys()]).toEqual(['8h', '1c', 'P*']);
    expect(targets.get('8h')?.get('2b')).toEqual({ plain: '8h2b', promoted: '8h2b+' });
    expect(targets.get('8h')?.get('7g')).toEqual({ plain: '8h7g', promoted: null });
    expect(targets.get('1c')?.get('1b')).toEqual({ plain: null, promoted: '1c1b+' });
    expect(targets.get('P*')?.get('5e')).toEqual({ plain: 'P*5e', promoted: null });
  });
});

const square = { d: 'm0 0h400v-400h-400z', box: [0, -400, 400, 0] as [number, number, number, number] };
const art: Art = {
  preview: '',
  pieces: {
    P: { one: '歩', two: '歩兵', size: 0.8 },
    K: { one: '玉', two: '玉将', gote: { one: '王', two: '王将' }, size: 1 },
  },
  outlines: { 歩: square, 兵: square, 玉: square, 王: square, 将: square },
};

describe('pieces', () => {
  test('bear one or two characters, gote’s their own where they differ', () => {
    expect(characters(art, 'K', 'b', 'one')).toEqual(['玉']);
    expect(characters(art, 'K', 'w', 'two')).toEqual(['王', '将']);
    expect(characters(art, 'P', 'w', 'two')).toEqual(['歩', '兵']);
    expect(() => characters(art, 'X', 'b', 'one')).toThrow('pieces.json has no X');
  });

  test('have their characters in the middle, the second below the first', () => {
    const [one] = placements(art, ['歩'], 1);
    const at = (transform: string | undefined) => (transform ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [x = 0, , scale = 0] = at(one?.transform);
    expect(x + 200 * scale).toBeCloseTo(50, 0);
    const [first, second] = placements(art, ['歩', '兵'], 1);
    expect(at(first?.transform)[1]).toBeLessThan(at(second?.transform)[1] ?? 0);
  });

  test('point at the opponent', () => {
    const corners = (upsideDown: boolean) =>
      (body(1, upsideDown).face.match(/[\d.]+ [\d.]+/g) ?? []).map((point) => point.split(' ').map(Number));
    const highest = corners(false).sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0));
    expect(highest[0]?.[0]).toBe(50);
    const lowest = corners(true).sort((a, b) => (b[1] ?? 0) - (a[1] ?? 0));
    expect(lowest[0]?.[0]).toBe(50);
  });
});

test('squares have Japanese names, on boards of twelve files too', () => {
  expect(['7g', '1a', '10j', '12l'].map(japaneseSquare)).toEqual(['７七', '１一', '10十', '12十二']);
});
