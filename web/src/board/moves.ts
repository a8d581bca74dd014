/*
 * Pictures of how a piece moves: small, as the face of a piece in the set without characters, and large, on a card that
 * opens beside the piece. A line is a slide, a dot a step, a ring a leap; two dots are a step after which the piece may
 * go on in the same turn.
 */
import { HEIGHT, WIDTH } from './shape.ts';
import { svgElement } from './svg.ts';

/** `twice`: the piece may step there and go on in the same turn. */
export type How = 'step' | 'slide' | 'jump' | 'twice';

/** Seen by the piece's owner: x to the right, y forward. */
export interface Reach {
  x: number;
  y: number;
  how: How;
}

/** How each kind moves ("P", "+R"), and which kinds a side must keep. */
export interface Movements {
  reaches: ReadonlyMap<string, readonly Reach[]>;
  royal: ReadonlySet<string>;
}

/** Squares to each side of the piece on the card. */
const RADIUS = 2;
const CELL = 40;

const straight = ({ x, y }: Reach): boolean => x === 0 || y === 0 || Math.abs(x) === Math.abs(y);
const distance = ({ x, y }: Reach): number => Math.max(Math.abs(x), Math.abs(y));

/** The face of a piece, seen from its owner's side, in the units of shape.ts. */
export function movesFace(reaches: readonly Reach[], royal: boolean, size: number): SVGElement {
  const group = svgElement('g', { class: 'face-moves' });
  const centre = { x: WIDTH / 2, y: HEIGHT / 2 + 6 * size };
  const point = (x: number, y: number, unit: number): [number, number] => [centre.x + x * unit, centre.y - y * unit];
  const slides = reaches.filter((reach) => reach.how === 'slide' && distance(reach) === 1);
  for (const { x, y } of slides) {
    const unit = (x !== 0 && y !== 0 ? 22 : 28) * size;
    const [toX, toY] = point(x, y, unit);
    group.append(svgElement('path', { d: `M${centre.x} ${centre.y}L${toX} ${toY}`, class: 'face-line' }));
  }
  for (const { x, y, how } of reaches) {
    const unit = 14.5 * size;
    const [cx, cy] = point(x, y, unit);
    if (how === 'step') group.append(svgElement('circle', { cx, cy, r: 5 * size, class: 'face-dot' }));
    if (how === 'twice')
      group.append(
        svgElement('circle', { cx, cy, r: 5.5 * size, class: 'face-dot' }),
        svgElement('circle', { cx, cy, r: 2.2 * size, class: 'face-hole' }),
      );
    if (how === 'jump') group.append(svgElement('circle', { cx, cy, r: 3.6 * size, class: 'face-ring' }));
  }
  const half = 7 * size;
  group.append(
    royal
      ? svgElement('path', {
          d: `M${centre.x} ${centre.y - half * 1.3}L${centre.x + half * 1.3} ${centre.y}L${centre.x} ${centre.y + half * 1.3}L${centre.x - half * 1.3} ${centre.y}Z`,
          class: 'face-royal',
        })
      : svgElement('rect', { x: centre.x - half / 2, y: centre.y - half / 2, width: half, height: half, class: 'face-dot' }),
  );
  return group;
}

/** A part of a drawing: the element and its attributes. */
export type Shape = [name: string, attributes: Record<string, string | number>];

/** Width and height of the picture of a movement, and where in it the piece is. */
export const PICTURE = (2 * RADIUS + 1) * CELL;
export const PICTURE_PIECE = { x: RADIUS * CELL, y: RADIUS * CELL - 1, width: CELL, height: CELL * 1.04 };

/** The movement on a few squares around the piece, without the piece. */
export function movesShapes(reaches: readonly Reach[]): Shape[] {
  const count = 2 * RADIUS + 1;
  const middle = (n: number): number => (n + RADIUS + 0.5) * CELL;
  const grid = Array.from({ length: count + 1 }, (_, i) => `M0 ${i * CELL}h${PICTURE}M${i * CELL} 0v${PICTURE}`).join('');
  const shapes: Shape[] = [['path', { d: grid, class: 'moves-grid' }]];
  for (const reach of reaches) {
    const { x, y, how } = reach;
    if (how === 'slide' && distance(reach) === 1) {
      const end = RADIUS + 0.38;
      const [toX, toY] = [middle(x * end), middle(-y * end)];
      const angle = (Math.atan2(x, y) * 180) / Math.PI;
      shapes.push(
        ['path', { d: `M${middle(0)} ${middle(0)}L${toX} ${toY}`, class: 'moves-line' }],
        ['path', { d: 'M0 -7L6 5H-6Z', class: 'moves-dot', transform: `translate(${toX} ${toY}) rotate(${angle})` }],
      );
    }
    if (distance(reach) > RADIUS || how === 'slide') continue;
    const at = { cx: middle(x), cy: middle(-y) };
    if (how === 'jump') shapes.push(['circle', { ...at, r: 8, class: 'moves-ring' }]);
    else shapes.push(['circle', { ...at, r: 7.5, class: 'moves-dot' }]);
    if (how === 'twice') shapes.push(['circle', { ...at, r: 12, class: 'moves-ring' }]);
  }
  return shapes;
}

/** The same with the piece, which the caller draws (in a box of one square). */
function movesPicture(reaches: readonly Reach[], piece: SVGElement): SVGElement {
  const svg = svgElement('svg', { viewBox: `0 0 ${PICTURE} ${PICTURE}`, class: 'moves-picture', 'aria-hidden': 'true' });
  svg.append(...movesShapes(reaches).map(([name, attributes]) => svgElement(name, attributes)));
  for (const [name, value] of Object.entries(PICTURE_PIECE)) piece.setAttribute(name, String(value));
  svg.append(piece);
  return svg;
}

/** What a card says about a piece. */
export interface MovesCard {
  reaches: readonly Reach[];
  title: string;
  /** The movement in words, for those who do not see the picture, and what the piece becomes. */
  lines: string[];
  spoken: string;
}

const MARGIN = 6;

/** One card at a time, beside the square that it explains. */
export class MovesPopup {
  private element: HTMLElement | null = null;

  get isOpen(): boolean {
    return this.element !== null;
  }

  open(anchor: HTMLElement, card: MovesCard, piece: SVGElement): void {
    this.close();
    const element = document.createElement('div');
    element.className = 'moves-card';
    element.dataset.movement = '';
    element.setAttribute('role', 'status');
    const title = document.createElement('strong');
    title.textContent = card.title;
    element.append(title, movesPicture(card.reaches, piece));
    for (const line of card.lines) {
      const text = document.createElement('span');
      text.textContent = line;
      element.append(text);
    }
    const spoken = document.createElement('span');
    spoken.className = 'unseen';
    spoken.textContent = card.spoken;
    element.append(spoken);
    document.body.append(element);
    this.element = element;
    this.place(element, anchor.getBoundingClientRect());
  }

  close(): void {
    this.element?.remove();
    this.element = null;
  }

  /** Beside the square where there is room, otherwise above or below it; always on the screen. */
  private place(element: HTMLElement, anchor: DOMRect): void {
    const { width, height } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const inside = (value: number, most: number): number => Math.max(MARGIN, Math.min(value, most - MARGIN));
    const right = anchor.right + MARGIN;
    const left = anchor.left - width - MARGIN;
    let x = right + width <= clientWidth ? right : left;
    let y = anchor.top + anchor.height / 2 - height / 2;
    if (x < MARGIN) {
      x = anchor.left + anchor.width / 2 - width / 2;
      y = anchor.top - height - MARGIN > 0 ? anchor.top - height - MARGIN : anchor.bottom + MARGIN;
    }
    element.style.left = `${inside(x, clientWidth - width)}px`;
    element.style.top = `${inside(y, clientHeight - height)}px`;
  }
}

/** The directions of each manner, in the order in which they are read out. */
export function directionsOf(reaches: readonly Reach[]): Record<'step' | 'slide' | 'jump' | 'twice', string[]> {
  const names: Record<string, string> = {
    '0,1': 'forward',
    '1,1': 'forward-right',
    '1,0': 'right',
    '1,-1': 'back-right',
    '0,-1': 'back',
    '-1,-1': 'back-left',
    '-1,0': 'left',
    '-1,1': 'forward-left',
  };
  const result: Record<'step' | 'slide' | 'jump' | 'twice', string[]> = { step: [], slide: [], jump: [], twice: [] };
  for (const reach of reaches) {
    const name = straight(reach) ? names[`${Math.sign(reach.x)},${Math.sign(reach.y)}`] : 'knight';
    if (name && !result[reach.how].includes(name)) result[reach.how].push(name);
  }
  for (const list of Object.values(result))
    list.sort((a, b) => Object.values(names).indexOf(a) - Object.values(names).indexOf(b));
  return result;
}
