// Deals random positions: pieces strewn over board and hands, often promoted ones and many in hand, which games seldom
// reach. Each function gives an SFEN, possible or not; the caller deals again until it is.

const byRank = (board, size) =>
  Array.from({ length: size }, (_, rank) =>
    board
      .slice(rank * size, rank * size + size)
      .map((piece) => piece || ' ')
      .join('')
      .replace(/ +/g, (run) => `${run.length}`),
  ).join('/');

const empty = (size) => Array(size * size).fill('');
const squaresOf = (random, size) => random.shuffle(Array.from({ length: size * size }, (_, i) => i));
const ofSide = (letter, side) => (side === 'b' ? letter : letter.toLowerCase());

/** The pieces of a set, kings apart. */
const SET = [
  ['P', 18],
  ['L', 4],
  ['N', 4],
  ['S', 4],
  ['G', 4],
  ['B', 2],
  ['R', 2],
].flatMap(([letter, count]) => Array(count).fill(letter));

/** How many of the last ranks a piece could never leave again by its own movement. */
const deadRanks = { P: 1, L: 1, N: 2 };

const handOf = (hands) =>
  ['b', 'w']
    .flatMap((side) =>
      [...'RBGSNLP'].map((letter) => {
        const count = hands[side][letter] ?? 0;
        return count === 0 ? '' : `${count > 1 ? count : ''}${ofSide(letter, side)}`;
      }),
    )
    .join('') || '-';

/** Nine by nine with the usual set, or part of it; no piece that is stuck by its own movement, no two pawns a file. */
export function dealArmy(random) {
  const squares = squaresOf(random, 9);
  const board = empty(9);
  const hands = { b: {}, w: {} };
  board[squares.pop()] = 'K';
  if (random.below(8)) board[squares.pop()] = 'k';
  const inHand = random.pick([0, 0.1, 0.3, 0.7]);
  const used = random.pick([0.2, 0.5, 1]);
  const promotedOf = random.pick([0, 0.3, 0.8]);
  const files = { b: new Set(), w: new Set() };
  for (const letter of SET) {
    if (!random.chance(used)) continue;
    const side = random.pick(['b', 'w']);
    if (random.chance(inHand)) {
      hands[side][letter] = (hands[side][letter] ?? 0) + 1;
      continue;
    }
    const square = squares.pop();
    const rank = side === 'b' ? Math.floor(square / 9) : 8 - Math.floor(square / 9);
    let promoted = letter !== 'G' && random.chance(promotedOf);
    if (rank < (deadRanks[letter] ?? 0)) promoted = true;
    if (letter === 'P' && !promoted) {
      if (files[side].has(square % 9)) promoted = true;
      else files[side].add(square % 9);
    }
    board[square] = (promoted ? '+' : '') + ofSide(letter, side);
  }
  return `${byRank(board, 9)} ${random.pick(['b', 'w'])} ${handOf(hands)} 1`;
}

const CHU = [...'GGSSCCFFTTOXNQDDHHRRBBVVMMAALLII', ...'P'.repeat(12)];

/** Twelve by twelve: kings, perhaps princes, part of two sets with more lions than usual, perhaps a marked square. */
export function dealChu(random) {
  const squares = squaresOf(random, 12);
  const board = empty(12);
  board[squares.pop()] = 'K';
  board[squares.pop()] = 'k';
  const used = random.pick([0.05, 0.2, 0.5, 0.9]);
  const promotedOf = random.pick([0, 0.3, 0.8]);
  const moreLions = random.below(4);
  for (const side of ['b', 'w']) {
    if (random.chance(used)) board[squares.pop()] = (random.chance(0.5) ? '+' : '') + ofSide('E', side);
    // At most 46 of a side are read; of these a king, a prince or elephant, and what comes here.
    for (const letter of random.shuffle([...CHU, ...'NO'.repeat(moreLions)]).slice(0, 44)) {
      if (!random.chance(used)) continue;
      const promoted = !'NQ'.includes(letter) && random.chance(promotedOf);
      board[squares.pop()] = (promoted ? '+' : '') + ofSide(letter, side);
    }
  }
  const turn = random.pick(['b', 'w']);
  return `${byRank(board, 12)} ${turn} ${random.chance(0.4) ? markIn(random, board, turn) : '-'} 1`;
}

/** A square where the other side might just have taken a lion. */
function markIn(random, board, turn) {
  const theirs = board.flatMap((piece, i) => (piece && (piece === piece.toLowerCase()) === (turn === 'b') ? [i] : []));
  const lions = theirs.filter((i) => /^(n|\+o)$/i.test(board[i]));
  const at = random.pick(lions.length && random.chance(0.5) ? lions : theirs);
  return `${12 - (at % 12)}${String.fromCharCode(97 + Math.floor(at / 12))}`;
}
