// Random legal moves, from npm's shogiops: rules of other authors than ours, so a bot that is refused found a difference.
import { initialSfen, parseSfen } from 'shogiops/sfen';
import { makeUsi, parsePieceName, parseUsi } from 'shogiops/util';
import { pieceCanPromote, pieceForcePromote } from 'shogiops/variant/util';

const RULES = 'standard';
const pick = (list) => list[Math.floor(Math.random() * list.length)];

export class RandomGame {
  constructor() {
    this.position = parseSfen(RULES, initialSfen(RULES)).unwrap();
  }

  play(usi) {
    this.position.play(parseUsi(usi));
  }

  /** Any legal move, not each with the same chance; null: there is none. */
  any() {
    const { position } = this;
    const dropped = Math.random() < 0.1 && !position.hands.color(position.turn).isEmpty() && this.drop();
    if (dropped) return dropped;
    // A piece at random is usually enough; listing everything is slow.
    const own = [...position.board.color(position.turn)];
    for (let tries = 0; tries < 8; tries++) {
      const from = pick(own);
      const destinations = [...position.moveDests(from)];
      if (destinations.length > 0) return this.move(from, pick(destinations));
    }
    const all = [];
    for (const [from, destinations] of position.allMoveDests()) for (const to of destinations) all.push([from, to]);
    return all.length > 0 ? this.move(...pick(all)) : this.drop();
  }

  drop() {
    const all = [];
    for (const [name, destinations] of this.position.allDropDests())
      for (const to of destinations) all.push({ role: parsePieceName(name).role, to });
    return all.length > 0 ? makeUsi(pick(all)) : null;
  }

  move(from, to) {
    const piece = this.position.board.get(from);
    const can = pieceCanPromote(RULES)(piece, from, to, this.position.board.get(to));
    const promotion = can && (pieceForcePromote(RULES)(piece, to) || Math.random() < 0.5);
    return makeUsi({ from, to, promotion });
  }
}
