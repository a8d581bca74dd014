/*
 * How a move looks: the piece goes over its first step to where it ends, and what it takes fades as it is reached, in
 * that order. Only for moves forward by one ply, and not for people who asked for less motion.
 */
import type { Side } from '../../../wasm/core.ts';
import { sideOf } from './sfen.ts';

export interface Travel {
  /** Where the piece comes from: an element of the board or of a hand. */
  from: HTMLElement;
  middle: HTMLElement | null;
  to: HTMLElement;
}

/** One step takes so long, in ms. */
const STEP_MS = 170;
const FADE_MS = 220;

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Moves the piece that is already on `to` there from where it was. */
export function travel({ from, middle, to }: Travel): void {
  const piece = to.querySelector<SVGElement>(':scope > .piece:not(.taken)');
  if (!piece) return;
  const end = to.getBoundingClientRect();
  const at = (element: HTMLElement): string => {
    const box = element.getBoundingClientRect();
    return `translate(${box.left - end.left}px, ${box.top - end.top}px)`;
  };
  const frames = [{ transform: at(from) }, ...(middle ? [{ transform: at(middle) }] : []), { transform: 'none' }];
  to.classList.add('arriving');
  const animation = piece.animate(frames, {
    duration: STEP_MS * (frames.length - 1),
    easing: middle ? 'ease-in-out' : 'cubic-bezier(.2,.7,.2,1)',
  });
  const done = (): void => to.classList.remove('arriving');
  animation.finished.then(done, done);
}

/** Lets a piece that was taken fade on its square, after so many steps of the piece that took it. */
export function fade(square: HTMLElement, piece: SVGElement, steps: number): void {
  piece.classList.add('taken');
  square.prepend(piece);
  const animation = piece.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: FADE_MS,
    delay: STEP_MS * Math.max(0, steps - 0.5),
    fill: 'both',
  });
  const done = (): void => piece.remove();
  animation.finished.then(done, done);
}

/** Squares on which the mover's opponent lost a piece. */
export function losses(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, mover: Side): string[] {
  return [...before]
    .filter(([square, piece]) => sideOf(piece) !== mover && after.get(square) !== piece)
    .map(([square]) => square);
}
