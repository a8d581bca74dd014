/* The board and its keys in a page: what the table and the page that shows a record have in common. */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Board, type BoardHandlers, type BoardState } from '../board/board.ts';
import { losses } from '../board/motion.ts';
import { Notes } from '../board/notes.ts';
import { play } from '../board/sounds.ts';
import type { Loaded } from '../client/loading.ts';
import { singleKeys } from '../i18n/choice.ts';
import type { TableSpeech } from './table/speech.ts';

/** Between what has the focus and the bar, in px. */
const MARGIN = 6;

interface Places {
  frame: RefObject<HTMLDivElement>;
  top: RefObject<HTMLDivElement>;
  bottom: RefObject<HTMLDivElement>;
}

/** Builds the board once, and shows `state` whenever `version` changed. */
export function useBoard(
  loaded: Loaded | null,
  words: TableSpeech,
  state: () => BoardState | null,
  handlers: Omit<BoardHandlers, 'explainPiece'> & { movesAs(square: string | null): string | null },
  version: number,
): Places {
  const places = {
    frame: useRef<HTMLDivElement>(null),
    top: useRef<HTMLDivElement>(null),
    bottom: useRef<HTMLDivElement>(null),
  };
  const board = useRef<Board | null>(null);
  const notes = useRef<Notes | null>(null);
  useLayoutEffect(() => {
    const { frame, top, bottom } = places;
    if (!frame.current || !top.current || !bottom.current || !loaded) return;
    const elements = { frame: frame.current, top: top.current, bottom: bottom.current };
    board.current = new Board(elements, loaded.art, loaded.movements, words.boardWords(), {
      ...handlers,
      explainPiece: (piece, square) => words.movement(piece, handlers.movesAs(square), loaded.core.game, loaded.movements),
    });
    notes.current = new Notes(board.current, words.noteWords());
    return () => {
      notes.current?.destroy();
      board.current?.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    const next = state();
    const before = board.current?.state;
    if (!next) return;
    board.current?.update(next);
    notes.current?.follow();
    if (before && next.sounds && next.ply === before.ply + 1 && next.shown !== before.shown) {
      const taken = losses(before.shown.board, next.shown.board, before.shown.turn);
      play(taken.length > 0 ? 'capture' : 'move');
    }
  }, [version]);
  useUncovered(places.frame, version);
  return places;
}

/** What the keyboard's focus is on comes out from behind the bar that stays at the foot of the screen (style/news.css). */
function useUncovered(frame: RefObject<HTMLElement>, version: number): void {
  const uncover = (): void => {
    const focused = document.activeElement;
    const bar = frame.current?.closest('main')?.querySelector('.status');
    if (!bar || !focused?.matches(':focus-visible') || bar.contains(focused)) return;
    const [place, over] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
    const beside = place.right <= over.left || place.left >= over.right;
    if (getComputedStyle(bar).position !== 'sticky' || beside || place.top >= over.bottom) return;
    const hidden = place.bottom + MARGIN - over.top;
    if (hidden > 0) window.scrollBy(0, hidden);
  };
  useEffect(() => {
    // The browser scrolls to what gets the focus after it has said so.
    const onFocus = () => void requestAnimationFrame(uncover);
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(uncover, [version]);
}

/** Arrow keys step through the game where the focus is not on the board; f turns the board. */
export function useKeys(game: { step(by: number): void; flip(): void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest('input, select, textarea, [role=dialog], [role=grid], .languages')) return;
      const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -100000, End: 100000 };
      const by = steps[event.key];
      if (by !== undefined) game.step(by);
      else if (event.key === 'f' && singleKeys()) game.flip();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [game]);
}
