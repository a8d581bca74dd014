// Three games as npm's shogiops plays them, and the rules in which it plays them otherwise than this project.
//
// A peer lists its legal moves (`list` as shogiops has them, `moves` as USI, one for each result), and tells why a move
// may be legal to one side only. `why` gets the move and who allows it ('judge' or 'peer') and answers with the name of
// the documented difference, or null: then it is a fault of one of the two. Differences are told from the position by the
// rule itself, never from the judge's answer to the same question.
//
// Common to all: shogiops knows no repetition and no move limit (each position is judged without the plies before it),
// lists destinations (promotion is put to each by its pieceCanPromote and pieceForcePromote), and draws when bare kings
// are left (R16).
import { attacks } from 'shogiops/attacks';
import { parseSfen } from 'shogiops/sfen';
import { SquareSet } from 'shogiops/square-set';
import { lionRoles, makeUsi, opposite, parsePieceName, parseUsi, squareDist, squareRank } from 'shogiops/util';
import { annanAttackBoard, directlyBehind } from 'shogiops/variant/annanshogi';
import { secondLionStepDests } from 'shogiops/variant/chushogi';
import { standardSquareAttacks } from 'shogiops/variant/shogi';
import { pieceCanPromote, pieceForcePromote } from 'shogiops/variant/util';
import { dealArmy, dealChu } from './deal.mjs';

const ARRAY = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const CHU_ARRAY =
  'lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1';

function withPromotion(position, from, to) {
  const { rules, board } = position;
  const piece = board.get(from);
  const moves = [];
  if (pieceCanPromote(rules)(piece, from, to, board.get(to))) moves.push({ from, to, promotion: true });
  if (!pieceForcePromote(rules)(piece, to)) moves.push({ from, to });
  return moves;
}

function destinations(position) {
  const moves = [];
  for (const [from, squares] of position.allMoveDests())
    for (const to of squares) moves.push(...withPromotion(position, from, to));
  for (const [name, squares] of position.allDropDests())
    for (const to of squares) moves.push({ role: parsePieceName(name).role, to });
  return moves;
}

const after = (position, move) => {
  const child = position.clone();
  child.play(move);
  return child;
};

/** A king and nothing on the board or in hand. */
const isKingAlone = (position, color) => position.board.color(color).size() + position.hands[color].count() < 2;

const shogi = {
  game: 'shogi',
  list: destinations,
  isBare: isKingAlone,
  rules: {},
  variant: 'standard',
  start: ARRAY,
  deal: dealArmy,
  moves: (position) => destinations(position).map((move) => makeUsi(move)),
  why: () => null,
};

/** Annan: a king of the side to move is safe after the move, seen on the board after it (R24). */
function isSafeAfter(position, move) {
  const king = position.kingsOf(position.turn).singleSquare();
  if (king === undefined) return true;
  const board = position.board.clone();
  const piece = board.take(move.from);
  board.set(move.to, piece);
  const at = king === move.from ? move.to : king;
  return standardSquareAttacks(at, opposite(position.turn), annanAttackBoard(board), board.occupied).isEmpty();
}

/** Annan: the unpromoted piece could not go on by its own type (R23). */
function isOnDeadRank(role, color, to) {
  const rank = color === 'sente' ? squareRank(to) : 8 - squareRank(to);
  return rank < ({ pawn: 1, lance: 1, knight: 2 }[role] ?? 0);
}

const SQUARES_9 = new SquareSet([0x1ff01ff, 0x1ff01ff, 0x1ff01ff, 0x1ff01ff, 0x1ff, 0, 0, 0]);

/** Annan: the own piece behind gives it somewhere to go on an empty board. */
function hasUsefulSupport(board, color, to) {
  const behind = board.get(directlyBehind(color, to));
  if (behind?.color !== color) return false;
  return attacks(behind, to, SquareSet.empty()).intersect(SQUARES_9).nonEmpty();
}

const annan = {
  game: 'annan',
  list: destinations,
  isBare: isKingAlone,
  rules: {},
  variant: 'annanshogi',
  start: ARRAY, // shogiops' own start has advanced pawns (R20)
  deal: dealArmy,
  moves: (position) => destinations(position).map((move) => makeUsi(move)),
  /** `judgeChild` answers for a position, after comparing it as well. */
  async why(position, usi, allowedBy, judgeChild) {
    const move = parseUsi(usi);
    const color = position.turn;
    const role = move.role ?? position.board.get(move.from).role;
    if (!move.promotion && isOnDeadRank(role, color, move.to)) {
      const board = position.board.clone();
      if (move.from !== undefined) board.take(move.from);
      if (!hasUsefulSupport(board, color, move.to)) return allowedBy === 'peer' ? 'R23: it could never move' : null;
    }
    if (move.role === 'pawn') {
      const child = after(position, move);
      const answer = await judgeChild(child);
      if (!answer) return null;
      const mates = child.isCheck() && answer.legal.length === 0;
      if (mates) return allowedBy === 'peer' ? 'R25: a pawn drop that mates from elsewhere' : null;
      return allowedBy === 'judge' && !child.isCheck() && answer.legal.length === 0 ? 'R25: no check, no move left: a win' : null;
    }
    if (move.role) return null;
    const victim = position.board.get(move.to);
    const front = victim && position.board.get(directlyBehind(position.turn, move.to));
    // The square before a captured piece, seen by its owner, is the one behind it, seen by the captor.
    if (front?.color !== opposite(color)) return null;
    const safe = isSafeAfter(position, move);
    // shogiops asks who attacks the king before the move and misses a line that the captor itself leaves open.
    return safe === (allowedBy === 'judge') ? 'R24: a support is taken, seen on the board after it' : null;
  },
};

/** Chu: every spelling, one by one. */
function chuSpellings(position) {
  const moves = [];
  for (const [from, squares] of position.allMoveDests())
    for (const to of squares) {
      moves.push(...withPromotion(position, from, to));
      const { role } = position.board.get(from);
      if ((lionRoles.includes(role) || role === 'falcon' || role === 'eagle') && squareDist(from, to) === 1)
        for (const end of secondLionStepDests(position, from, to)) moves.push({ from, midStep: to, to: end });
    }
  return moves;
}

const chu = {
  game: 'chu',
  list: chuSpellings,
  /** One royal, and nothing that can still move (R37). */
  isBare(position, color) {
    const last = color === 'sente' ? 0 : 11;
    const alive = [...position.board].filter(
      ([square, piece]) => piece.color === color && !(['pawn', 'lance'].includes(piece.role) && squareRank(square) === last),
    );
    return alive.length === 1 && position.kingsOf(color).isSingleSquare();
  },
  rules: { lion_trade: 'always' }, // the only one it knows
  variant: 'chushogi',
  start: CHU_ARRAY,
  deal: dealChu,
  /** One move for each result (R38): the shortest spelling, then the first in ASCII order. */
  moves(position) {
    const results = new Map();
    for (const move of chuSpellings(position)) {
      const child = after(position, move);
      const pieces = [...child.board].map(([square, { role, color }]) => `${square}${color[0]}${role}`).join();
      const key = `${pieces} ${child.lastLionCapture}`;
      const usi = makeUsi(move);
      const best = results.get(key);
      if (!best || usi.length < best.length || (usi.length === best.length && usi < best)) results.set(key, usi);
    }
    return [...results.values()];
  },
  /** R34: it lets a piece that is no lion take one where a lion was just lost (a kirin promoted there). */
  why(position, usi, allowedBy) {
    const move = parseUsi(usi);
    const mark = position.lastLionCapture;
    const takesAt = (square) => square !== undefined && square === mark && square !== move.from;
    const mover = position.board.get(move.from);
    const taken = mark === undefined ? undefined : position.board.get(mark);
    const bySamePath = takesAt(move.midStep) || takesAt(move.to);
    if (allowedBy !== 'peer' || lionRoles.includes(mover.role) || !bySamePath) return null;
    return taken?.color === opposite(position.turn) && lionRoles.includes(taken.role)
      ? 'R34: a lion made where one was just lost'
      : null;
  },
};

export const peers = { shogi, annan, chu };

/** The position, or null where shogiops finds it impossible. */
export function readSfen(peer, sfen) {
  const read = parseSfen(peer.variant, sfen, true);
  return read.isOk ? read.value : null;
}
