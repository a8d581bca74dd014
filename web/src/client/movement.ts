/*
 * How a piece moves, found out from the rules core: one piece alone on an empty board, and the moves that the core
 * lists for it. Here is only geometry: which of its targets form a line, and which are leaps.
 */
import type { Core } from '../../../wasm/core.ts';
import type { Movements, Reach } from '../board/moves.ts';
import { fileOf, rankOf, squareName } from '../board/sfen.ts';
import { partsOf } from '../board/usi.ts';

const key = (x: number, y: number): string => `${x},${y}`;

/** Where the kings stand meanwhile, seen from the piece: off all its lines, so that they are never in its way. */
const AWAY = { x: 3, y: 4 };

/** A position as SFEN, sente to move. */
function sfenOf(files: number, ranks: number, pieces: ReadonlyMap<string, string>): string {
  const rows = Array.from({ length: ranks }, (_, rank) => {
    const squares = Array.from({ length: files }, (_, i) => pieces.get(squareName(files - i, rank)) ?? ' ');
    return squares.join('').replace(/ +/g, (empty) => String(empty.length));
  });
  return `${rows.join('/')} b - 1`;
}

/** `piece` as sente's in SFEN. */
export function movementOf(core: Core, piece: string): Reach[] {
  const { files, ranks, pieces: kinds } = core.game;
  const file = Math.ceil(files / 2);
  const rank = Math.floor(ranks / 2);
  const home = squareName(file, rank);
  const pieces = new Map([[home, piece]]);
  const royal = kinds.find((kind) => kind.royal);
  if (royal) pieces.set(squareName(file - AWAY.x, rank - AWAY.y), royal.sfen.toLowerCase());
  if (royal && !kinds.some((kind) => kind.royal && kind.sfen === piece))
    pieces.set(squareName(file + AWAY.x, rank + AWAY.y), royal.sfen);
  const match = core.start({ sfen: sfenOf(files, ranks, pieces) });
  try {
    const moves = match.legal().map(partsOf);
    const targets = new Map<string, Reach>();
    for (const { origin, middle, target } of moves) {
      if (origin !== home || middle !== null) continue;
      const [x, y] = [file - fileOf(target), rank - rankOf(target)];
      const twice = match.explain(home + target + home).rule !== 'not_reachable';
      targets.set(key(x, y), { x, y, how: twice ? 'twice' : 'step' });
    }
    for (const reach of targets.values()) {
      const { x, y } = reach;
      const straight = x === 0 || y === 0 || Math.abs(x) === Math.abs(y);
      if (straight && targets.has(key(3 * Math.sign(x), 3 * Math.sign(y)))) reach.how = 'slide';
      else if (Math.max(Math.abs(x), Math.abs(y)) > 1) reach.how = 'jump';
    }
    return [...targets.values()];
  } finally {
    match.free();
  }
}

/** All kinds of a game. */
export function movementsOf(core: Core): Movements {
  const kinds = core.game.pieces;
  return {
    reaches: new Map(kinds.map(({ sfen }) => [sfen, movementOf(core, sfen)])),
    royal: new Set(kinds.filter(({ royal }) => royal).map(({ sfen }) => sfen)),
  };
}
