import { expect, test } from 'vitest';
import { signed, tell } from './people.ts';
import type { Environment, SocketLike } from './socket.ts';

/** A server that says these in turn, each after a message of the client. */
function served(answers: (sent: Record<string, unknown>) => object[]): {
  environment: Environment;
  sent: Record<string, unknown>[];
} {
  const sent: Record<string, unknown>[] = [];
  const socket: SocketLike = {
    send(text) {
      const message = JSON.parse(text) as Record<string, unknown>;
      sent.push(message);
      for (const answer of answers(message)) queueMicrotask(() => socket.onmessage?.({ data: JSON.stringify(answer) }));
    },
    close() {},
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  const environment: Environment = {
    connect: () => {
      queueMicrotask(() => socket.onopen?.());
      return socket;
    },
    after: () => 0,
    cancel: () => {},
    random: () => 0.5,
    now: () => 0,
  };
  return { environment, sent };
}

test('a command is sent once the server has said welcome, and its own answer is taken', async () => {
  const { environment, sent } = served((message) =>
    message.t === 'hello'
      ? [{ t: 'welcome', version: 1, you: 'me', name: '', now: 0 }]
      : [
          { t: 'self', id: 'of somebody else', you: 'me', name: 'Other' },
          { t: 'self', id: message.id, you: 'me', name: 'Anna' },
        ],
  );
  expect(await tell({ t: 'name', name: 'Anna' }, environment, 'ws://x')).toMatchObject({ t: 'self', name: 'Anna' });
  expect(sent.map(({ t }) => t)).toEqual(['hello', 'name']);
});

test('a refusal is an answer, too', async () => {
  const { environment } = served((message) =>
    message.t === 'hello'
      ? [{ t: 'welcome', version: 1, you: 'me', name: '', now: 0 }]
      : [{ t: 'error', id: message.id, code: 'illegal', at: 'name', message: 'no', rule: 'name_mixed' }],
  );
  expect(await tell({ t: 'name', name: 'x' }, environment, 'ws://x')).toMatchObject({ t: 'error', rule: 'name_mixed' });
});

test('a server of another version is not told anything', async () => {
  const { environment, sent } = served(() => [{ t: 'welcome', version: 2, you: 'me', name: '', now: 0 }]);
  expect(await tell({ t: 'forget' }, environment, 'ws://x')).toMatchObject({ t: 'error', code: 'version' });
  expect(sent.map(({ t }) => t)).toEqual(['hello']);
});

test('changes are written with their sign', () => {
  expect([signed(12), signed(-8), signed(0)]).toEqual(['+12', '−8', '±0']);
});
