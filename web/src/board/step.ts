/*
 * The first half of a double move has been shown: a bar that says so, with a button to end the move there and one to
 * forget it. It lies above or below the squares that can come next, never on one of them, so the tap that raised it
 * cannot answer it.
 */

export interface StepWords {
  /** "First step to 6f. Choose the second." */
  step(square: string): string;
  stop: string;
  forget: string;
}

const MARGIN = 4;

export class StepBar {
  private readonly frame: HTMLElement;
  private readonly words: StepWords;
  private readonly left: () => void;
  private element: HTMLElement | null = null;

  /** `left` is called when the bar goes away with the button that has the focus. */
  constructor(frame: HTMLElement, words: StepWords, left: () => void) {
    this.frame = frame;
    this.words = words;
    this.left = left;
  }

  /** `stop` is null where the move may not end on the first square. `around` are the squares to keep free. */
  open(square: string, around: readonly HTMLElement[], stop: (() => void) | null, forget: () => void): void {
    this.close();
    const bar = document.createElement('div');
    bar.className = 'step-bar';
    bar.setAttribute('role', 'group');
    const text = document.createElement('span');
    text.setAttribute('role', 'status');
    bar.append(text);
    if (stop) bar.append(this.button('stop-here', this.words.stop, this.words.stop, stop));
    bar.append(this.button('forget-step', '×', this.words.forget, forget));
    this.frame.append(bar);
    this.element = bar;
    text.textContent = this.words.step(square);
    bar.setAttribute('aria-label', text.textContent);
    this.place(bar, around);
  }

  close(): void {
    const focused = this.element?.contains(document.activeElement);
    this.element?.remove();
    this.element = null;
    if (focused) this.left();
  }

  private button(act: string, text: string, label: string, run: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.act = act;
    button.textContent = text;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', run);
    return button;
  }

  private place(bar: HTMLElement, around: readonly HTMLElement[]): void {
    const frame = this.frame.getBoundingClientRect();
    const boxes = around.map((element) => element.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top)) - frame.top;
    const bottom = Math.max(...boxes.map((box) => box.bottom)) - frame.top;
    const left = Math.min(...boxes.map((box) => box.left)) - frame.left;
    const right = Math.max(...boxes.map((box) => box.right)) - frame.left;
    const { width, height } = bar.getBoundingClientRect();
    const below = frame.height - bottom > top;
    const x = (left + right) / 2 - width / 2;
    bar.style.left = `${Math.max(MARGIN, Math.min(x, frame.width - width - MARGIN))}px`;
    bar.style.top = `${below ? bottom + MARGIN : top - height - MARGIN}px`;
  }
}
