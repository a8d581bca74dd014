/*
 * Pieces as SVG elements. The shapes and characters stand once in a hidden <svg>; each piece on the board only refers
 * to them, so a position is light to draw.
 */
import type { Side } from '../../../wasm/core.ts';
import { type Movements, movesFace } from './moves.ts';
import { kindOf, sideOf } from './sfen.ts';
import { type Art, body, characters, HEIGHT, placements, promotedMark, type Style, WIDTH } from './shape.ts';
import { svgElement } from './svg.ts';

export class PieceSet {
  /** To be put into the document once, before any piece is shown. */
  readonly defs: SVGElement;
  private readonly art: Art;
  private readonly movements: Movements;
  private style: Style = 'one';

  constructor(art: Art, movements: Movements) {
    this.art = art;
    this.movements = movements;
    this.defs = svgElement('svg', { width: 0, height: 0, 'aria-hidden': 'true', class: 'piece-defs' });
    const gradient = svgElement('linearGradient', { id: 'piece-wood', x1: 0, y1: 0, x2: 0.6, y2: 1 });
    gradient.append(
      svgElement('stop', { offset: 0, class: 'wood-light' }),
      svgElement('stop', { offset: 1, class: 'wood-deep' }),
    );
    this.defs.append(gradient);
    for (const size of new Set(Object.values(art.pieces).map((piece) => piece.size)))
      for (const side of ['b', 'w'] as const) {
        const { face, edge } = body(size, side === 'w');
        const group = svgElement('g', { id: `body-${size}-${side}` });
        group.append(
          svgElement('path', { d: edge, class: 'piece-edge' }),
          svgElement('path', { d: face, class: 'piece-face', fill: 'url(#piece-wood)' }),
        );
        this.defs.append(group);
      }
    for (const style of ['one', 'two', 'moves'] as const)
      for (const kind of Object.keys(art.pieces))
        for (const side of ['b', 'w'] as const) this.defs.append(this.inscription(kind, side, style));
  }

  setStyle(style: Style): void {
    this.style = style;
  }

  /** `piece` as in SFEN; `upsideDown`: seen from the other side; `as`: the kind whose movement it has now ("+R"). */
  draw(piece: string, upsideDown: boolean, as?: string): SVGElement {
    const kind = kindOf(piece);
    const size = this.art.pieces[kind]?.size ?? 1;
    const svg = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'piece', 'aria-hidden': 'true' });
    if (kind.startsWith('+')) svg.classList.add('promoted');
    const words = svgElement('use', { href: `#word-${this.style}-${kind}-${sideOf(piece)}`, class: 'piece-word' });
    if (upsideDown) words.setAttribute('transform', `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})`);
    svg.append(svgElement('use', { href: `#body-${size}-${upsideDown ? 'w' : 'b'}` }), words);
    if (kind.startsWith('+')) svg.append(svgElement('path', { d: promotedMark(size, upsideDown), class: 'piece-mark' }));
    if (as) svg.append(this.badge(as, sideOf(piece), upsideDown));
    return svg;
  }

  /** A small disc with the character of the piece whose movement this one has. */
  private badge(kind: string, side: Side, upsideDown: boolean): SVGElement {
    const group = svgElement('g', { class: 'piece-as' });
    const turn = upsideDown ? ` rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` : '';
    group.setAttribute('transform', `${turn} translate(50 55) scale(0.5)`.trim());
    group.append(
      svgElement('circle', { cx: WIDTH / 2, cy: HEIGHT / 2 + 3, r: 48 }),
      svgElement('use', { href: `#word-${this.style === 'moves' ? 'moves' : 'one'}-${kind}-${side}` }),
    );
    return group;
  }

  private inscription(kind: string, side: Side, style: Style): SVGElement {
    const group = svgElement('g', { id: `word-${style}-${kind}-${side}` });
    if (style === 'moves') {
      const size = this.art.pieces[kind]?.size ?? 1;
      group.append(movesFace(this.movements.reaches.get(kind) ?? [], this.movements.royal.has(kind), size));
      return group;
    }
    for (const { d, transform } of placements(
      this.art,
      characters(this.art, kind, side, style),
      this.art.pieces[kind]?.size ?? 1,
    ))
      group.append(svgElement('path', { d, transform }));
    return group;
  }
}
