import { expect, test } from 'vitest';
import { Lobby } from './lobby.ts';
import type { Environment, SocketLike } from './socket.ts';

/** A lobby with sockets and a clock in the test's hands. */
function visiting() {
  const sent: Record<string, unknown>[] = [];
  const sockets: SocketLike[] = [];
  const tables: string[] = [];
  let now = 1_000;
  let retry: () => void = () => {};
  const environment: Environment = {
    connect: () => {
      const socket: SocketLike = {
        send: (text) => sent.push(JSON.parse(text)),
        close: () => {},
        onopen: null,
        onmessage: null,
        onclose: null,
      };
      sockets.push(socket);
      return socket;
    },
    after: (_, run) => {
      retry = run;
      return 1;
    },
    cancel: () => {},
    random: () => 0,
    now: () => now,
  };
  const lobby = new Lobby({ changed: () => {}, paired: (table) => tables.push(table) }, environment, 'ws://x/ws');
  const say = (message: object) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify(message) });
  const welcome = () => {
    sockets.at(-1)?.onopen?.();
    say({ t: 'welcome', version: 1, you: 'me', name: '', now: 0 });
  };
  return {
    lobby,
    sent,
    say,
    welcome,
    tables,
    pass: (ms: number) => {
      now += ms;
    },
    lose: () => sockets.at(-1)?.onclose?.(),
    retry: () => retry(),
  };
}

const wanted = { game: 'k', rated: true, turnSeconds: 30 };
const row = {
  table: 't',
  rules: '',
  settings: 'listed=on',
  b: { who: 'a', name: '' },
  w: { who: '', name: '' },
  moves: 0,
  at: 1,
};

test('a search waits for the connection, and is sent again under its id after a lost one', () => {
  const { lobby, sent, welcome, lose, retry } = visiting();
  lobby.look(wanted);
  expect(sent).toEqual([]);
  welcome();
  const seeks = () => sent.filter(({ t }) => t === 'seek');
  expect(seeks()).toEqual([{ t: 'seek', id: lobby.search?.id, kind: 'k', rated: true, turn_seconds: 30 }]);
  lose();
  expect(lobby.link).toBe('waiting');
  retry();
  welcome();
  expect(seeks()).toHaveLength(2);
  expect(seeks()[1]).toEqual(seeks()[0]);
  expect(sent.filter(({ t }) => t === 'lobby')).toHaveLength(2);
});

test('how long it waits and how far the range reaches is what the server says', () => {
  const { lobby, say, welcome, pass } = visiting();
  lobby.look(wanted);
  welcome();
  const id = lobby.search?.id;
  say({ t: 'seeking', id, kind: 'k', rated: true, turn_seconds: 30, waited: 7_000, rating: 1512, range: 250 });
  pass(2_000);
  expect([lobby.waited(), lobby.search?.rating, lobby.search?.range]).toEqual([9_000, 1512, 250]);
  say({ t: 'seeking', id, kind: 'k', rated: true, turn_seconds: 30, waited: 60_000, rating: 1512 });
  expect(lobby.search?.range).toBe(null);
  say({ t: 'seeking', id: 'another', kind: 'k', rated: true, turn_seconds: 30, waited: 1, range: 7 });
  expect(lobby.search?.range).toBe(null);
});

test('a pair is led to its table, and only that of the running search', () => {
  const { lobby, say, welcome, tables } = visiting();
  lobby.look(wanted);
  welcome();
  say({ t: 'paired', id: 'another', table: 'x' });
  expect(tables).toEqual([]);
  say({ t: 'paired', id: lobby.search?.id, table: 'x' });
  expect(tables).toEqual(['x']);
  expect(lobby.search).toBe(null);
});

test('a search that had found somebody when another one took its place leads there all the same', () => {
  const { lobby, say, welcome, tables } = visiting();
  lobby.look(wanted);
  welcome();
  const first = lobby.search?.id;
  lobby.look({ ...wanted, turnSeconds: 0 });
  say({ t: 'unpaired', id: first, why: 'replaced' });
  say({ t: 'unpaired', id: lobby.search?.id, why: 'replaced' });
  say({ t: 'paired', id: first, table: 'x' });
  expect(tables).toEqual(['x']);
  expect(lobby.search).toBe(null);
});

test('a search that is cancelled ends when the server says so, unless it was paired first', () => {
  const { lobby, sent, say, welcome, tables, lose } = visiting();
  lobby.look(wanted);
  welcome();
  const id = lobby.search?.id;
  lobby.cancel();
  expect(sent.at(-1)).toEqual({ t: 'cancel', id });
  expect(lobby.search?.cancelled).toBe(true);
  say({ t: 'paired', id, table: 'x' });
  expect(tables).toEqual(['x']);
  lobby.look(wanted);
  lobby.cancel();
  say({ t: 'unpaired', id: lobby.search?.id, why: 'cancelled' });
  expect([lobby.search, lobby.trouble]).toEqual([null, '']);
  lobby.look(wanted);
  lobby.cancel();
  lose(); // the server ends it by itself
  expect(lobby.search).toBe(null);
});

test('why a search came to nothing is kept until the next one', () => {
  const { lobby, say, welcome } = visiting();
  lobby.look(wanted);
  welcome();
  say({ t: 'unpaired', id: lobby.search?.id, why: 'replaced' });
  expect([lobby.search, lobby.trouble]).toEqual([null, 'replaced']);
  lobby.look(wanted);
  expect(lobby.trouble).toBe('');
  say({ t: 'error', id: lobby.search?.id, code: 'busy', message: 'x' });
  expect([lobby.search, lobby.trouble]).toEqual([null, 'busy']);
});

test('each kind of game has its own lists, the newest that came', () => {
  const { lobby, say, welcome } = visiting();
  lobby.start();
  welcome();
  say({ t: 'lobby', kind: 'k', open: [row], live: [], now: 2 });
  say({ t: 'lobby', kind: 'l', open: [], live: [row, row], now: 2 });
  say({ t: 'lobby', kind: 'k', open: [], live: [], now: 3 });
  expect(lobby.lists.get('k')).toEqual({ open: [], live: [] });
  expect(lobby.lists.get('l')?.live).toHaveLength(2);
});
