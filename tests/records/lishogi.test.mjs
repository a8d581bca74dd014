// KIF of annan and chu as lishogi has it: random games, written here and read by npm's shogiops (the library that
// lishogi's pages use; GPL, used by tests only), and written by shogiops as those pages do and read here. WASM is the
// folder of the modules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeKifHeader, makeKifMoveOrDrop, parseKifHeader, parseKifMovesOrDrops } from 'shogiops/notation/kif';
import { makeJapaneseSquareHalf } from 'shogiops/notation/util';
import { initialSfen, makeSfen, parseSfen } from 'shogiops/sfen';
import { makeUsi, parseSquareName, parseUsi } from 'shogiops/util';
import { loadCores } from '../core/core_module.mjs';
import { dealArmy, dealChu } from '../core/deal.mjs';
import { randomFrom } from '../core/random.mjs';

const cores = await loadCores(process.env.WASM, 'records');
const seed = Math.floor(Math.random() * 2 ** 32);
const random = randomFrom(seed);

const games = {
  annan: { variant: 'annanshogi', deal: dealArmy },
  chu: { variant: 'chushogi', deal: dealChu },
};

/** A match of random moves from `sfen` or from a dealt position; double moves, drops and promotions often. */
function randomMatch(game, plies, sfen) {
  const core = cores.get(game);
  let match = sfen || random.chance(0.5) ? core.start({ sfen }) : null;
  while (!match) {
    try {
      // Without the square where a lion was taken: KIF has no word for it, and ours is read by nobody else.
      match = core.start({ sfen: games[game].deal(random).replace(/ \d+[a-l] (?=\d+$)/, ' - ') });
    } catch {
      continue; // no position of the game
    }
  }
  const start = match.sfen();
  const moves = [];
  for (let legal = match.legal(); legal.length > 0 && moves.length < plies; legal = match.legal()) {
    const rare = random.chance(0.4) ? legal.filter((usi) => /^\d+[a-z]\d+[a-z]\d|\*|\+$/.test(usi)) : [];
    // Where the last move went: what is written 同 or 仝.
    const last = moves.at(-1)?.match(/\d+[a-z](?=\+?$)/)?.[0];
    const back = last && random.chance(0.3) ? legal.filter((usi) => usi.slice(2).includes(last)) : [];
    const usi = random.pick(back.length ? back : rare.length ? rare : legal);
    match.play(usi);
    moves.push(usi);
  }
  return { match, start, moves };
}

/** All but the number of the next move, which KIF does not say. */
const withoutNumber = (sfen) => sfen.replace(/ \d+$/, '');
const squareOf = (usi) => usi.match(/\d+[a-z](?=\+?$)/)[0];

/**
 * shogiops reads neither 仝 in a first step nor the name of three characters, which lishogi's server writes and it writes
 * itself: the square, which is that of the move before, and a shorter name of the same piece are put there.
 */
function forShogiops(lines, moves) {
  let ply = 0;
  return lines.map((line) => {
    const first = line.includes('一歩目');
    if (!first) ply++;
    const square = first && ply > 0 ? makeJapaneseSquareHalf(parseSquareName(squareOf(moves[ply - 1]))) : '仝';
    return line.replace('仝', square).replace('金飛車', '飛車');
  });
}

/** The same result, whichever way a lion took. */
function sameResult(core, start, before, a, b) {
  if (a === b) return true;
  const after = (usi) => {
    const match = core.start({ sfen: start, moves: before });
    const played = match.play(usi);
    match.free();
    return played.ok && played.usi;
  };
  return after(a) === after(b);
}

const kinds = { igui: 0, pass: 0, double: 0, promotion: 0, drop: 0, same: 0 };
function count({ start, moves }, core) {
  const match = core.start({ sfen: start });
  let last = null;
  for (const usi of moves) {
    const [from, mid, to] = usi.match(/\d+[a-z]/g);
    if (to && from === to) kinds[match.legal().includes(`${from}${mid}`) && takes(match, mid) ? 'igui' : 'pass']++;
    else if (to) kinds.double++;
    kinds.promotion += usi.endsWith('+');
    kinds.drop += usi[1] === '*';
    kinds.same += squareOf(usi) === last;
    last = squareOf(usi);
    match.play(usi);
  }
  match.free();
}
const takes = (match, square) => {
  const rank = match.sfen().split(' ')[0].split('/')[square.match(/[a-z]/)[0].charCodeAt(0) - 97];
  const cells = [...rank.matchAll(/\d+|\+?[A-Za-z]/g)].flatMap(([cell]) => (/\d/.test(cell) ? Array(Number(cell)).fill('') : [cell]));
  return cells[cells.length - Number.parseInt(square, 10)] !== '';
};

/** As the page of lishogi writes a game; `mark` follows the number in chu. */
function writeAsLishogi(game, start, moves, mark) {
  const position = parseSfen(games[game].variant, start, false).unwrap();
  const lines = [makeKifHeader(position)];
  let last;
  for (const [ply, usi] of moves.entries()) {
    const move = parseUsi(usi);
    for (const step of makeKifMoveOrDrop(position, move, last).split('\n'))
      lines.push(`${String(ply + 1).padStart(4)}${game === 'chu' ? mark : ''}${/^.歩目/.test(step) ? '' : ' '}${step}`);
    position.play(move);
    last = move.to;
  }
  return `${lines.join('\n')}\n`;
}

function expectRead(game, text, start, moves) {
  const core = cores.get(game);
  let record;
  try {
    record = core.readRecord(text, 'kif');
  } catch (error) {
    assert.fail(`seed ${seed}: line ${error.line}: ${error.message}: ${error.move}\n${text}`);
  }
  assert.equal(withoutNumber(record.sfen), withoutNumber(start), `seed ${seed}: ${text}`);
  assert.equal(record.moves.length, moves.length, `seed ${seed}: ${text}`);
  for (const [ply, usi] of moves.entries())
    assert.ok(sameResult(core, start, moves.slice(0, ply), record.moves[ply], usi), `seed ${seed}: ${usi} as ${record.moves[ply]}`);
}

for (const [game, { variant }] of Object.entries(games)) {
  const core = cores.get(game);

  test(`${game}: what is written here is read by shogiops`, () => {
    for (let i = 0; i < 60; i++) {
      const played = randomMatch(game, 60);
      const text = played.match.record('kif');
      played.match.free();
      const [head, body] = text.split('手数----指手---------消費時間--\n');
      const position = game === 'chu' && !head.includes('|') ? parseSfen(variant, initialSfen(variant)) : parseKifHeader(head);
      assert.ok(position.isOk, `seed ${seed}: ${head}`);
      assert.equal(position.value.rules, variant);
      assert.equal(withoutNumber(makeSfen(position.value)), withoutNumber(played.start), `seed ${seed}: ${head}`);
      const lines = body.split('\n').filter((line) => /^ *\d/.test(line));
      const read = parseKifMovesOrDrops(forShogiops(lines, played.moves)).map((move) => makeUsi(move));
      assert.deepEqual(read, played.moves, `seed ${seed}: ${text}`);
      count(played, core);
    }
  });

  // The page of lishogi puts 手目 after a space, its server after the number without one, or leaves it away.
  for (const mark of [' 手目', '手目', ''])
    test(`${game}: what shogiops writes is read here, with "${mark}" after the number`, () => {
      for (let i = 0; i < 40; i++) {
        const { match, start, moves } = randomMatch(game, 60);
        match.free();
        expectRead(game, writeAsLishogi(game, start, moves, mark), start, moves);
      }
    });
}

test("annan: lishogi's own start is found where the name alone stands for it", () => {
  const theirs = initialSfen('annanshogi');
  const short = ['8f8e', '7c7d'];
  expectRead('annan', writeAsLishogi('annan', theirs, short, ''), theirs, short);
  for (let i = 0; i < 20; i++) {
    const { match, moves } = randomMatch('annan', 40, theirs);
    match.free();
    const whole = writeAsLishogi('annan', theirs, moves, '');
    assert.match(whole, /^手合割：安南将棋\n   1 /);
    const ours = cores.get('annan').readRecord(whole, 'kif');
    // A game that both starts allow to its end is taken for one from ours.
    if (withoutNumber(ours.sfen) === withoutNumber(theirs)) expectRead('annan', whole, theirs, moves);
    else assert.deepEqual(ours.moves, moves);
  }
  const ours = cores.get('annan').readRecord('手合割：安南将棋\n   1 ７六歩(77)\n   2 ８四歩(83)\n');
  assert.match(ours.sfen, /^lnsgkgsnl\/1r5b1\/ppppppppp\//);
  // What neither allows is told of ours.
  assert.throws(() => cores.get('annan').readRecord('手合割：安南将棋\n   1 ７六歩(77)\n   2 ８四歩(84)\n'), { line: 3, code: 'no_piece' });
});

test('moves of every kind were among them', () => {
  for (const [kind, times] of Object.entries(kinds)) assert.ok(times >= 10, `${kind}: ${times} (seed ${seed})`);
});
