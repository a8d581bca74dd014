/*
 * The question whether a piece promotes: two buttons beside the square, inside the board's frame.
 *
 * The tap that raised the question must not answer it. The buttons are disabled for a moment, and afterwards a click
 * counts only if its own press began on the button; the browser's late click of the first tap has no such press. A
 * click without any pointer (keyboard, screen reader) counts once the moment is over.
 */
const GUARD_MS = 200;
/** Between the question and the edge of the frame, in px. */
const MARGIN = 4;

export interface PromotionWords {
  promote: string;
  keep: string;
  question: string;
}

export class PromotionQuestion {
  private readonly frame: HTMLElement;
  private readonly words: PromotionWords;
  private element: HTMLElement | null = null;
  private done: ((answer: boolean | null) => void) | null = null;
  private timer = 0;

  constructor(frame: HTMLElement, words: PromotionWords) {
    this.frame = frame;
    this.words = words;
  }

  get isOpen(): boolean {
    return this.element !== null;
  }

  /** `done` is called once: true promotes, false keeps, null cancels the move. */
  open(square: HTMLElement, promoted: SVGElement, plain: SVGElement, done: (answer: boolean | null) => void): void {
    this.close();
    this.done = done;
    const dialog = document.createElement('div');
    dialog.className = 'promotion';
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-label', this.words.question);
    const buttons = [this.button('yes', this.words.promote, promoted), this.button('no', this.words.keep, plain)];
    dialog.append(...buttons);
    this.frame.append(dialog);
    this.element = dialog;
    this.place(dialog, square);
    dialog.addEventListener('keydown', (event) => this.onKey(event, buttons));
    this.timer = window.setTimeout(() => {
      for (const button of buttons) button.disabled = false;
      buttons[0]?.focus({ preventScroll: true });
      document.addEventListener('pointerdown', this.outside, true);
    }, GUARD_MS);
    document.addEventListener('keydown', this.escape, true);
  }

  /** Withdraws the question without an answer of the viewer's: counts as cancelled. */
  close(): void {
    if (this.element) this.answer(null);
  }

  private readonly outside = (event: Event): void => {
    if (!this.element?.contains(event.target as Node)) {
      event.stopPropagation();
      this.answer(null);
    }
  };

  private readonly escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    this.answer(null);
  };

  private answer(value: boolean | null): void {
    const done = this.done;
    window.clearTimeout(this.timer);
    document.removeEventListener('pointerdown', this.outside, true);
    document.removeEventListener('keydown', this.escape, true);
    this.element?.remove();
    this.element = null;
    this.done = null;
    done?.(value);
  }

  private button(answer: 'yes' | 'no', label: string, piece: SVGElement): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.disabled = true;
    button.dataset.promote = answer;
    const text = document.createElement('span');
    text.textContent = label;
    button.append(piece, text);
    let pressed = false;
    button.addEventListener('pointerdown', () => {
      pressed = true;
    });
    button.addEventListener('click', (event) => {
      if (pressed || event.detail === 0) this.answer(answer === 'yes');
    });
    return button;
  }

  private onKey(event: KeyboardEvent, buttons: HTMLButtonElement[]): void {
    const other = buttons.find((button) => button !== document.activeElement);
    if (event.key === 'Tab' || event.key.startsWith('Arrow')) other?.focus({ preventScroll: true });
    else if ((event.key !== 'Enter' && event.key !== ' ') || !event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Below the square, or above it in the lower half; never outside the frame. */
  private place(dialog: HTMLElement, square: HTMLElement): void {
    const frame = this.frame.getBoundingClientRect();
    const cell = square.getBoundingClientRect();
    const box = dialog.getBoundingClientRect();
    const left = cell.left + cell.width / 2 - frame.left - box.width / 2;
    const below = cell.top + cell.height / 2 < frame.top + frame.height / 2;
    const top = below ? cell.bottom - frame.top + 4 : cell.top - frame.top - box.height - 4;
    dialog.style.left = `${Math.max(MARGIN, Math.min(left, frame.width - box.width - MARGIN))}px`;
    dialog.style.top = `${Math.max(MARGIN, Math.min(top, frame.height - box.height - MARGIN))}px`;
  }
}
