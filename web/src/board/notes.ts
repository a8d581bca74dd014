/*
 * Circles and arrows for one's own notes: drawn over the board with the right button, or with the keys o and a on a
 * square, gone with the next press or move. Nobody else sees them.
 */
import type { Board } from './board.ts';
import { svgElement } from './svg.ts';

export interface NoteWords {
  circled: string;
  arrow(to: string): string;
}

/** A square has 100 units across and 108 down, as the board draws it. */
const WIDE = 100;
const HIGH = 108;

export class Notes {
  private readonly board: Board;
  private readonly words: NoteWords;
  private readonly layer = svgElement('svg', { class: 'notes', 'aria-hidden': 'true' });
  /** "7g" is a circle, "7g7f" an arrow. */
  private readonly drawn = new Set<string>();
  private readonly ends = new AbortController();
  /** Where an arrow begins whose end is still to come: by the right button, or by a key. */
  private pressed: string | null = null;
  private begun: string | null = null;
  private shown: unknown = null;

  constructor(board: Board, words: NoteWords) {
    this.board = board;
    this.words = words;
    const { signal } = this.ends;
    const { grid } = board;
    grid.before(this.layer);
    grid.addEventListener('pointerdown', (event) => this.down(event), { signal, capture: true });
    document.addEventListener('pointerup', (event) => this.up(event), { signal });
    grid.addEventListener('keydown', (event) => this.key(event), { signal });
    grid.addEventListener('contextmenu', (event) => this.squareOf(event.target) && event.preventDefault(), { signal });
  }

  destroy(): void {
    this.ends.abort();
  }

  /** To be called whenever the board has drawn something: another position has no notes yet. */
  follow(): void {
    const { state } = this.board;
    if (state?.shown !== this.shown) this.drawn.clear();
    this.shown = state?.shown ?? null;
    this.draw();
  }

  private squareOf(target: EventTarget | null): string | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-square]') : null;
    return element && this.board.grid.contains(element) ? (element.dataset.square ?? null) : null;
  }

  private down(event: PointerEvent): void {
    if (event.button === 2 && event.pointerType === 'mouse') this.pressed = this.squareOf(event.target);
    else if (this.drawn.size > 0) {
      this.drawn.clear();
      this.draw();
    }
  }

  private up(event: PointerEvent): void {
    if (event.button !== 2 || this.pressed === null) return;
    const end = this.squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (end !== null) this.toggle(this.pressed, end);
    this.pressed = null;
  }

  private key(event: KeyboardEvent): void {
    const square = this.squareOf(event.target);
    if (!square || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === 'o') this.toggle(square, square);
    else if (event.key === 'a' && this.begun === null) this.begun = square;
    else if (event.key === 'a' && this.begun !== null) {
      if (this.begun !== square) this.toggle(this.begun, square);
      this.begun = null;
    } else {
      if (event.key === 'Escape') this.begun = null;
      return;
    }
    event.preventDefault();
  }

  private toggle(from: string, to: string): void {
    const note = from === to ? from : `${from} ${to}`;
    if (!this.drawn.delete(note)) this.drawn.add(note);
    this.draw();
  }

  private draw(): void {
    const cells = [...this.board.grid.querySelectorAll<HTMLElement>('[data-square]')];
    const { files = 1, ranks = 1 } = this.board.state?.shown ?? {};
    const places = new Map(cells.map((cell, at) => [cell.dataset.square ?? '', { cell, at }]));
    const middle = (square: string): { x: number; y: number } => {
      const at = places.get(square)?.at ?? 0;
      return { x: ((at % files) + 0.5) * WIDE, y: (Math.floor(at / files) + 0.5) * HIGH };
    };
    this.layer.setAttribute('viewBox', `0 0 ${files * WIDE} ${ranks * HIGH}`);
    this.layer.replaceChildren();
    for (const cell of cells) cell.removeAttribute('aria-description');
    for (const note of this.drawn) {
      const [from = '', to] = note.split(' ');
      const start = middle(from);
      if (to === undefined) this.layer.append(svgElement('circle', { cx: start.x, cy: start.y, r: 44 }));
      else this.layer.append(arrow(start, middle(to)));
      const said = to === undefined ? this.words.circled : this.words.arrow(to);
      const cell = places.get(from)?.cell;
      cell?.setAttribute('aria-description', [cell.getAttribute('aria-description'), said].filter(Boolean).join(' '));
    }
  }
}

/** From the middle of one square to near the middle of another. */
function arrow(from: { x: number; y: number }, to: { x: number; y: number }): SVGElement {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const end = length - 20;
  const neck = end - 38;
  return svgElement('path', {
    d: `M20-9H${neck}V-26L${end} 0L${neck} 26V9H20Z`,
    transform: `translate(${from.x} ${from.y}) rotate(${angle})`,
  });
}
