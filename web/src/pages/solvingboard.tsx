/*
 * The board of a task with what is said above it and what can be done below it: what the pages of lessons and problems
 * have in common. Where another task is shown the heading takes the focus.
 */
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useBoard } from './boardview.ts';
import { looksOf } from './looks.tsx';
import type { Solver } from './solving.ts';
import type { TableSpeech } from './table/speech.ts';

interface SolvingBoardProps {
  words: TableSpeech;
  player: Solver;
  version: number;
  title: string;
  /** Classes beside those of every task. */
  also?: string;
  marks: Record<`data-${string}`, string | undefined>;
  told: (heading: RefObject<HTMLHeadingElement>) => ComponentChildren;
  children: ComponentChildren;
}

export function SolvingBoard({ words, player, version, title, also, marks, told, children }: SolvingBoardProps) {
  const { frame, top, bottom } = useBoard(
    player.loaded,
    words,
    () => player.boardState(),
    {
      move: (usi) => player.move(usi),
      attempt: (usi) => player.attempt(usi),
      steps: (origin) => player.doubleSteps(origin),
      touched: () => player.touched(),
      movesAs: (square) => player.movesAs(square),
    },
    version,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0); // what was pressed may have been far below
  }, [player.at]);
  const classes = ['table', 'lesson', also, player.loaded?.core.game.third === 'hands' ? '' : 'no-hands'];
  return (
    <main class={classes.filter(Boolean).join(' ')} {...marks} {...looksOf(player)}>
      <h1 class="unseen">{title}</h1>
      {told(heading)}
      <div class="hand upper" ref={top} />
      <div class="frame" ref={frame} />
      <div class="hand lower" ref={bottom} />
      {children}
    </main>
  );
}
