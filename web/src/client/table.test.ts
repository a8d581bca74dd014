import { describe, expect, test } from 'vitest';
import type { GameEvent, Seat, ServerMessage, ServerSnapshot } from '../../../protocol/wire.ts';
import {
  asksOf,
  type Command,
  command,
  emptyState,
  leftOf,
  movesShown,
  receive,
  type State,
  type Table,
  type ToldClock,
  unreadable,
} from './table.ts';

const welcome: ServerMessage = { t: 'welcome', version: 1, you: 'me', name: '', now: 0 };
const shot: ServerSnapshot = {
  t: 'snapshot',
  table: 'T',
  kind: 'game',
  rules: '',
  settings: 'show_legal=off',
  game: 'G',
  number: 1,
  seq: 2,
  start: 'start',
  moves: '7g7f 3c3d',
  b: { who: 'me', name: '', here: true },
  w: { who: 'you', name: '', here: true },
  watchers: 0,
};
const happened = (event: Partial<GameEvent> & { seq: number }): ServerMessage => ({
  t: 'event',
  table: 'T',
  game: 'G',
  event: { kind: 'move', at: 0, ...event },
});
const following = (...messages: ServerMessage[]): State =>
  messages.reduce((state, message) => receive(state, message, 'T', 0).state, emptyState);
const seated = following(welcome, shot);
const move =
  (usi: string) =>
  (table: Table): Command => ({ t: 'move', game: table.game, seq: table.seq, id: 'c1', usi });

describe('events', () => {
  test('are applied in sequence', () => {
    const state = following(welcome, shot, happened({ seq: 3, usi: '2g2f', side: 'b' }));
    expect(state.table?.moves).toEqual(['7g7f', '3c3d', '2g2f']);
    expect(state.table?.seq).toBe(3);
  });

  test('that were seen already change nothing', () => {
    const { state, send } = receive(seated, happened({ seq: 2, usi: '9a9b' }), 'T', 0);
    expect(state.table).toEqual(seated.table);
    expect(send).toEqual([]);
  });

  test('after a gap are not applied; the gap is asked for', () => {
    const { state, send } = receive(seated, happened({ seq: 5, usi: '9a9b' }), 'T', 0);
    expect(state.table?.moves).toEqual(['7g7f', '3c3d']);
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
  });

  test('of a game that is not the one shown ask for the table', () => {
    const { send } = receive(seated, { ...happened({ seq: 1, usi: '9a9b' }), game: 'G2' } as ServerMessage, 'T', 0);
    expect(send).toEqual([{ t: 'watch', table: 'T' }]);
  });

  test('of other tables are ignored', () => {
    const step = receive(seated, { ...happened({ seq: 3, usi: '9a9b' }), table: 'X' } as ServerMessage, 'T', 0);
    expect(step).toEqual({ state: seated, send: [] });
  });

  test('end the game, seat somebody, begin the next game', () => {
    const over = receive(
      seated,
      happened({ seq: 3, kind: 'resign', side: 'b', result: { winner: 'w', reason: 'resignation' } }),
      'T',
      0,
    );
    expect(over.state.table?.result).toEqual({ winner: 'w', reason: 'resignation' });
    const sat = receive(seated, happened({ seq: 3, kind: 'seat', side: 'w', who: 'other' }), 'T', 0);
    expect(sat.state.table?.seats.w).toEqual({ who: 'other', name: '', here: true });
    const again = receive(over.state, happened({ seq: 4, kind: 'again', next: 'G2' }), 'T', 0);
    expect(again.send).toEqual([{ t: 'watch', table: 'T' }]);
  });
});

describe('a move of the viewer', () => {
  const asked = command(seated, move('2g2f'));

  test('is shown at once and not confirmed yet', () => {
    expect(asked.send).toEqual([{ t: 'move', game: 'G', seq: 2, id: 'c1', usi: '2g2f' }]);
    expect(movesShown(asked.state)).toEqual(['7g7f', '3c3d', '2g2f']);
    expect(asked.state.table?.moves).toEqual(['7g7f', '3c3d']);
  });

  test('is confirmed by its event and shown once', () => {
    const { state } = receive(asked.state, happened({ seq: 3, usi: '2g2f', id: 'c1' }), 'T', 0);
    expect(state.pending).toBeNull();
    expect(movesShown(state)).toEqual(['7g7f', '3c3d', '2g2f']);
  });

  test('is withdrawn with the rule when the server refuses it', () => {
    const { state } = receive(
      asked.state,
      { t: 'error', id: 'c1', code: 'illegal', message: '', rule: 'nifu', squares: '2c 2g' },
      'T',
      0,
    );
    expect(movesShown(state)).toEqual(['7g7f', '3c3d']);
    expect(state.refusal).toEqual({ code: 'illegal', rule: 'nifu', squares: ['2c', '2g'], command: 'move' });
  });

  test('that came too late is withdrawn and the newer events are asked for', () => {
    const { state, send } = receive(asked.state, { t: 'error', id: 'c1', code: 'stale', message: '', seq: 3 }, 'T', 0);
    expect(state.pending).toBeNull();
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
  });

  test('is sent again with the same id after a reconnect', () => {
    const { send } = receive(asked.state, welcome, 'T', 0);
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }, asked.send[0]]);
  });

  test('is forgotten when the event that made it arrives as one already known', () => {
    const caughtUp = receive(asked.state, { ...shot, seq: 3, moves: '7g7f 3c3d 2g2f' }, 'T', 0).state;
    expect(caughtUp.pending?.id).toBe('c1');
    expect(movesShown(caughtUp)).toEqual(['7g7f', '3c3d', '2g2f']);
    expect(receive(caughtUp, happened({ seq: 3, usi: '2g2f', id: 'c1' }), 'T', 0).state.pending).toBeNull();
  });

  test('of the game before is dropped with a new game', () => {
    const { state } = receive(asked.state, { ...shot, game: 'G2', number: 2, seq: 0, moves: '' }, 'T', 0);
    expect(state.pending).toBeNull();
    expect(movesShown(state)).toEqual([]);
  });

  test('is not joined by a second one', () => {
    expect(command(asked.state, move('9g9f')).send).toEqual([]);
  });
});

describe('of two who are at the same moment', () => {
  const stale = (seq?: number): ServerMessage => ({ t: 'error', id: 'c1', code: 'stale', message: '', ...(seq && { seq }) });

  test.each(['again', 'resign'] as const)('the second one’s %s holds, after what the first did', (t) => {
    const asked = command(seated, ({ game, seq }) => ({ t, game, seq, id: 'c1' }));
    const { state, send } = receive(asked.state, stale(3), 'T', 0);
    expect(state.refusal).toBeNull();
    expect(state.pending).toEqual({ t, game: 'G', seq: 3, id: 'c1' });
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }, state.pending]);
    expect(receive(state, happened({ seq: 3, kind: 'offer', side: 'w', what: 'again' }), 'T', 0).state.pending).toBe(
      state.pending,
    );
  });

  test('a command that cannot be given once more is refused', () => {
    const asked = command(seated, ({ game, seq }) => ({ t: 'again', game, seq, id: 'c1' }));
    const { state, send } = receive(asked.state, stale(), 'T', 0);
    expect([state.pending, state.refusal?.code]).toEqual([null, 'stale']);
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
  });
});

test('a busy server is asked again, with the same command, and not for ever', () => {
  let { state } = command(seated, move('2g2f'));
  const busy: ServerMessage = { t: 'error', id: 'c1', code: 'busy', message: '' };
  for (let i = 0; i < 5; i++) {
    const step = receive(state, busy, 'T', 0);
    expect(step.later).toBe(true);
    expect(step.state.pending?.id).toBe('c1');
    state = step.state;
  }
  const last = receive(state, busy, 'T', 0);
  expect(last.later).toBeUndefined();
  expect(last.state.pending).toBeNull();
  expect(last.state.refusal?.code).toBe('busy');
});

test('a server that is too busy to be watched is asked again in a while', () => {
  for (const before of [following(welcome), seated]) {
    const step = receive(before, { t: 'error', code: 'busy', table: 'T', message: '' }, 'T', 0);
    expect(step.look).toBe(true);
    expect(step.state).toEqual(before);
  }
  expect(receive(seated, { t: 'error', code: 'busy', id: 'line', message: '' }, 'T', 0).look).toBeUndefined();
  expect(receive(seated, { t: 'error', code: 'busy', table: 'other', message: '' }, 'T', 0).look).toBeUndefined();
});

test('what cannot be read makes the page look once more, and then ask to be reloaded', () => {
  const first = unreadable(seated, 'T');
  expect(first.send).toEqual([{ t: 'watch', table: 'T' }]);
  expect(unreadable(first.state, 'T').state.fatal).toBe('version');
  const read = receive(first.state, shot, 'T', 0).state;
  expect(unreadable(read, 'T').state.fatal).toBeNull();
});

test('a server of another version stops everything', () => {
  expect(following({ ...welcome, version: 2 } as ServerMessage).fatal).toBe('version');
  expect(following(welcome, { t: 'error', code: 'version', message: '' }).fatal).toBe('version');
});

test('a table that is not there is said to be so', () => {
  expect(following(welcome, { t: 'error', code: 'not_found', table: 'T', message: '' }).fatal).toBe('not_found');
});

test('presence that knows a newer event asks for it', () => {
  const presence: ServerMessage = { t: 'presence', table: 'T', game: 'G', seq: 4, b: shot.b, w: shot.w, watchers: 3 };
  const { state, send } = receive(seated, presence, 'T', 0);
  expect(state.table?.watchers).toBe(3);
  expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
});

describe('a sitting', () => {
  const seats = (state: State) => state.table?.seats;
  const told = (seq: number, event: Partial<GameEvent>): ServerMessage => happened({ seq, ...event });

  test('what is asked for is known to both, and lapses with the next move', () => {
    const asked = following(welcome, shot, told(3, { kind: 'offer', side: 'w', what: 'draw' }));
    expect(asksOf(seats(asked)?.w as Seat)).toEqual(['draw']);
    const both = receive(asked, told(4, { kind: 'offer', side: 'w', what: 'takeback' }), 'T', 0).state;
    expect(asksOf(seats(both)?.w as Seat)).toEqual(['draw', 'takeback']);
    const moved = receive(both, told(5, { usi: '2g2f', side: 'b' }), 'T', 0).state;
    expect(asksOf(seats(moved)?.w as Seat)).toEqual([]);
    expect(moved.table?.fixed).toBe(true);
  });

  test('what was refused or withdrawn is settled for who asked, until the next move', () => {
    const offer = told(3, { kind: 'offer', side: 'w', what: 'draw' });
    for (const side of ['b', 'w'] as const) {
      const refused = following(welcome, shot, offer, told(4, { kind: 'decline', side, what: 'draw' }));
      expect(refused.table?.settled).toEqual({ b: [], w: ['draw'] });
      expect(asksOf(seats(refused)?.w as Seat)).toEqual([]);
      expect(receive(refused, told(5, { usi: '2g2f' }), 'T', 0).state.table?.settled).toEqual({ b: [], w: [] });
    }
  });

  test('moves are taken back; the words about it outlive the snapshot that follows, and no later one', () => {
    const state = following(welcome, shot, told(3, { kind: 'takeback', side: 'b', plies: 2 }));
    expect(state.table?.moves).toEqual([]);
    const shown = receive(state, { ...shot, seq: 3, moves: '' }, 'T', 0).state;
    expect(shown.table?.notice?.kind).toBe('takeback');
    expect(receive(shown, { ...shot, seq: 4, moves: '' }, 'T', 0).state.table?.notice).toBeNull();
  });

  test('the computer plays in a seat and hands it back; out of time, for one move only', () => {
    const away = following(welcome, shot, told(3, { kind: 'computer', side: 'w', who: 'cpu:5', why: 'away' }));
    expect(seats(away)?.w).toEqual({ who: 'you', name: '', here: true, plays: 'cpu:5', why: 'away' });
    const moved = receive(away, told(4, { usi: '2g2f', side: 'w' }), 'T', 0).state;
    expect(seats(moved)?.w.plays).toBe('cpu:5');
    expect(seats(receive(moved, told(5, { kind: 'back', side: 'w' }), 'T', 0).state)?.w).toEqual(shot.w);
    const late = following(welcome, shot, told(3, { kind: 'computer', side: 'b', who: 'cpu:5', why: 'time' }));
    expect(seats(receive(late, told(4, { usi: '2g2f', side: 'b' }), 'T', 0).state)?.b).toEqual(shot.b);
  });

  test('sleeps and wakes, ends by agreement and on time', () => {
    const asleep = following(welcome, shot, told(3, { kind: 'sleep', side: 'b' }));
    expect(asleep.table?.asleep).toBe(true);
    expect(receive(asleep, told(4, { kind: 'wake' }), 'T', 0).state.table?.asleep).toBe(false);
    for (const [kind, reason] of [
      ['draw', 'agreement'],
      ['time', 'time'],
    ] as const)
      expect(
        following(welcome, shot, told(3, { kind, side: 'b', result: { winner: 'draw', reason } })).table?.result?.reason,
      ).toBe(reason);
  });

  test('the clock counts down from what was told last, by the clock of this device, and never gains', () => {
    const clock = { whole: 30_000, left: 20_000, runs: true };
    const { state } = receive(seated, { ...shot, clock }, 'T', 1_000);
    const shown = state.table?.clock as ToldClock;
    expect([500, 1_000, 6_000, 90_000].map((now) => leftOf(shown, now))).toEqual([20_000, 20_000, 15_000, 0]);
    expect(leftOf({ ...shown, runs: false }, 90_000)).toBe(20_000);
    const moved = { ...told(3, { usi: '2g2f', side: 'b' }), clock: { ...clock, left: 30_000 } } as ServerMessage;
    expect(receive(state, moved, 'T', 4_000).state.table?.clock).toEqual({ ...clock, left: 30_000, at: 4_000 });
    expect(receive(state, told(3, { kind: 'resign' }), 'T', 4_000).state.table?.clock).toBeNull();
  });
});

describe('ratings', () => {
  const rated: ServerSnapshot = {
    ...shot,
    b: { ...shot.b, rating: 1500, provisional: true },
    w: { ...shot.w, rating: 1600, provisional: false },
  };
  const end = happened({ seq: 3, kind: 'resign', side: 'w', result: { winner: 'b', reason: 'resignation' }, change: 26 });

  test('of a rated game change with the event that ends it, and opposite', () => {
    const { table } = following(welcome, rated, end);
    expect(table?.change).toBe(26);
    expect([table?.seats.b.rating, table?.seats.w.rating]).toEqual([1526, 1574]);
  });

  test('that are not known stay so, and a friendly game changes none', () => {
    expect(following(welcome, shot, end).table?.seats.b.rating).toBeUndefined();
    const friendly = happened({ seq: 3, kind: 'resign', side: 'w', result: { winner: 'b', reason: 'resignation' } });
    const { table } = following(welcome, rated, friendly);
    expect([table?.change, table?.seats.b.rating]).toEqual([null, 1500]);
  });

  test('come with a snapshot of a game that is over as that game left them', () => {
    const { table } = following(welcome, { ...rated, result: { winner: 'draw', reason: 'repetition' }, change: -3 });
    expect([table?.change, table?.seats.b.rating]).toEqual([-3, 1500]);
  });
});
