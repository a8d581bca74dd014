/*
 * The prose of the rules pages, read from games/<name>/web/ and checked: what a diagram claims (that its position can be
 * given, that a move is legal, or refused by that rule, or ends the game) is asked of the game's own core, and anything
 * that is not so is an error of the build. Languages are compared with each other by web/src/pages/rules/prose.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core, Match } from '../../wasm/core.ts';
import { fileOf, parseSfen, rankOf } from '../src/board/sfen.ts';
import { squaresIn } from '../src/board/usi.ts';
import type { Diagram, Prose, ProseFrame } from '../src/pages/rules/prose.ts';
import type { Mark, MarkKind, View } from './picture.ts';

const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

export const frameOf = (root: string, game: string): ProseFrame => json(root, 'games', game, 'web', 'rules.json') as ProseFrame;
export const proseOf = (root: string, game: string, language: string): Prose =>
  json(root, 'games', game, 'web', `rules-${language}.json`) as Prose;

/** What a move takes: where an enemy stood and stands no longer. */
function taken(match: Match, usi: string): string[] {
  const enemy = match.turn() === 'b' ? 'w' : 'b';
  const standing = (): string[] => match.board().flatMap(({ square, side }) => (side === enemy ? [square] : []));
  const before = standing();
  const played = match.play(usi);
  if (!played.ok) throw new Error(`${usi} is refused: ${played.rule ?? played.code}`);
  const after = new Set(standing());
  return before.filter((square) => !after.has(square));
}

function movesOf(core: Core, { sfen, movers = [], moves = [], ends }: Diagram): Mark[] {
  const marks = new Map<string, MarkKind>();
  const options = { sfen };
  const start = core.start(options);
  const own = movers.flatMap((mover) => {
    const found = start.legal().filter((usi) => !usi.includes('*') && squaresIn(usi)[0] === mover);
    if (found.length === 0) throw new Error(`nothing on ${mover} can move`);
    return found;
  });
  start.free();
  for (const usi of [...own, ...moves]) {
    const match = core.start(options);
    const [first = '', ...others] = squaresIn(usi);
    const targets = usi.includes('*') ? [first] : others;
    if (!usi.includes('*')) marks.set(first, 'from');
    for (const square of targets) if (!marks.has(square)) marks.set(square, 'to');
    for (const square of taken(match, usi)) marks.set(square, 'take');
    const reason = match.result()?.reason;
    if (usi === moves[0] && reason !== ends) throw new Error(`${usi} ends the game by ${reason}, not by ${ends}`);
    match.free();
  }
  return [...marks].map(([square, kind]) => ({ square, kind }));
}

/** The marks of a diagram; throws when the core does not agree with what it claims. */
export function marksOf(core: Core, diagram: Diagram): Mark[] {
  const match = core.start({ sfen: diagram.sfen });
  const marks: Mark[] = (diagram.frames ?? []).map((square) => ({ square, kind: 'frame' }));
  for (const [usi, code] of Object.entries(diagram.refused ?? {})) {
    const { rule } = match.explain(usi);
    if (rule !== code) throw new Error(`${usi} is refused by ${rule}, not by ${code}`);
    const squares = squaresIn(usi);
    if (!usi.includes('*')) marks.push({ square: squares[0] ?? '', kind: 'from' });
    marks.push({ square: squares.at(-1) ?? '', kind: 'refused' });
  }
  match.free();
  return [...marks, ...movesOf(core, diagram)];
}

/** Files and ranks that are shown; throws when a piece that is spoken about would lie outside. */
export function viewOf({ sfen, view: [from, to] }: Diagram, marks: readonly Mark[]): View {
  const { files, ranks } = parseSfen(sfen, false);
  const view = { left: fileOf(from), top: rankOf(from), right: fileOf(to), bottom: rankOf(to) };
  const inside = (square: string): boolean =>
    fileOf(square) <= view.left && fileOf(square) >= view.right && rankOf(square) >= view.top && rankOf(square) <= view.bottom;
  if (view.left > files || view.right < 1 || view.top > view.bottom || view.bottom >= ranks)
    throw new Error(`${from} to ${to} is no part of the board`);
  for (const { square, kind } of marks)
    if (kind !== 'to' && !inside(square)) throw new Error(`${square} lies outside of what is shown`);
  return view;
}
