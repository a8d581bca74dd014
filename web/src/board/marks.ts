/* Marks on a square: as classes, whose shapes are in the style sheet, and which of them are read out. */
import type { BoardState } from './board.ts';

/** Read out in this order. */
const MARKS = ['last', 'checked', 'giver', 'marked'] as const;
export type Mark = (typeof MARKS)[number];

/** Marks the square as `state` has it; the marks to read out. */
export function mark(element: HTMLElement, state: BoardState, square: string): Mark[] {
  const { last, checked, givers, marked, hinted } = state;
  const on: Record<Mark, boolean> = {
    last: last?.target === square,
    checked: checked.includes(square),
    giver: givers.includes(square),
    marked: marked?.includes(square) ?? false,
  };
  const hint = hinted?.includes(square) ?? false;
  for (const one of MARKS) element.classList.toggle(one, on[one]);
  element.classList.toggle('left', last?.origin === square || last?.middle === square);
  element.classList.toggle('lit', state.lit.includes(square));
  element.classList.toggle('hinted', hint);
  return MARKS.filter((one) => on[one] || (one === 'marked' && hint));
}
