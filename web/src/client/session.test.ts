import { expect, test } from 'vitest';
import { Session } from './session.ts';
import type { Environment, SocketLike } from './socket.ts';

/** A session at a table, with a socket and a clock in the test's hands. */
function sitting() {
  const sent: { t: string; id?: string }[] = [];
  const timers = new Map<number, { ms: number; run: () => void }>();
  let count = 0;
  const socket: SocketLike = {
    send: (text) => sent.push(JSON.parse(text)),
    close: () => {},
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const environment: Environment = {
    connect: () => socket,
    after: (ms, run) => {
      timers.set(++count, { ms, run });
      return count;
    },
    cancel: (id) => void timers.delete(id),
    random: () => 0,
    now: () => 0,
  };
  const session = new Session('T', () => {}, environment, 'ws://x/ws');
  const say = (message: object) => socket.onmessage?.({ data: JSON.stringify(message) });
  const wait = (ms: number) => {
    const [id, timer] = [...timers].find(([, { ms: wanted }]) => wanted === ms) ?? [];
    expect(timer, `a timer of ${ms} ms`).toBeDefined();
    timers.delete(id as number);
    timer?.run();
  };
  session.start();
  socket.onopen?.();
  say({ t: 'welcome', version: 1, you: 'me', name: '', now: 0 });
  const seat = (who: string) => ({ who, name: '', here: who !== '' });
  const shot = {
    t: 'snapshot',
    table: 'T',
    kind: 'k',
    rules: '',
    settings: '',
    game: 'G',
    number: 1,
    seq: 0,
    start: 's',
    moves: '',
    watchers: 0,
  };
  return { session, sent, timers, say, wait, seat, shot };
}

test('a table that a busy server did not show is asked for until it does', () => {
  const { sent, timers, say, wait, seat, shot } = sitting();
  for (let i = 0; i < 3; i++) {
    say({ t: 'error', code: 'store', table: 'T', message: '' });
    wait(1_500);
  }
  expect(sent.filter(({ t }) => t === 'watch')).toHaveLength(4);
  say({ t: 'error', code: 'store', table: 'T', message: '' });
  say({ ...shot, b: seat('me'), w: seat('you') });
  expect([...timers.values()].filter(({ ms }) => ms === 1_500)).toHaveLength(0);
});

test('a command that nobody answers is sent again with the same id, until it is answered', () => {
  const { session, sent, timers, say, wait, seat, shot } = sitting();
  say({ ...shot, b: seat('me'), w: seat('you') });
  session.move('7g7f');
  wait(10_000);
  wait(10_000);
  const moves = sent.filter(({ t }) => t === 'move');
  expect(moves.length).toBe(3);
  expect(new Set(moves.map(({ id }) => id)).size).toBe(1);
  say({ t: 'event', table: 'T', game: 'G', event: { seq: 1, kind: 'move', side: 'b', usi: '7g7f', id: moves[0]?.id, at: 0 } });
  expect([...timers.values()].map(({ ms }) => ms)).toEqual([20_000]); // only the heartbeat is left
});

test('a busy server is asked again soon', () => {
  const { session, sent, say, wait, seat, shot } = sitting();
  say({ ...shot, b: seat('me'), w: seat('you') });
  session.move('7g7f');
  say({ t: 'error', id: sent.at(-1)?.id, code: 'busy', message: '' });
  wait(1_500);
  expect(sent.filter(({ t }) => t === 'move').length).toBe(2);
});

test('a visitor takes a free seat, once; a refusal is not asked again before something changed', () => {
  const { session, sent, say, seat, shot } = sitting();
  say({ ...shot, b: seat('other'), w: seat('') });
  session.sitDown();
  session.sitDown();
  const sits = () => sent.filter(({ t }) => t === 'sit');
  expect(sits().length).toBe(1);
  say({ t: 'error', id: sits()[0]?.id, code: 'forbidden', message: '' });
  session.sitDown();
  expect(sits().length).toBe(1);
  say({ t: 'event', table: 'T', game: 'G', event: { seq: 1, kind: 'move', side: 'b', usi: '7g7f', at: 0 } });
  session.sitDown();
  expect(sits().length).toBe(2);
});

test('who sits already, or comes when both seats are taken, asks for none', () => {
  const { session, sent, say, seat, shot } = sitting();
  say({ ...shot, b: seat('me'), w: seat('') });
  session.sitDown();
  say({ ...shot, b: seat('a'), w: seat('cpu:5') });
  session.sitDown();
  expect(sent.some(({ t }) => t === 'sit')).toBe(false);
});

test('settings that are changed in a row are sent one after the other, and shown as wished until the table says how it is', () => {
  const { session, sent, say, seat, shot } = sitting();
  const table = { ...shot, b: seat('me'), w: seat('you'), host: 'me', fixed: false };
  const sets = () => sent.filter(({ t }) => t === 'set') as unknown as { id: string; name: string; value: string; seq: number }[];
  const done = (seq: number) =>
    say({ t: 'event', table: 'T', game: 'G', event: { seq, kind: 'set', name: 'x', value: 'y', id: sets().at(-1)?.id, at: 0 } });
  say(table);
  session.set('turn_seconds', '30');
  session.set('level', '3');
  expect(sets().map(({ name, value, seq }) => [name, value, seq])).toEqual([['turn_seconds', '30', 0]]);
  expect(session.wishes).toEqual({ turn_seconds: '30', level: '3' });
  done(1);
  expect(sets().map(({ name, seq }) => [name, seq])).toEqual([
    ['turn_seconds', 0],
    ['level', 1],
  ]);
  expect(session.wishes).toEqual({ turn_seconds: '30', level: '3' });
  say({ ...table, seq: 1, settings: 'turn_seconds=30' });
  expect(session.wishes).toEqual({ level: '3' });
  say({ t: 'error', id: sets()[1]?.id, code: 'forbidden', message: '' });
  expect(session.wishes).toEqual({});
  expect(sets().length).toBe(2);
});

test('a page that is looked at again asks how the table stands, for its clock', () => {
  const { session, sent, say, seat, shot } = sitting();
  say({ ...shot, b: seat('me'), w: seat('you'), seq: 4 });
  sent.length = 0;
  session.hurry();
  expect(sent).toContainEqual({ t: 'watch', table: 'T', game: 'G', seq: 4 });
});
