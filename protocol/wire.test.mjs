// The checker in wire.ts, run as the page would run it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import typescript from 'typescript';

const source = readFileSync(new URL('wire.ts', import.meta.url), 'utf8');
const { outputText } = typescript.transpileModule(source, { compilerOptions: { module: 'esnext', target: 'es2022' } });
const wire = await import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);
const { cases } = JSON.parse(readFileSync(new URL('wire_cases.json', import.meta.url), 'utf8'));

test('clients’ messages are judged as the server judges them', () => {
  for (const { message, code, at } of cases) {
    const fault = wire.checkClientMessage(message);
    assert.deepEqual(fault && [fault.code, fault.at], code ? [code, at] : null, JSON.stringify(message));
  }
});

test('a message that would be refused is not written', () => {
  assert.equal(wire.encodeClientMessage({ t: 'ping', n: 1 }), '{"t":"ping","n":1}');
  assert.throws(() => wire.encodeClientMessage({ t: 'ping', n: -1 }), /ping: n: not between/);
});

const event = { seq: 1, kind: 'move', side: 'b', usi: '7g7f', id: 'i', at: 5 };

test('servers’ messages are read, fields of the future left alone', () => {
  const text = JSON.stringify({ t: 'event', table: 't', game: 'g', event: { ...event, mood: 'good' }, more: 1 });
  assert.equal(wire.decodeServerMessage(text).event.usi, '7g7f');
  assert.equal(wire.decodeServerMessage('{"t":"pong","n":3}').n, 3);
});

test('what is wrong in a server’s message is named, however deep', () => {
  const decode = (change) =>
    wire.decodeServerMessage(JSON.stringify({ t: 'event', table: 't', game: 'g', event: { ...event, ...change } }));
  const judged = (change) => [decode(change).t, decode(change).code, decode(change).at];
  assert.deepEqual(judged({ kind: 'dance' }), ['fault', 'unknown', 'event.kind']);
  assert.deepEqual(judged({ seq: 0 }), ['fault', 'range', 'event.seq']);
  assert.deepEqual(judged({ at: '5' }), ['fault', 'syntax', 'event.at']);
  assert.deepEqual(judged({ result: { winner: 'b' } }), ['fault', 'syntax', 'event.result.reason']);
  assert.deepEqual(judged({ result: null }), ['fault', 'syntax', 'event.result']);
  assert.equal(wire.decodeServerMessage('{"t":"dance"}').code, 'unknown');
  assert.equal(wire.decodeServerMessage('nonsense').code, 'syntax');
  assert.equal(wire.decodeServerMessage('null').code, 'syntax');
});

test('lists in a server’s message are read one by one', () => {
  const row = { table: 't', rules: '', settings: '', b: { who: 'a', name: '' }, w: { who: '', name: '' }, moves: 0, at: 1 };
  const decode = (open) => wire.decodeServerMessage(JSON.stringify({ t: 'lobby', kind: 'k', open, live: [], now: 2 }));
  assert.equal(decode([row, row]).open.length, 2);
  assert.deepEqual(
    [decode([row, { ...row, moves: -1 }]).code, decode([row, { ...row, moves: -1 }]).at],
    ['range', 'open.1.moves'],
  );
  assert.equal(decode([row, { ...row, b: { name: '' } }]).at, 'open.1.b.who');
  assert.deepEqual([decode({}).code, decode({}).at], ['syntax', 'open']);
  assert.equal(decode(Array(31).fill(row)).code, 'too_long');
});
