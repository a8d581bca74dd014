/*
 * A picture of a position, or of a part of it with marks, as one SVG file, for the landing page, the rules and links: drawn from the same shapes as
 * the board itself. The grain of the wood is noise, stretched along the files.
 */

import { fileOf, kindOf, parseSfen, rankOf, sideOf } from '../src/board/sfen.ts';
import { type Art, body, characters, HEIGHT, placements, promotedMark, WIDTH } from '../src/board/shape.ts';
import { coarser } from './path.mjs';

const MARGIN = 34;

/** A part of the board: its outermost files, the left one the higher, and ranks counted from 0. */
export interface View {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where a move starts, goes, takes, is refused; or a square to speak about. Told apart by shape, not by colour alone. */
export type MarkKind = 'from' | 'to' | 'take' | 'refused' | 'frame';

export interface Mark {
  square: string;
  kind: MarkKind;
}

/** What is drawn in a square, under the pieces (`from`) or over them. */
const MARKS: Record<MarkKind, string> = {
  from: `<path d="M3 3H${WIDTH - 3}V${HEIGHT - 3}H3Z" fill="#c8641e" opacity=".42"/>`,
  to: `<circle cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="17" fill="#1d5b84" stroke="#f6e3ba" stroke-width="4"/>`,
  take: `<circle cx="${WIDTH / 2}" cy="${HEIGHT / 2}" r="45" fill="none" stroke="#1d5b84" stroke-width="9"/>`,
  refused: `<path d="M24 28 76 80M76 28 24 80" fill="none" stroke="#f6e3ba" stroke-width="19" stroke-linecap="round"/><path d="M24 28 76 80M76 28 24 80" fill="none" stroke="#a3231c" stroke-width="11" stroke-linecap="round"/>`,
  frame: `<path d="M7 7H${WIDTH - 7}V${HEIGHT - 7}H7Z" fill="none" stroke="#1d5b84" stroke-width="7" stroke-dasharray="17 10"/>`,
};

/** A move that is refused onto a piece: thin, so that the piece can be read. */
const BARRED = `<path d="M4 4 ${WIDTH - 4} ${HEIGHT - 4}M${WIDTH - 4} 4 4 ${HEIGHT - 4}" fill="none" stroke="#a3231c" stroke-width="8" stroke-linecap="round" opacity=".85"/>`;

/** Of the picture of a part, so that its squares have the same size in all of them. */
const PART_SCALE = 0.42;

function boxOf({ left, top, right, bottom }: View): { width: number; height: number } {
  return { width: (left - right + 1) * WIDTH + 2 * MARGIN, height: (bottom - top + 1) * HEIGHT + 2 * MARGIN };
}

/** Size of the picture of a part of a board. */
export function partSize(view: View): { width: number; height: number } {
  const { width, height } = boxOf(view);
  return { width: Math.round(width * PART_SCALE), height: Math.round(height * PART_SCALE) };
}

/** Fineness of the characters' outlines: a hundredth of a square is more than any screen shows of a picture. */
const FINE = 0.3;

/** An outline on a coarser grid than the board's own: half of what a picture weighs is outlines. */
function outline(d: string, transform: string): string {
  const [, place, x, y] = /^(.*) scale\((\S+) (\S+)\)$/.exec(transform) ?? [];
  const step = Math.max(1, Math.round(FINE / Number(x)));
  const scale = [x, y].map((value) => (Number(value) * step).toFixed(4)).join(' ');
  return `<path transform="${place} scale(${scale})" d="${coarser(d, step)}"/>`;
}

/** The whole board, or a part with marks: then the board is cut off in the middle of its margin. */
export function boardPicture(art: Art, sfen: string, part?: { view: View; marks: readonly Mark[] }): string {
  const { files, ranks, board } = parseSfen(sfen, false);
  const width = files * WIDTH + 2 * MARGIN;
  const height = ranks * HEIGHT + 2 * MARGIN;
  const used = new Map<string, string>();
  const symbol = (key: string, content: () => string): string => {
    const known = used.get(key);
    if (known !== undefined) return `s${[...used.keys()].indexOf(key)}`;
    used.set(key, content());
    return `s${used.size - 1}`;
  };
  const { view, marks } = part ?? { view: { left: files, top: 0, right: 1, bottom: ranks - 1 }, marks: [] };
  const shown = (square: string): boolean =>
    fileOf(square) <= view.left && fileOf(square) >= view.right && rankOf(square) >= view.top && rankOf(square) <= view.bottom;
  const corner = (square: string): string => `${MARGIN + (files - fileOf(square)) * WIDTH} ${MARGIN + rankOf(square) * HEIGHT}`;
  const drawn = (under: boolean): string =>
    marks
      .filter(({ square, kind }) => (kind === 'from') === under && shown(square))
      .map(
        ({ square, kind }) =>
          `<g transform="translate(${corner(square)})">${kind === 'refused' && board.has(square) ? BARRED : MARKS[kind]}</g>`,
      )
      .join('');
  const whole = boxOf(view);
  const size = part ? partSize(view) : whole;
  const box = `${(files - view.left) * WIDTH} ${view.top * HEIGHT} ${whole.width} ${whole.height}`;
  const pieces: string[] = [];
  for (const [square, piece] of board) {
    if (!shown(square)) continue;
    const side = sideOf(piece);
    const kind = kindOf(piece);
    const size = art.pieces[kind]?.size ?? 1;
    const shape = symbol(`${size}${side}`, () => {
      const { face, edge } = body(size, side === 'w');
      return `<path d="${edge}" fill="#9a6f38"/><path d="${face}" fill="url(#p)" stroke="#c79a55" stroke-width="1.2"/>`;
    });
    const text = symbol(`${kind}${side}`, () =>
      placements(art, characters(art, kind, side, 'two'), size)
        .map(({ d, transform }) => outline(d, transform))
        .join(''),
    );
    const half = side === 'w' ? ` transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})"` : '';
    const mark = kind.startsWith('+') ? `<path d="${promotedMark(size, side === 'w')}" fill="#a3231c"/>` : '';
    pieces.push(
      `<g transform="translate(${corner(square)})"><use href="#${shape}"/><g${half}><use href="#${text}" fill="${kind.startsWith('+') ? '#a3231c' : '#2a1a10'}"/></g>${mark}</g>`,
    );
  }
  const lines: string[] = [];
  for (let i = 0; i <= files; i++) lines.push(`M${MARGIN + i * WIDTH} ${MARGIN}v${ranks * HEIGHT}`);
  for (let i = 0; i <= ranks; i++) lines.push(`M${MARGIN} ${MARGIN + i * HEIGHT}h${files * WIDTH}`);
  const dots = [files / 3, (2 * files) / 3].flatMap((file) =>
    [ranks / 3, (2 * ranks) / 3].map((rank) => `<circle cx="${MARGIN + file * WIDTH}" cy="${MARGIN + rank * HEIGHT}" r="5"/>`),
  );
  const symbols = [...used.values()].map((content, i) => `<g id="s${i}">${content}</g>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${size.width}" height="${size.height}"><defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#efcf92"/><stop offset="1" stop-color="#dcb26c"/></linearGradient><linearGradient id="p" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#fdf0cf"/><stop offset="1" stop-color="#edcf93"/></linearGradient><filter id="g" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".045 .0022" numOctaves="4" seed="11"/><feColorMatrix values="0 0 0 0 .45 0 0 0 0 .27 0 0 0 0 .08 0 .9 .5 0 -.45"/></filter><filter id="d" x="-.2" y="-.2" width="1.4" height="1.4"><feDropShadow dx="0" dy="4" stdDeviation="3" flood-color="#5a3a12" flood-opacity=".45"/></filter>${symbols}</defs><rect width="${width}" height="${height}" rx="10" fill="url(#w)"/><rect width="${width}" height="${height}" rx="10" filter="url(#g)" opacity=".55"/><path d="${lines.join('')}" fill="none" stroke="#5d4320" stroke-width="2"/><g fill="#5d4320">${dots.join('')}</g>${drawn(true)}<g filter="url(#d)">${pieces.join('')}</g>${drawn(false)}</svg>`;
}
