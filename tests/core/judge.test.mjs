// The judge and perft commands: what they answer to lines and arguments that are wrong, and that they go on afterwards.
// TOOL is the program: rules_tool or shogikan.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const tool = process.env.TOOL;
assert.ok(tool, 'TOOL names the program to test');

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

/** Answers to raw lines (strings or buffers), in order. */
function judge(...lines) {
  const input = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]));
  const { status, stdout, stderr } = spawnSync(tool, ['judge'], { input, maxBuffer: 1 << 26 });
  assert.equal(status, 0, stderr.toString());
  const answers = stdout.toString().split('\n');
  assert.equal(answers.pop(), '', 'the last answer ends with a line break');
  assert.equal(answers.length, lines.length, 'one answer a line');
  return answers.map((answer) => JSON.parse(answer));
}

const ask = (question) => judge(JSON.stringify(question))[0];

test('an answer has sfen, legal_count, check and result, and the rest only when asked', () => {
  assert.deepEqual(ask({ game: 'shogi' }), { sfen: START, legal_count: 30, check: false, result: null });
  const all = ask({ game: 'shogi', moves: '7g7f 3c3d', legal: true, probe: '8h2b+', trace: true });
  assert.deepEqual(Object.keys(all), [
    'sfen',
    'legal_count',
    'check',
    'result',
    'legal',
    'probe',
    'trace_legal_count',
    'trace_legal_crc32',
    'trace_check',
  ]);
  assert.deepEqual(all.probe, { legal: true, rule: null });
  assert.deepEqual(all.trace_legal_count, [30, 30]);
  assert.deepEqual(all.trace_legal_crc32, ['ce2fc00c', 'c4fb2a86']);
  assert.deepEqual(all.trace_check, [0, 0]);
  assert.equal(all.legal.length, all.legal_count);
  assert.deepEqual(all.legal, [...all.legal].sort());
});

test('moves come as a string or as an array', () => {
  const text = ask({ game: 'shogi', moves: ' 7g7f  3c3d ' });
  assert.equal(text.sfen, 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3');
  assert.deepEqual(ask({ game: 'shogi', moves: ['7g7f', '3c3d'] }), text);
  assert.deepEqual(ask({ game: 'shogi', moves: '' }), ask({ game: 'shogi', moves: [] }));
});

test('sfen null is the usual start', () => {
  assert.deepEqual(ask({ game: 'shogi', sfen: null }), ask({ game: 'shogi' }));
});

test('a position that is decided by itself has its result without moves', () => {
  const mate = ask({ game: 'shogi', sfen: '4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1' });
  assert.deepEqual([mate.legal_count, mate.check, mate.result], [0, true, { winner: 'b', reason: 'checkmate' }]);
  const stuck = ask({ game: 'shogi', sfen: 'k8/2G6/1G7/9/9/9/9/9/K8 w - 1' });
  assert.deepEqual([stuck.legal_count, stuck.check, stuck.result], [0, false, { winner: 'b', reason: 'no_legal_move' }]);
});

test('each game says how a position is decided, and hasami knows no check', () => {
  const decided = (question) => {
    const { legal_count, check, result } = ask(question);
    return [legal_count, check, result?.winner, result?.reason];
  };
  const chu = { game: 'chu', sfen: '1g10/12/12/12/12/12/12/12/12/12/12/10GK w - 1' };
  assert.deepEqual(decided(chu), [0, false, 'b', 'royals_captured']);
  const hasami = { game: 'hasami', sfen: 'p8/9/9/9/9/9/9/9/P8 w 5P 1' };
  assert.deepEqual(decided(hasami), [0, false, 'b', 'captures']);
  assert.deepEqual(decided({ ...hasami, rules: { win: 'all' } }), [15, false, undefined, undefined]);
  const annan = { game: 'annan', sfen: '4k4/4G4/4K4/9/9/9/9/9/9 w - 1' };
  assert.deepEqual(decided(annan), [0, true, 'b', 'checkmate']);
});

test('a local rule that a game does not have, or a value that the rule does not have, is refused', () => {
  const refused = (game, rules) => {
    const { error } = ask({ game, rules });
    return [error.at, error.code];
  };
  assert.deepEqual(refused('chu', { lion_trade: 'never' }), ['rules.lion_trade', 'range']);
  assert.deepEqual(refused('annan', { lion_trade: 'off' }), ['rules.lion_trade', 'unknown']);
  assert.deepEqual(refused('hasami', { win: 5 }), ['rules.win', 'range']);
});

test('after the end nothing is legal and a further move is game_over', () => {
  const end = { game: 'shogi', rules: { move_limit: 2 }, moves: ['7g7f', '3c3d'], legal: true, probe: '8h2b' };
  const answer = ask(end);
  assert.deepEqual(answer.result, { winner: 'draw', reason: 'move_limit' });
  assert.equal(answer.legal_count, 0);
  assert.deepEqual(answer.legal, []);
  assert.deepEqual(answer.probe, { legal: false, rule: 'game_over' });
  const { error } = ask({ ...end, moves: ['7g7f', '3c3d', '8h2b+'] });
  assert.deepEqual([error.at, error.code], ['moves[2]', 'game_over']);
});

test('the move limit counts plies from the given position, not its move number', () => {
  const sfen = START.replace(/1$/, '300');
  assert.equal(ask({ game: 'shogi', rules: { move_limit: '3' }, sfen, moves: '7g7f 3c3d' }).result, null);
});

test('values of rules are strings or integers', () => {
  assert.equal(ask({ game: 'shogi', rules: { move_limit: '1' }, moves: '7g7f' }).result.reason, 'move_limit');
  assert.equal(ask({ game: 'shogi', rules: { move_limit: 1 }, moves: '7g7f' }).result.reason, 'move_limit');
});

test('illegal moves and probes name the rule', () => {
  const nifu = 'k8/9/9/9/9/9/4P4/9/8K b P 1';
  assert.deepEqual(ask({ game: 'shogi', sfen: nifu, probe: 'P*5d' }).probe, { legal: false, rule: 'nifu' });
  assert.deepEqual(ask({ game: 'shogi', sfen: nifu, probe: 'P*4d+' }).probe, { legal: false, rule: 'cannot_promote' });
  const { error } = ask({ game: 'shogi', sfen: nifu, moves: ['1i1h', '9a9b', 'P*5d'] });
  assert.deepEqual([error.at, error.code], ['moves[2]', 'nifu']);
});

test('errors say where', () => {
  const cases = [
    ['', 'line', 'syntax'],
    ['{', 'line', 'syntax'],
    ['[]', 'line', 'syntax'],
    ['"shogi"', 'line', 'syntax'],
    ['{"game":"shogi"} {}', 'line', 'syntax'],
    ['{"game":"shogi","game":"shogi"}', 'line', 'syntax'],
    ['{"game":"shogi","rules":{"move_limit":1,"move_limit":2}}', 'line', 'syntax'],
    ['{"game":"shogi","colour":1}', 'line', 'unknown'],
    ['{"game":"shogi","moves":7}', 'line', 'syntax'],
    ['{"game":"shogi","rules":[]}', 'line', 'syntax'],
    ['{"game":"shogi","legal":1}', 'line', 'syntax'],
    ['{"game":"shogi","trace":"yes"}', 'line', 'syntax'],
    ['{}', 'game', 'syntax'],
    ['{"game":1}', 'game', 'syntax'],
    ['{"game":"go"}', 'game', 'unknown'],
    ['{"game":""}', 'game', 'unknown'],
    ['{"game":"shogi","rules":{"speed":1}}', 'rules.speed', 'unknown'],
    ['{"game":"shogi","rules":{"move_limit":-1}}', 'rules.move_limit', 'range'],
    ['{"game":"shogi","rules":{"move_limit":10001}}', 'rules.move_limit', 'range'],
    ['{"game":"shogi","rules":{"move_limit":1.5}}', 'rules.move_limit', 'syntax'],
    ['{"game":"shogi","rules":{"move_limit":true}}', 'rules.move_limit', 'syntax'],
    ['{"game":"shogi","rules":{"move_limit":"many"}}', 'rules.move_limit', 'range'],
    ['{"game":"shogi","sfen":7}', 'sfen', 'syntax'],
    ['{"game":"shogi","sfen":"9/9 b - 1"}', 'sfen', 'bad_board'],
    [`{"game":"shogi","sfen":"${START} x"}`, 'sfen', 'syntax'],
    ['{"game":"shogi","moves":["7g7f",null]}', 'moves[1]', 'syntax'],
    ['{"game":"shogi","moves":"7g7f 7g"}', 'moves[1]', 'syntax'],
    ['{"game":"shogi","moves":"7g7e"}', 'moves[0]', 'not_reachable'],
    [`{"game":"shogi","moves":"${'9'.repeat(5000)}"}`, 'moves[0]', 'syntax'],
    ['{"game":"shogi","probe":"7g"}', 'probe', 'syntax'],
    ['{"game":"shogi","probe":["7g7f"]}', 'probe', 'syntax'],
    ['{"game":"shogi","moves":"7g7f\\u0000"}', 'line', 'syntax'],
    [Buffer.from([...Buffer.from('{"game":"'), 0xff, 0xfe, ...Buffer.from('"}')]), 'line', 'syntax'],
    [Buffer.from('{"game":"shogi"}\0'), 'line', 'syntax'],
    ['['.repeat(100000), 'line', 'syntax'],
  ];
  for (const [line, at, code] of cases) {
    // The line after it is judged as if nothing had been.
    const [bad, good] = judge(line, '{"game":"shogi"}');
    assert.deepEqual(Object.keys(bad), ['error'], `${line}`);
    assert.deepEqual(Object.keys(bad.error), ['at', 'code', 'message']);
    assert.deepEqual([bad.error.at, bad.error.code], [at, code], `${line}`.slice(0, 200));
    assert.notEqual(bad.error.message, '');
    assert.equal(good.legal_count, 30);
  }
});

test('names that strangers made up come back escaped', () => {
  const { error } = ask({ game: 'a"\\\n\u0001将棋' });
  assert.equal(error.at, 'game');
  assert.match(error.message, /a"\\\?/);
  assert.equal(ask({ game: 'shogi', rules: { 'x"y': 1 } }).error.at, 'rules.x"y');
  assert.equal(ask({ game: 'shogi', rules: { ['é'.repeat(500)]: 1 } }).error.code, 'unknown');
});

test('a line above the limit is refused and read over', () => {
  const limit = 1 << 20;
  const padded = (length) => `{"game":"shogi"}${' '.repeat(length - 16)}`;
  const [fits, over, far, after] = judge(padded(limit), padded(limit + 1), padded(3 * limit), '{"game":"shogi"}');
  assert.equal(fits.legal_count, 30);
  assert.deepEqual([over.error.at, over.error.code], ['line', 'too_long']);
  assert.deepEqual([far.error.at, far.error.code], ['line', 'too_long']);
  assert.equal(after.legal_count, 30);
});

test('the last line may lack its line break', () => {
  const { stdout } = spawnSync(tool, ['judge'], { input: '{"game":"shogi"}' });
  assert.equal(JSON.parse(stdout.toString()).legal_count, 30);
  assert.equal(spawnSync(tool, ['judge'], { input: '' }).stdout.toString(), '');
});

test('repetition ends a game however many moves follow', () => {
  const moves = Array.from({ length: 10001 }, (_, i) => ['5i5h', '5a5b', '5h5i', '5b5a'][i % 4]);
  const { error } = ask({ game: 'shogi', moves });
  assert.deepEqual([error.at, error.code], ['moves[12]', 'game_over']);
});

/** A closed walk of a king over files 1 to 8 of the four ranks from `first`, each square once. */
function walk(first) {
  const rank = (i) => String.fromCharCode(first.charCodeAt(0) + i);
  const squares = [];
  for (let file = 1; file <= 8; file++) squares.push(`${file}${rank(0)}`);
  for (let file = 8; file >= 1; file--) for (let i = 1; i <= 3; i++) squares.push(`${file}${rank(file % 2 === 0 ? i : 4 - i)}`);
  return squares;
}

test('a game without a move limit is drawn after 10,000 plies', () => {
  // Two kings walk circles of 32 and 31 squares, so a position comes back after 1,984 plies only; half-way a pawn step
  // makes all positions new.
  const circles = [walk('f'), walk('a')];
  circles[1].splice(7, 1); // across the corner
  const at = [0, 0];
  const moves = Array.from({ length: 10001 }, (_, i) => {
    if (i === 5000) return '9g9f';
    const circle = circles[i % 2];
    const from = circle[at[i % 2]++ % circle.length];
    return from + circle[at[i % 2] % circle.length];
  });
  const sfen = '8k/9/9/9/9/8K/P8/9/9 b - 1';
  const answer = ask({ game: 'shogi', sfen, moves: moves.slice(0, 10000), trace: true });
  assert.deepEqual(answer.result, { winner: 'draw', reason: 'move_limit' });
  assert.equal(answer.trace_legal_count.length, 10000);
  const { error } = ask({ game: 'shogi', sfen, moves });
  assert.deepEqual([error.at, error.code], ['moves[10000]', 'game_over']);
});

test('judge takes no argument', () => {
  const { status, stderr } = spawnSync(tool, ['judge', '--fast'], { input: '' });
  assert.equal(status, 2);
  assert.match(stderr.toString(), /--fast/);
});

const perft = (...args) => {
  const { status, stdout, stderr } = spawnSync(tool, ['perft', ...args]);
  return { status, out: stdout.toString(), err: stderr.toString() };
};

test('perft ends with the number of nodes', () => {
  assert.deepEqual(perft('--game', 'shogi', '--depth', '3'), { status: 0, out: 'nodes 25470\n', err: '' });
  assert.equal(perft('--game', 'shogi', '--depth', '0').out, 'nodes 1\n');
  const sfen = '3lkl3/5g3/9/2NN3B1/9/9/9/9/K8 b P 1';
  assert.equal(perft('--game', 'shogi', '--rule', 'move_limit=1', '--sfen', sfen, '--depth', '3').out, 'nodes 14206\n');
});

test('perft --divide lists each move and sums up to the same', () => {
  const { out } = perft('--game', 'shogi', '--depth', '3', '--divide');
  const lines = out.trimEnd().split('\n');
  assert.equal(lines.pop(), 'nodes 25470');
  assert.equal(lines.length, 30);
  assert.ok(lines.every((line) => /^\S+ \d+$/.test(line)));
  assert.equal(
    lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0),
    25470,
  );
});

test('perft refuses arguments that cannot be used with exit code 2 and says which', () => {
  const cases = [
    [[], '--game'],
    [['--game', 'shogi'], '--depth'],
    [['--game', 'go', '--depth', '1'], 'go'],
    [['--game', 'shogi', '--depth', 'x'], 'x'],
    [['--game', 'shogi', '--depth', '-1'], '-1'],
    [['--game', 'shogi', '--depth', '33'], '33'],
    [['--game', 'shogi', '--depth', '4294967297'], '4294967297'],
    [['--game', 'shogi', '--depth'], '--depth'],
    [['--game', 'shogi', '--depth', '1', '--rule', 'move_limit'], 'move_limit'],
    [['--game', 'shogi', '--depth', '1', '--rule', 'speed=1'], 'speed'],
    [['--game', 'shogi', '--depth', '1', '--rule', 'move_limit=x'], 'move_limit=x'],
    [['--game', 'shogi', '--depth', '1', '--sfen', '9/9'], 'byte'],
    [['--game', 'shogi', '--depth', '0', '--divide'], '--divide'],
    [['--game', 'shogi', '--depth', '1', '--fast'], '--fast'],
  ];
  for (const [args, what] of cases) {
    const { status, out, err } = perft(...args);
    assert.equal(status, 2, args.join(' '));
    assert.equal(out, '');
    assert.ok(err.includes(what), `${args.join(' ')}: ${err}`);
  }
});
