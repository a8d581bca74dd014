import { describe, expect, test } from 'vitest';
import type { GameEvent, ServerMessage, ServerSnapshot } from '../../../protocol/wire.ts';
import { type Command, command, emptyState, movesShown, receive, type State, type Table } from './table.ts';

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
const after = (...messages: ServerMessage[]): State =>
  messages.reduce((state, message) => receive(state, message, 'T').state, emptyState);
const seated = after(welcome, shot);
const move =
  (usi: string) =>
  (table: Table): Command => ({ t: 'move', game: table.game, seq: table.seq, id: 'c1', usi });

describe('events', () => {
  test('are applied in sequence', () => {
    const state = after(welcome, shot, happened({ seq: 3, usi: '2g2f', side: 'b' }));
    expect(state.table?.moves).toEqual(['7g7f', '3c3d', '2g2f']);
    expect(state.table?.seq).toBe(3);
  });

  test('that were seen already change nothing', () => {
    const { state, send } = receive(seated, happened({ seq: 2, usi: '9a9b' }), 'T');
    expect(state.table).toEqual(seated.table);
    expect(send).toEqual([]);
  });

  test('after a gap are not applied; the gap is asked for', () => {
    const { state, send } = receive(seated, happened({ seq: 5, usi: '9a9b' }), 'T');
    expect(state.table?.moves).toEqual(['7g7f', '3c3d']);
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
  });

  test('of a game that is not the one shown ask for the table', () => {
    const { send } = receive(seated, { ...happened({ seq: 1, usi: '9a9b' }), game: 'G2' } as ServerMessage, 'T');
    expect(send).toEqual([{ t: 'watch', table: 'T' }]);
  });

  test('of other tables are ignored', () => {
    const step = receive(seated, { ...happened({ seq: 3, usi: '9a9b' }), table: 'X' } as ServerMessage, 'T');
    expect(step).toEqual({ state: seated, send: [] });
  });

  test('end the game, seat somebody, begin the next game', () => {
    const over = receive(
      seated,
      happened({ seq: 3, kind: 'resign', side: 'b', result: { winner: 'w', reason: 'resignation' } }),
      'T',
    );
    expect(over.state.table?.result).toEqual({ winner: 'w', reason: 'resignation' });
    const sat = receive(seated, happened({ seq: 3, kind: 'seat', side: 'w', who: 'other' }), 'T');
    expect(sat.state.table?.seats.w).toEqual({ who: 'other', name: '', here: true });
    const again = receive(over.state, happened({ seq: 4, kind: 'again', next: 'G2' }), 'T');
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
    const { state } = receive(asked.state, happened({ seq: 3, usi: '2g2f', id: 'c1' }), 'T');
    expect(state.pending).toBeNull();
    expect(movesShown(state)).toEqual(['7g7f', '3c3d', '2g2f']);
  });

  test('is withdrawn with the rule when the server refuses it', () => {
    const { state } = receive(
      asked.state,
      { t: 'error', id: 'c1', code: 'illegal', message: '', rule: 'nifu', squares: '2c 2g' },
      'T',
    );
    expect(movesShown(state)).toEqual(['7g7f', '3c3d']);
    expect(state.refusal).toEqual({ code: 'illegal', rule: 'nifu', squares: ['2c', '2g'], command: 'move' });
  });

  test('that came too late is withdrawn and the newer events are asked for', () => {
    const { state, send } = receive(asked.state, { t: 'error', id: 'c1', code: 'stale', message: '', seq: 3 }, 'T');
    expect(state.pending).toBeNull();
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
  });

  test('is sent again with the same id after a reconnect', () => {
    const { send } = receive(asked.state, welcome, 'T');
    expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }, asked.send[0]]);
  });

  test('is forgotten when the event that made it arrives as one already known', () => {
    const caughtUp = receive(asked.state, { ...shot, seq: 3, moves: '7g7f 3c3d 2g2f' }, 'T').state;
    expect(caughtUp.pending?.id).toBe('c1');
    expect(movesShown(caughtUp)).toEqual(['7g7f', '3c3d', '2g2f']);
    expect(receive(caughtUp, happened({ seq: 3, usi: '2g2f', id: 'c1' }), 'T').state.pending).toBeNull();
  });

  test('of the game before is dropped with a new game', () => {
    const { state } = receive(asked.state, { ...shot, game: 'G2', number: 2, seq: 0, moves: '' }, 'T');
    expect(state.pending).toBeNull();
    expect(movesShown(state)).toEqual([]);
  });

  test('is not joined by a second one', () => {
    expect(command(asked.state, move('9g9f')).send).toEqual([]);
  });
});

test('a server of another version stops everything', () => {
  expect(after({ ...welcome, version: 2 } as ServerMessage).fatal).toBe('version');
  expect(after(welcome, { t: 'error', code: 'version', message: '' }).fatal).toBe('version');
});

test('a table that is not there is said to be so', () => {
  expect(after(welcome, { t: 'error', code: 'not_found', table: 'T', message: '' }).fatal).toBe('not_found');
});

test('presence that knows a newer event asks for it', () => {
  const presence: ServerMessage = { t: 'presence', table: 'T', game: 'G', seq: 4, b: shot.b, w: shot.w, watchers: 3 };
  const { state, send } = receive(seated, presence, 'T');
  expect(state.table?.watchers).toBe(3);
  expect(send).toEqual([{ t: 'watch', table: 'T', game: 'G', seq: 2 }]);
});
