/*
 * Asking how a piece moves: a long press, the mouse resting on it, or the key m. The card that opens goes away with the
 * next press, key or scroll.
 */
import type { Board } from './board.ts';

const PRESS_MS = 450;
const REST_MS = 900;
/** A finger that moves this far, in px, does not rest. */
const REST_PX = 8;

/** Where the mouse was last, since the script began: a board that comes to lie under a mouse at rest was not asked. */
let mouse = { x: Number.NaN, y: Number.NaN };
const follow = (event: PointerEvent): void => {
  mouse = { x: event.clientX, y: event.clientY };
};
// Pages are written at build time too, where there is no document.
if (typeof document !== 'undefined')
  for (const type of ['pointermove', 'pointerdown'] as const) document.addEventListener(type, follow);

export function watchInspection(board: Board): () => void {
  let timer = 0;
  /** The piece that the card is about. */
  let shown: HTMLElement | null = null;
  let start = { x: 0, y: 0 };
  let byMouse = false;
  const ends: AbortController = new AbortController();
  const { signal } = ends;

  const pieceAt = (event: Event): HTMLElement | null => (event.target as HTMLElement).closest<HTMLElement>('[data-piece]');
  const show = (element: HTMLElement): void => {
    window.clearTimeout(timer);
    shown = element;
    board.inspect(element);
  };
  /**
   * Where the mouse was pressed last, or lay when the board came: whoever plays a move and stays there does not ask how
   * the piece moves.
   */
  let quiet: Element | null = null;
  const placeAt = (event: Event): Element | null => (event.target as Element).closest('[data-square], .held');
  const wait = (element: HTMLElement, ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => show(element), ms);
  };
  const forget = (): void => {
    window.clearTimeout(timer);
    board.inspect(null);
  };

  const down = (event: PointerEvent): void => {
    const piece = pieceAt(event);
    start = { x: event.clientX, y: event.clientY };
    byMouse = event.pointerType === 'mouse';
    quiet = placeAt(event);
    if (piece && event.isPrimary && event.button === 0) wait(piece, PRESS_MS);
  };
  const over = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0) return;
    window.clearTimeout(timer);
    const piece = pieceAt(event);
    if (event.clientX === mouse.x && event.clientY === mouse.y) quiet = placeAt(event);
    else if (placeAt(event) !== quiet) quiet = null;
    if (piece && quiet === null && board.selected === null) wait(piece, REST_MS);
  };
  const out = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.buttons === 0) forget();
  };
  const moved = (event: PointerEvent): void => {
    if (event.buttons !== 0 && Math.hypot(event.clientX - start.x, event.clientY - start.y) > REST_PX) forget();
  };
  const key = (event: KeyboardEvent): void => {
    const piece = pieceAt(event);
    const again = board.inspecting && shown === piece;
    if (event.key === 'm' && piece && !again && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      show(piece);
    } else forget();
  };

  document.addEventListener('pointerdown', forget, { signal, capture: true });
  document.addEventListener('pointermove', moved, { signal });
  document.addEventListener('pointerup', () => window.clearTimeout(timer), { signal });
  document.addEventListener('pointercancel', () => window.clearTimeout(timer), { signal });
  document.addEventListener('scroll', forget, { signal, passive: true });
  for (const part of [board.grid, board.elements.top, board.elements.bottom]) {
    part.addEventListener('pointerdown', down, { signal });
    part.addEventListener('pointerover', over, { signal });
    part.addEventListener('pointerout', out, { signal });
    part.addEventListener('keydown', key, { signal, capture: true });
    // A long press of a finger opens the card and nothing of the browser's.
    part.addEventListener('contextmenu', (event) => !byMouse && event.preventDefault(), { signal });
  }
  return () => {
    forget();
    ends.abort();
  };
}
