/*
 * The pieces in hand of both sides: a group of buttons each, in the order that the game gives. Where pieces are not
 * dropped, what a side has captured is counted there instead, with what it still needs.
 */
import type { Side } from '../../../wasm/core.ts';
import type { Board, BoardState } from './board.ts';
import { otherSide } from './sfen.ts';
import type { Origin } from './usi.ts';

export class Pieces {
  private readonly board: Board;
  private readonly painted = new Map<HTMLElement, string>();

  constructor(board: Board) {
    this.board = board;
    for (const hand of [board.elements.top, board.elements.bottom]) {
      hand.setAttribute('role', 'group');
      hand.addEventListener('click', (event) => this.onClick(event));
      hand.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') board.cancel();
      });
    }
  }

  paint(state: BoardState, top: Side): void {
    this.paintOne(this.board.elements.top, top, state);
    this.paintOne(this.board.elements.bottom, otherSide(top), state);
  }

  /** Where a dropped piece came from, if that hand is still shown. */
  elementOf(origin: Origin): HTMLElement | null {
    const state = this.board.state;
    if (!origin.endsWith('*') || !state) return null;
    return otherSide(state.shown.turn) === state.bottom ? this.board.elements.bottom : this.board.elements.top;
  }

  private paintOne(hand: HTMLElement, side: Side, state: BoardState): void {
    const held = state.shown.hands[side];
    const left = state.capturesLeft?.[side] ?? null;
    const key = `${side} ${state.style} ${state.bottom} ${[...held].join()} ${left}`;
    if (this.painted.get(hand) !== key) {
      this.painted.set(hand, key);
      hand.dataset.hand = side;
      hand.setAttribute('aria-label', this.board.words.hand(side, state.drops));
      const focused = hand.contains(document.activeElement);
      if (!state.drops) {
        hand.replaceChildren(...this.captured(side, held, left, state));
        return;
      }
      hand.replaceChildren(
        ...[...held].map(([letter, count]) => {
          const piece = side === 'b' ? letter : letter.toLowerCase();
          const button = document.createElement('button');
          button.type = 'button';
          button.className = 'held';
          button.dataset.piece = piece;
          button.dataset.count = String(count);
          button.setAttribute('aria-label', this.board.words.held(piece, count));
          const number = document.createElement('span');
          number.className = 'count';
          number.textContent = count > 1 ? String(count) : '';
          button.append(this.board.pieces.draw(piece, side !== state.bottom), number);
          return button;
        }),
      );
      if (focused) this.board.focusGrid();
    }
    for (const button of hand.querySelectorAll<HTMLElement>('.held')) {
      const chosen = state.active === side && this.board.selected === originOf(button);
      button.setAttribute('aria-pressed', String(chosen));
      button.setAttribute('aria-disabled', String(state.active !== side));
      button.classList.toggle('selected', chosen);
      button.classList.toggle('hinted', state.active === side && (state.hinted?.includes(originOf(button)) ?? false));
      button.toggleAttribute('data-mine', state.active === side);
    }
  }

  /** What a side has captured: the pieces themselves, so that the eye counts them, and how many are still needed. */
  private captured(side: Side, held: ReadonlyMap<string, number>, left: number | null, state: BoardState): HTMLElement[] {
    const rows = [...held].map(([letter, count]) => {
      const row = document.createElement('span');
      row.className = 'captured';
      row.dataset.piece = side === 'b' ? letter : letter.toLowerCase();
      row.dataset.count = String(count);
      const taken = side === 'b' ? letter.toLowerCase() : letter;
      for (let i = 0; i < count; i++) {
        const one = document.createElement('span');
        one.append(this.board.pieces.draw(taken, side !== state.bottom));
        row.append(one);
      }
      return row;
    });
    if (left === null) return rows;
    const goal = document.createElement('span');
    goal.className = 'goal';
    goal.dataset.left = String(left);
    const count = [...held.values()].reduce((sum, n) => sum + n, 0);
    const spoken = document.createElement('span');
    spoken.className = 'unseen';
    spoken.textContent = this.board.words.captured(count, left);
    const shown = document.createElement('span');
    shown.setAttribute('aria-hidden', 'true');
    shown.textContent = this.board.words.left(left);
    goal.append(spoken, shown);
    return [...rows, goal];
  }

  /** Pointers are dealt with in pointer.ts; what comes here with detail 0 is the keyboard or a screen reader. */
  private onClick(event: MouseEvent): void {
    const button = (event.target as HTMLElement).closest<HTMLElement>('.held');
    if (!button || event.detail !== 0) return;
    const origin = originOf(button);
    if (!button.hasAttribute('data-mine')) return;
    this.board.select(this.board.selected === origin ? null : origin);
    if (this.board.selected === origin) this.board.focusGrid();
  }
}

export const originOf = (button: HTMLElement): Origin => `${(button.dataset.piece ?? '').toUpperCase()}*`;
