import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ServerLine } from '../../../protocol/wire.ts';
import { charactersOf, emptyChat, takeLine } from './chat.ts';
import { Talker } from './talker.ts';

const line = (number: number, more: Partial<ServerLine> = {}): ServerLine => ({
  t: 'line',
  table: 'T',
  number,
  who: 'you',
  name: '',
  text: `line ${number}`,
  at: 1000 + number,
  ...more,
});

describe('lines', () => {
  test('stand in the order of their numbers, each once', () => {
    const chat = [3, 1, 3, 2].reduce((so, number) => takeLine(so, line(number), true), emptyChat);
    expect(chat.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(chat.unread).toBe(3);
  });

  test('of before the viewer came are no news, those that were missed are', () => {
    const first = takeLine(emptyChat, line(1, { old: true }), true);
    expect(first.unread).toBe(0);
    expect(takeLine({ ...first, asked: true }, line(2, { old: true }), true).unread).toBe(1);
  });

  test('whose number is used again are gone, with those after them', () => {
    const lines = [line(1), line(2), line(3), line(2, { at: 9999 })];
    const chat = lines.reduce((so, next) => takeLine(so, next, false), emptyChat);
    expect(chat.lines.map(({ at }) => at)).toEqual([1001, 9999]);
  });

  test('are counted as the server counts them', () => {
    expect(charactersOf('👋将a')).toBe(3);
  });
});

function talking() {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const sent: object[] = [];
  let ids = 0;
  const make = () =>
    new Talker(
      'T',
      (message) => {
        sent.push(message);
        return true;
      },
      () => `id${++ids}`,
      () => {},
    );
  const talker = make();
  const seat = { who: '', name: '', here: false };
  const presence = { t: 'presence', table: 'T', game: 'G', seq: 0, b: seat, w: seat, watchers: 0 } as const;
  const arrive = () => {
    talker.take({ t: 'welcome', version: 1, you: 'me', name: '', now: 0 });
    talker.take(presence);
  };
  return { talker, sent, kept, make, arrive, presence };
}

describe('a talker', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('asks for lines once the table is there, and again after a reconnect, with what was not answered', () => {
    const { talker, sent, arrive, presence } = talking();
    arrive();
    talker.take(presence);
    expect(sent).toEqual([{ t: 'listen', table: 'T' }]);
    talker.say(' hello ');
    talker.say('too early');
    sent.length = 0;
    arrive();
    expect(sent).toEqual([
      { t: 'listen', table: 'T' },
      { t: 'say', table: 'T', id: 'id1', text: 'hello' },
    ]);
    talker.take(line(1, { who: 'me', id: 'id1' }));
    expect(talker.chat.pending).toBe(null);
    expect(talker.chat.unread).toBe(0);
  });

  test('keeps why something was refused, until the next is said', () => {
    const { talker, arrive } = talking();
    arrive();
    talker.say('hello');
    talker.take({ t: 'error', id: 'id1', code: 'busy', message: '' });
    expect(talker.chat).toMatchObject({ pending: null, refusal: 'busy' });
    talker.say('hello');
    expect(talker.chat.refusal).toBe(null);
  });

  test('does not count whom the device has muted, and remembers them', () => {
    const { talker, arrive, make } = talking();
    arrive();
    talker.mute('you', true);
    talker.take(line(1));
    talker.take(line(2, { who: 'they' }));
    expect(talker.chat.unread).toBe(1);
    expect(make().muted).toEqual(['you']);
    talker.look(true);
    expect(talker.chat.unread).toBe(0);
  });

  test('what storage holds of somebody else is not believed', () => {
    const { kept, make } = talking();
    kept.set('muted', '{"a":1}');
    expect(make().muted).toEqual([]);
    kept.set('muted', '["ok", 7, "<b>"]');
    expect(make().muted).toEqual(['ok']);
  });

  test('switched off it asks for nothing, and shows nothing', () => {
    const { talker, sent, arrive, make } = talking();
    arrive();
    talker.take(line(1));
    talker.turn(false);
    expect(sent.at(-1)).toEqual({ t: 'listen', table: 'T', on: false });
    sent.length = 0;
    arrive();
    talker.take(line(2));
    talker.say('hello');
    expect(sent).toEqual([]);
    expect(talker.chat.lines).toEqual([]);
    expect(make().on).toBe(false);
    talker.turn(true);
    expect(sent).toEqual([{ t: 'listen', table: 'T' }]);
  });

  test('asks again when a game has ended: what watchers said may be read now', () => {
    const { talker, sent, arrive } = talking();
    arrive();
    const event = { seq: 1, kind: 'resign', at: 0, result: { winner: 'b', reason: 'resignation' } } as const;
    talker.take({ t: 'event', table: 'T', game: 'G', event });
    expect(sent.filter((message) => 't' in message && message.t === 'listen').length).toBe(2);
  });

  test('reports an author once, and again only when it was refused', () => {
    const { talker, sent, arrive } = talking();
    arrive();
    sent.length = 0;
    talker.report('you');
    talker.report('you');
    expect(sent).toEqual([{ t: 'report', table: 'T', id: 'id1', who: 'you' }]);
    talker.take({ t: 'error', id: 'id1', code: 'busy', message: '' });
    expect(talker.chat.reports.you?.state).toBe('refused');
    talker.report('you');
    talker.take({ t: 'reported', id: 'id2', table: 'T', who: 'you' });
    expect(talker.chat.reports.you?.state).toBe('done');
  });
});
