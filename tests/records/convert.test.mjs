// The convert command: arguments, encodings, files of several records, and what it says about bad ones. TOOL is the
// program: rules_tool or shogikan.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const tool = process.env.TOOL;
assert.ok(tool, 'TOOL names the program to test');
const records = new URL('../vectors/records/', import.meta.url).pathname;
const SJIS = new TextDecoder('shift_jis');

function convert(input, ...args) {
  const { status, stdout, stderr } = spawnSync(tool, ['convert', ...args], { input, maxBuffer: 1 << 26 });
  return { status, out: stdout, text: stdout.toString(), err: stderr.toString() };
}

function refused(result, what) {
  assert.equal(result.status, 2, result.err);
  assert.equal(result.text, '', 'nothing is written after a fault');
  assert.match(result.err, what);
}

test('a file is converted to each format', () => {
  const file = `${records}shogi/shogihome-1.kif`;
  const usi = convert('', '--to', 'usi', file);
  assert.equal(usi.status, 0, usi.err);
  assert.match(usi.text, /^position startpos moves 2g2f 8c8d 7g7f /);
  for (const format of ['kif', 'ki2', 'csa', 'usi']) {
    const there = convert('', '--to', format, file);
    assert.equal(there.status, 0, there.err);
    assert.equal(convert(there.out, '--to', 'usi').text, usi.text, format);
  }
});

test('Shift_JIS is read as it is and written when asked', () => {
  const file = readFileSync(`${records}shogi/jkf-20091203.ki2`);
  const sjis = convert(file, '--to', 'kif', '--encoding', 'sjis');
  assert.equal(sjis.status, 0, sjis.err);
  const utf8 = convert(file, '--to', 'kif');
  assert.notDeepEqual(sjis.out, utf8.out);
  assert.equal(SJIS.decode(sjis.out), utf8.text);
  assert.equal(convert(sjis.out, '--to', 'kif').text, utf8.text);
  assert.equal(convert(utf8.out, '--to', 'kif').text, utf8.text, 'what is written stays as it is');
  const chu = convert('', '--encoding', 'sjis', `${records}chu/lishogi-kif-dialect.kif`);
  assert.equal(chu.status, 0, chu.err);
  assert.match(SJIS.decode(chu.out), /居食い/);
});

test('what cannot be written in Shift_JIS is said with its line', () => {
  refused(convert('手合割：平手\n先手：☃\n   1 ７六歩(77)\n', '--encoding', 'sjis'), /line 2 of the result/);
});

test('files of several records', () => {
  const file = `${records}shogi/lishogi-12-games.usi`;
  assert.equal(convert('', '--to', 'usi', file).text.trim().split('\n').length, 12);
  const csa = convert('', '--to', 'csa', file);
  assert.equal(csa.text.split('\n/\n').length, 12);
  assert.equal(csa.text.match(/encoding=UTF-8/g).length, 1);
  assert.match(convert('', '--to', 'csa', '--encoding', 'sjis', file).text, /^'CSA encoding=SHIFT_JIS\nV2/);
  assert.equal(convert(csa.out, '--to', 'usi').text, convert('', '--to', 'usi', file).text);
  refused(convert('', '--to', 'kif', file), /several records.*--record/);
  assert.equal(convert('', '--to', 'kif', '--record', '12', file).status, 0);
  refused(convert('', '--to', 'kif', '--record', '13', file), /no record of that number/);
});

test('an impossible move is told with file, line, move and rule', () => {
  const lines = readFileSync(`${records}shogi/shogihome-1.kif`, 'utf8').split('\n');
  lines[27] = lines[27].replace(/(\d+) .*/, '$1 ５五玉(51)');
  refused(convert(lines.join('\n')), /^convert: standard input: line 28: the rules forbid this move: not_reachable: ５五玉\(51\) \(not_reachable\)\n$/);
  refused(convert('position startpos moves 7g7f 3c3d P*5e'), /line 1: .*P\*5e \(no_such_piece_in_hand\)/);
});

test('what is damaged or no record is refused', () => {
  refused(convert(''), /no record in it/);
  refused(convert('\n\n# nothing\n'), /no record in it/);
  refused(convert(Buffer.from([0x81, 0xff, 0xff, 0x0a])), /line 1: neither UTF-8 nor Shift_JIS/);
  refused(convert(Buffer.concat([Buffer.from('先手：甲\n手'), Buffer.from([0xe5])])), /line 2: .*\(encoding\)/);
  refused(convert('先手：甲\nto be or not to be\n'), /line 2: /);
  refused(convert(Buffer.alloc((4 << 20) + 1, 0x20)), /longer than 4 MiB/);
  const cut = readFileSync(`${records}shogi/shogihome-1.kif`);
  for (let size = 0; size < cut.length; size += 450) {
    const { status, err } = convert(cut.subarray(0, size));
    assert.ok(status === 0 || (status === 2 && /(line \d+: .+ \(.+\)|no record in it)\n$/.test(err)), `${size}: ${err}`);
  }
});

test('arguments that cannot be used are refused', () => {
  refused(convert('', '--to', 'pgn'), /--to: no such format: pgn/);
  refused(convert('', '--from', 'pgn'), /--from: no such format: pgn/);
  refused(convert('', '--game', 'go'), /--game: no such game: go/);
  refused(convert('', '--encoding', 'euc'), /--encoding is utf8 or sjis: euc/);
  refused(convert('', '--record', '0'), /--record is a number from 1: 0/);
  refused(convert('', '--to'), /--to: a value is missing/);
  refused(convert('', '--quick'), /no such argument: --quick/);
  refused(convert('', 'a', 'b'), /one file at a time: b/);
  refused(convert('', '/no/such/file'), /\/no\/such\/file: No such file/);
});

test('the game is found out, or as told', () => {
  assert.match(convert('7i7h 5d5e 6i6h 3d3e 11i11h', '--to', 'usi').text, /UCI_Variant value chu\n/);
  assert.match(convert('5i5e 4a4d', '--to', 'usi', '--game', 'hasami').text, /UCI_Variant value hasami\n/);
  assert.match(convert('手合割：安南将棋\n   1 ７六歩(77)\n', '--to', 'usi').text, /UCI_Variant value annan\n/);
  refused(convert('7g7f', '--to', 'csa', '--game', 'annan'), /annan has no records in csa/);
});

test('what a format cannot hold is said', () => {
  const kif = '手合割：平手\n先手：甲\n*note\n   1 ７六歩(77)\n   2 投了\n\n変化：1手\n   1 ２六歩(27)\n';
  assert.match(convert(kif, '--to', 'usi').err, /1 variations are left out.*\n.*usi holds position and moves only/);
  assert.match(convert(kif, '--to', 'kif').err, /1 variations are kept as text/);
  assert.match(convert(kif, '--to', 'kif').text, /変化：1手\n {3}1 ２六歩\(27\)\n/);
});

test('line breaks of Windows, a mark of UTF-8, and the head that lishogi writes', () => {
  const chu = readFileSync(`${records}chu/lishogi-kif-dialect.kif`, 'utf8');
  const usi = convert(chu, '--to', 'usi').text;
  const bare = chu.replace(/^(\d+)手目(.歩目)? [▲△]/gm, (_, ply, step) => `${ply.padStart(4)}${step ?? '   '} `);
  const lishogi = `手合割：平手\n先手：\n後手：\n手数----指手---------消費時間--\n${bare}`;
  assert.equal(convert(lishogi, '--to', 'usi').text, usi);
  assert.equal(convert(`\ufeff${lishogi.replaceAll('\n', '\r\n')}`, '--to', 'usi').text, usi);
  const csa = readFileSync(`${records}shogi/jkf-8mai.csa`, 'utf8');
  assert.equal(convert(csa.replaceAll('\n', '\r\n')).text, convert(csa).text);
});
