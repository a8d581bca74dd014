// How engines that speak XBoard's protocol (CECP) or its forerunner write moves, to and from USI.

const letters = 'abcdefghijklmnopqrstuvwxyz';
const squaresOf = (usi) => usi.match(/\d+[a-z]/g) ?? [];

/** Whether a move of a match ends where it began without taking anything. */
export function isPass(match, usi) {
  const [from, by, to] = squaresOf(usi);
  return to === from && match.board().every(({ square }) => square !== by);
}

/**
 * XBoard's squares: files are letters from sente's left, ranks are numbers from sente's side. A piece that moves twice is
 * written leg by leg, "f3g4,g4f3". A pass is "@@@@", or its square twice.
 */
export class XboardMoves {
  constructor(core) {
    this.files = core.game.files;
    this.ranks = core.game.ranks;
  }

  square(usi) {
    return `${letters[this.files - Number.parseInt(usi, 10)]}${this.ranks - letters.indexOf(usi.at(-1))}`;
  }

  usiSquare(text) {
    return `${this.files - letters.indexOf(text[0])}${letters[this.ranks - Number(text.slice(1))]}`;
  }

  /** From USI; `match` is before the move. */
  write(match, usi) {
    if (isPass(match, usi)) return '@@@@';
    const [from, to, last] = squaresOf(usi).map((square) => this.square(square));
    return `${from}${to}${last ? `,${to}${last}` : ''}${usi.endsWith('+') ? '+' : ''}`;
  }

  /** To USI; null: not a move at all. Whether it is legal the rules say. */
  read(match, text) {
    const squares = text.match(/[a-z]\d+/g) ?? [];
    if (text === '@@@@' || (squares.length === 2 && squares[0] === squares[1]))
      return match.legal().find((move) => isPass(match, move)) ?? null;
    const usi = squares.map((square) => this.usiSquare(square));
    const end = text.endsWith('+') ? '+' : '';
    if (squares.length === 2) return `${usi[0]}${usi[1]}${end}`;
    return squares.length === 4 && squares[1] === squares[2] ? `${usi[0]}${usi[1]}${usi[3]}${end}` : null;
  }
}

/** Moves that are USI already. */
export class UsiMoves {
  write(_match, usi) {
    return usi;
  }

  read(_match, text) {
    return text;
  }
}
