/*
 * A picture of a position as one SVG file, for the landing page, the rules and links: drawn from the same shapes as
 * the board itself. The grain of the wood is noise, stretched along the files.
 */

import { fileOf, kindOf, parseSfen, rankOf, sideOf } from '../src/board/sfen.ts';
import { type Art, body, characters, HEIGHT, placements, promotedMark, WIDTH } from '../src/board/shape.ts';

const MARGIN = 34;

export function boardPicture(art: Art, sfen: string): string {
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
  const pieces: string[] = [];
  for (const [square, piece] of board) {
    const x = MARGIN + (files - fileOf(square)) * WIDTH;
    const y = MARGIN + rankOf(square) * HEIGHT;
    const side = sideOf(piece);
    const kind = kindOf(piece);
    const size = art.pieces[kind]?.size ?? 1;
    const shape = symbol(`${size}${side}`, () => {
      const { face, edge } = body(size, side === 'w');
      return `<path d="${edge}" fill="#9a6f38"/><path d="${face}" fill="url(#p)" stroke="#c79a55" stroke-width="1.2"/>`;
    });
    const text = symbol(`${kind}${side}`, () =>
      placements(art, characters(art, kind, side, 'two'), size)
        .map(({ d, transform }) => `<path transform="${transform}" d="${d}"/>`)
        .join(''),
    );
    const half = side === 'w' ? ` transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})"` : '';
    const mark = kind.startsWith('+') ? `<path d="${promotedMark(size, side === 'w')}" fill="#a3231c"/>` : '';
    pieces.push(
      `<g transform="translate(${x} ${y})"><use href="#${shape}"/><g${half}><use href="#${text}" fill="${kind.startsWith('+') ? '#a3231c' : '#2a1a10'}"/></g>${mark}</g>`,
    );
  }
  const lines: string[] = [];
  for (let i = 0; i <= files; i++) lines.push(`M${MARGIN + i * WIDTH} ${MARGIN}v${ranks * HEIGHT}`);
  for (let i = 0; i <= ranks; i++) lines.push(`M${MARGIN} ${MARGIN + i * HEIGHT}h${files * WIDTH}`);
  const dots = [files / 3, (2 * files) / 3].flatMap((file) =>
    [ranks / 3, (2 * ranks) / 3].map((rank) => `<circle cx="${MARGIN + file * WIDTH}" cy="${MARGIN + rank * HEIGHT}" r="5"/>`),
  );
  const symbols = [...used.values()].map((content, i) => `<g id="s${i}">${content}</g>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#efcf92"/><stop offset="1" stop-color="#dcb26c"/></linearGradient><linearGradient id="p" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#fdf0cf"/><stop offset="1" stop-color="#edcf93"/></linearGradient><filter id="g" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency=".045 .0022" numOctaves="4" seed="11"/><feColorMatrix values="0 0 0 0 .45 0 0 0 0 .27 0 0 0 0 .08 0 .9 .5 0 -.45"/></filter><filter id="d" x="-.2" y="-.2" width="1.4" height="1.4"><feDropShadow dx="0" dy="4" stdDeviation="3" flood-color="#5a3a12" flood-opacity=".45"/></filter>${symbols}</defs><rect width="${width}" height="${height}" rx="10" fill="url(#w)"/><rect width="${width}" height="${height}" rx="10" filter="url(#g)" opacity=".55"/><path d="${lines.join('')}" fill="none" stroke="#5d4320" stroke-width="2"/><g fill="#5d4320">${dots.join('')}</g><g filter="url(#d)">${pieces.join('')}</g></svg>`;
}
