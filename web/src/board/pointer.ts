/*
 * Mouse, pen and touch on the board and the hands. A press on a piece that may move selects it at once; if the pointer
 * then travels, the piece is carried, otherwise the press is a tap. A press that began elsewhere, or a second finger,
 * does nothing.
 */
import type { Board } from './board.ts';
import { originOf } from './hands.ts';
import type { Origin } from './usi.ts';

interface Press {
  pointer: number;
  origin: Origin;
  square: string | null;
  x: number;
  y: number;
  wasSelected: boolean;
  source: HTMLElement;
  ghost: HTMLElement | null;
}

const TRAVEL = { mouse: 5, pen: 8, touch: 10 };

export function watchPointer(board: Board): () => void {
  let press: Press | null = null;

  const squareAt = (x: number, y: number): string | null => {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-square]');
    return found && board.grid.contains(found) ? (found.dataset.square ?? null) : null;
  };

  const end = (): void => {
    press?.ghost?.remove();
    press?.source.classList.remove('carried');
    press = null;
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', up);
    document.removeEventListener('pointercancel', end);
  };

  const down = (event: PointerEvent): void => {
    if (press || event.button !== 0 || !event.isPrimary) return;
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-square]');
    const held = target.closest<HTMLElement>('.held');
    const source = cell ?? held;
    if (!source) return;
    const origin = cell ? (cell.dataset.square ?? '') : originOf(source);
    // After the first step of a double move the piece stands on the middle square: it can be carried on from there.
    const able = cell
      ? origin === board.middle ||
        (board.canStart(origin) && !board.isTarget(origin) && !(board.middle !== null && origin === board.selected))
      : source.hasAttribute('data-mine');
    press = {
      pointer: event.pointerId,
      origin: able ? origin : '',
      square: cell ? origin : null,
      x: event.clientX,
      y: event.clientY,
      wasSelected: board.selected === origin,
      source,
      ghost: null,
    };
    // Touch captures the pointer for the element it began on: give it back, so that elements under it can be found.
    if (source.hasPointerCapture(event.pointerId)) source.releasePointerCapture(event.pointerId);
    if (able) {
      event.preventDefault();
      if (origin !== board.middle) board.select(origin);
      if (cell) cell.focus({ preventScroll: true });
    }
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
    document.addEventListener('pointercancel', end);
  };

  const move = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.pointer || press.origin === '') return;
    const travel = TRAVEL[event.pointerType as keyof typeof TRAVEL] ?? TRAVEL.touch;
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) > travel) {
      const piece = press.source.querySelector('.piece');
      if (!piece) return;
      const { width, height } = piece.getBoundingClientRect();
      const ghost = document.createElement('div');
      ghost.className = 'ghost';
      ghost.style.width = `${width}px`;
      ghost.style.height = `${height}px`;
      ghost.append(piece.cloneNode(true));
      document.body.append(ghost);
      press.ghost = ghost;
      press.source.classList.add('carried');
    }
    if (press.ghost) press.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
  };

  const up = (event: PointerEvent): void => {
    if (!press || event.pointerId !== press.pointer) return;
    const { ghost, origin, square, wasSelected, source } = press;
    end();
    // The press was long and showed how the piece moves: that was all it asked for.
    if (!ghost && board.inspecting) return;
    const under = squareAt(event.clientX, event.clientY);
    if (ghost) {
      if (under !== null && under !== origin) board.choose(under, true);
    } else if (origin !== '') {
      if (origin === board.middle) board.activate(origin);
      else if (wasSelected) board.select(null);
    } else if (square !== null && under === square) board.activate(square);
    else if (square === null && source.contains(event.target as Node)) board.select(null);
  };

  /* A screen reader's or a script's click has no pointer before it. */
  const click = (event: MouseEvent): void => {
    const square = (event.target as HTMLElement).closest<HTMLElement>('[data-square]')?.dataset.square;
    if (event.detail === 0 && square) board.activate(square);
  };

  const parts = [board.grid, board.elements.top, board.elements.bottom];
  for (const part of parts) part.addEventListener('pointerdown', down);
  board.grid.addEventListener('click', click);
  return () => {
    end();
    for (const part of parts) part.removeEventListener('pointerdown', down);
    board.grid.removeEventListener('click', click);
  };
}
