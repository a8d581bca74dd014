// Records in the WebAssembly modules: what core.ts offers the page, and that it agrees with the command. TOOL is
// rules_tool, WASM the folder of the modules.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Core, loadCores, RecordError } from '../core/core_module.mjs';

const cores = await loadCores(process.env.WASM, 'records');
const shogi = cores.get('shogi');
const chu = cores.get('chu');
const records = new URL('../vectors/records/', import.meta.url).pathname;
const file = (name) => readFileSync(records + name, 'utf8');
const command = (input, ...args) => spawnSync(process.env.TOOL, ['convert', ...args], { input }).stdout.toString();

test('a record is read', () => {
  const record = shogi.readRecord(file('shogi/jkf-8mai.csa'));
  assert.equal(record.format, 'csa');
  assert.equal(record.sfen, '3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1');
  assert.equal(record.moves.length, 25);
  assert.deepEqual(record.moves.slice(0, 3), ['6a7b', '7g7f', '4a3b']);
  assert.deepEqual(record.seconds.slice(0, 3), [3, 1, 2]);
  assert.equal(record.ending, 'interrupted');
  assert.equal(record.winner, null);
  assert.equal(record.sente, 'player');
  assert.deepEqual(record.headers[0], ['開始日時', '2014/10/13 18:51:20']);
  assert.deepEqual(record.comments, [[0, 'comment removed\ncomment removed']]);
});

test('files come out as the command writes them', () => {
  for (const [core, name] of [
    [shogi, 'shogi/shogihome-1.kif'],
    [shogi, 'shogi/shogihome-5.kif'],
    [shogi, 'shogi/jkf-20091203.ki2'],
    [chu, 'chu/lishogi-kif-dialect.kif'],
  ]) {
    const record = core.readRecord(file(name));
    const match = core.start({ sfen: record.sfen, rules: record.rules, moves: record.moves });
    for (const format of ['kif', 'ki2', 'csa', 'usi', 'sfen']) {
      const text = match.record(format, record);
      if (core === chu && format === 'csa') {
        assert.equal(text, null);
        continue;
      }
      const again = core.readRecord(text, format);
      assert.deepEqual(again.moves, record.moves);
      assert.equal(again.sfen.replace(/ \d+$/, ''), record.sfen.replace(/ \d+$/, ''));
      if (name.startsWith('shogi/shogihome') && (format === 'usi' || format === 'sfen'))
        assert.equal(text, command(file(name), '--to', format));
    }
    match.free();
  }
});

test('the small module writes moves, the large one also reads records', async () => {
  const small = (await loadCores(process.env.WASM)).get('shogi');
  const match = small.start({ moves: ['7g7f'] });
  assert.deepEqual(match.texts('japanese'), ['７六歩']);
  assert.equal(small.hasRecords, false);
  assert.equal(shogi.hasRecords, true);
  match.free();
});

test('moves are written in four styles', () => {
  const match = shogi.start({ moves: ['7g7f', '3c3d', '8h2b+'] });
  assert.deepEqual(match.texts('japanese'), ['７六歩', '３四歩', '２二角成']);
  assert.deepEqual(match.texts('kif'), ['７六歩(77)', '３四歩(33)', '２二角成(88)']);
  assert.deepEqual(match.texts('usi'), ['7g7f', '3c3d', '8h2b+']);
  assert.deepEqual(match.texts('western'), ['P-7f', 'P-3d', 'Bx2b+']);
  assert.equal(match.text('3a2b', 'japanese'), '同　銀');
  assert.equal(match.text('3a2c', 'japanese'), null);
  match.free();
  const lions = chu.start({ sfen: '5k6/12/12/12/5p6/5pp5/6N5/12/12/12/12/5K6 b - 1' });
  assert.equal(lions.text('6g6f6g', 'japanese'), '６六居喰い');
  assert.equal(lions.text('6g5g6g', 'japanese'), 'じっと');
  assert.deepEqual(lions.texts('japanese'), []);
  lions.free();
});

test('names, endings, times and head lines are written', () => {
  const match = shogi.start({ moves: ['7g7f', '3c3d'] });
  const about = { sente: '甲"\\', gote: '乙\n丙', ending: 'resignation', seconds: [61, -1], headers: [['棋戦', 'friendly']] };
  const record = shogi.readRecord(match.record('kif', about));
  assert.equal(record.sente, '甲"\\');
  assert.equal(record.gote, '乙 丙', 'a line break cannot make a line of its own');
  assert.equal(record.ending, 'resignation');
  assert.equal(record.winner, 'w');
  assert.deepEqual(record.seconds, [61, -1]);
  assert.deepEqual(record.headers, [['棋戦', 'friendly']]);
  match.free();
});

test('comments are written and read again in every format that has them', () => {
  const match = shogi.start({ moves: ['7g7f', '3c3d'] });
  const comments = [
    [0, 'before\nthe first'],
    [2, 'after the second'],
  ];
  for (const format of ['kif', 'ki2', 'csa'])
    assert.deepEqual(shogi.readRecord(match.record(format, { comments }), format).comments, comments, format);
  assert.deepEqual(shogi.readRecord(match.record('kif', { comments: [[3, 'of no ply']] })).comments, []);
  match.free();
});

test('the module of all games finds out of which a record is', async () => {
  const all = await Core.load(readFileSync(`${process.env.WASM}/records.wasm`));
  for (const [game, core] of cores) {
    const match = core.start();
    match.play(match.legal()[0]);
    const { moves, game: found } = all.readRecord(match.record('kif'));
    assert.deepEqual([found, moves.length], [game, 1]);
    match.free();
  }
  assert.equal(all.readRecord(file('chu/lishogi-kif-dialect.kif')).game, 'chu');
  assert.equal(all.readRecord(file('shogi/jkf-8mai.csa')).game, 'shogi');
  assert.equal(all.readRecord('position startpos moves 7g7f 3c3d').game, 'shogi');
  assert.throws(() => all.readRecord('手合割：安南将棋\n   1 ７六歩(77)\n   2 ５五玉(51)\n'), {
    name: 'RecordError',
    game: 'annan',
    line: 3,
  });
  assert.throws(() => all.readRecord('nothing'), { name: 'RecordError', line: 1 });
});

test('what is wrong is told with line, move and rule', () => {
  const fault = (core, text) => {
    try {
      core.readRecord(text);
    } catch (error) {
      assert.ok(error instanceof RecordError);
      return [error.line, error.code, error.move];
    }
    return assert.fail('read');
  };
  assert.deepEqual(fault(shogi, '手合割：平手\n   1 ７六歩(77)\n   2 ５五玉(51)\n'), [3, 'not_reachable', '５五玉(51)']);
  assert.deepEqual(fault(shogi, ''), [1, 'syntax', '']);
  assert.deepEqual(fault(chu, '手合割：安南将棋\n   1 ７六歩(77)\n'), [1, 'unknown', '安南将棋']);
  assert.deepEqual(fault(shogi, 'x'.repeat(1 << 20)), [1, 'too_long', '']);
  const text = file('shogi/shogihome-1.kif');
  for (let size = 0; size < text.length; size += 97) {
    try {
      shogi.readRecord(text.slice(0, size));
    } catch (error) {
      assert.ok(error instanceof RecordError && error.line >= 1 && error.message !== '');
    }
  }
});
