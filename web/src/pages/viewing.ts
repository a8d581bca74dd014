/*
 * What is shown of a game and how: what a table and an opened record have in common. How pieces, board and moves look is
 * the viewer's own and remembered on the device.
 */
import type { MoveStyle } from '../../../wasm/core.ts';
import type { BoardState } from '../board/board.ts';
import { play } from '../board/sounds.ts';
import type { Loaded } from '../client/loading.ts';
import type { Ply, Replay, View } from '../client/replay.ts';
import { type Asked, type Naming, readTyped, type Typed } from '../client/typed.ts';
import {
  type BoardLook,
  type BoardSize,
  boardLook,
  boardSize,
  chosenNotation,
  type PieceStyle,
  pieceStyle,
  rememberBoardLook,
  rememberBoardSize,
  rememberNotation,
  rememberPieceStyle,
  rememberSound,
  soundOn,
} from '../i18n/choice.ts';

export abstract class Viewing {
  loaded: Loaded | null = null;
  /** The position that is shown. */
  shown: View | null = null;
  style: PieceStyle = pieceStyle();
  look: BoardLook = boardLook();
  size: BoardSize = boardSize();
  sound: boolean = soundOn();
  /** How moves are written; null: as the language has it. */
  notation: MoveStyle | null = chosenNotation();
  protected main: Replay | null = null;
  protected past: Replay | null = null;
  protected flipped = false;
  /** To be called when something is to be drawn anew. */
  protected readonly changed: () => void;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  get moves(): readonly Ply[] {
    return this.main?.plies ?? [];
  }

  texts(style: MoveStyle): readonly string[] {
    return this.main?.texts(style) ?? [];
  }

  /** The game in the core that a typed move is read in; null: there is none. */
  protected get asked(): Asked | null {
    return this.main;
  }

  /** Which move is meant by what was typed. */
  typed(text: string, naming: Naming): Typed {
    return this.asked ? readTyped(this.asked, text, naming) : { kind: 'unclear' };
  }

  /** A legal move as people write it. */
  written(usi: string, style: MoveStyle): string {
    return this.asked?.written(usi, style) ?? usi;
  }

  /** The kind whose movement the piece on a shown square has, where it is not its own. */
  movesAs(square: string | null): string | null {
    return (square !== null && this.shown?.movesAs.get(square)) || null;
  }

  /** Gives back the places in the core; nothing is shown any more. */
  forget(): void {
    this.main?.free();
    this.past?.free();
    this.main = null;
    this.past = null;
  }

  /** What the board shows of a position, whoever plays there. */
  protected positionState({ position, check, royals, givers, capturesLeft, movesAs }: View, { core }: Loaded) {
    return {
      shown: position,
      checked: check ? royals : [],
      givers: check ? givers : [],
      style: this.style,
      sounds: this.sound,
      drops: core.game.drops,
      capturesLeft,
      movesAs,
    } satisfies Partial<BoardState>;
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.changed();
  }

  setStyle(style: PieceStyle): void {
    this.style = style;
    rememberPieceStyle(style);
    this.changed();
  }

  setLook(look: BoardLook): void {
    this.look = look;
    rememberBoardLook(look);
    this.changed();
  }

  setSize(size: BoardSize): void {
    this.size = size;
    rememberBoardSize(size);
    this.changed();
  }

  /** Who switches it on hears what it is like. */
  setSound(on: boolean): void {
    this.sound = on;
    rememberSound(on);
    if (on) play('move');
    this.changed();
  }

  setNotation(style: MoveStyle): void {
    this.notation = style;
    rememberNotation(style);
    this.changed();
  }
}
