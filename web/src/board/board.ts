/*
 * The board: draws a position, lets the viewer choose a legal move, and says which one. It knows no rules: what may be
 * chosen is the list of legal moves it is given.
 *
 * A piece that may move twice in a turn is moved step by step: its first step is shown (`middle`), then the second is
 * chosen, or the move ends there (step.ts). Which steps there are is asked for when the piece is taken up.
 *
 * The grid is a table for screen readers (role grid) with one square in the tab order; the hands are groups of
 * buttons. Pointer input is in pointer.ts, the promotion question in promotion.ts, motion in motion.ts.
 *
 * Hooks for tests and bots: [data-board] with data-game, data-sfen (confirmed by the server), data-turn;
 * [data-square] with data-piece and data-legal; [data-hand] [data-piece][data-count]; [data-promote];
 * [data-act="stop-here"].
 */
import type { Side } from '../../../wasm/core.ts';
import { Pieces } from './hands.ts';
import { watchInspection } from './inspect.ts';
import { type Mark, mark } from './marks.ts';
import { fade, losses, still, travel } from './motion.ts';
import { type Movements, type MovesCard, MovesPopup } from './moves.ts';
import { PieceSet } from './pieces.ts';
import { watchPointer } from './pointer.ts';
import { PromotionQuestion } from './promotion.ts';
import { kindOf, otherSide, type Position, sideOf, squareName } from './sfen.ts';
import type { Art, Style } from './shape.ts';
import { StepBar, type StepWords } from './step.ts';
import { type Choice, type Origin, type Steps, targetsOf } from './usi.ts';

export interface BoardState {
  game: string;
  /** SFEN and side to move as the server confirmed them; `shown` may be one own move ahead or any earlier ply. */
  confirmed: string;
  turn: Side;
  shown: Position;
  /** The side at the bottom. */
  bottom: Side;
  /** Moves that the viewer may choose now; empty when it is not their turn. */
  legal: readonly string[];
  /** The side that the viewer may move now. */
  active: Side | null;
  /** Sides that the viewer holds. */
  mine: readonly Side[];
  showLegal: boolean;
  /** How many plies led to what is shown, and the last of them. */
  ply: number;
  last: { origin: Origin; middle: string | null; target: string } | null;
  checked: readonly string[];
  givers: readonly string[];
  /** Squares that explain a refusal. */
  lit: readonly string[];
  /** Squares that a lesson speaks about, and squares and origins ("P*") that it shows as a hint. */
  marked?: readonly string[];
  hinted?: readonly string[];
  style: Style;
  /** What to do where a move may promote; null: ask. */
  promotes: boolean | null;
  /** Moves are heard. */
  sounds: boolean;
  /** Whether pieces are held in the hand to be dropped, or merely counted as captured. */
  drops: boolean;
  /** Captures that each side still needs to win; null where they do not decide. */
  capturesLeft: Readonly<Record<Side, number>> | null;
  /** By square: the kind whose movement a piece has, where it is not its own. */
  movesAs: ReadonlyMap<string, string>;
}

export interface BoardHandlers {
  /** What a card says about a piece (as SFEN writes it) and, if it stands on the board, its square. */
  explainPiece(piece: string, square: string | null): MovesCard;
  /** The double moves of a piece of the viewer's. */
  steps(origin: Origin): Steps;
  /** The viewer chose a legal move. */
  move(usi: string): void;
  /** A piece was taken up or tapped; null: it was put down with Escape. */
  touched(origin: Origin | null): void;
  /** The viewer tried something else; null: a piece of theirs while it is not their turn. */
  attempt(usi: string | null): void;
}

/** What the board says, in the viewer's language. */
export interface BoardWords extends StepWords {
  board: string;
  hand(side: Side, drops: boolean): string;
  square(square: string, piece: string | null, as: string | null, target: boolean): string;
  /** What a mark on a square says, behind what stands there. */
  noted(what: string, mark: Mark): string;
  held(piece: string, count: number): string;
  /** So many captured, and so many still to be. */
  captured(count: number, left: number): string;
  /** The short form of the second. */
  left(count: number): string;
  promote: string;
  keep: string;
  question: string;
  file(file: number): string;
  rank(rank: number): string;
}

export interface BoardElements {
  frame: HTMLElement;
  top: HTMLElement;
  bottom: HTMLElement;
}

interface Cell {
  element: HTMLElement;
  piece: string | null;
  as: string | null;
  upsideDown: boolean;
}

/** A tap on the first step so soon after the one that made it is the second half of a double click. */
const TWICE_MS = 350;
const NO_STEPS: Steps = new Map();

export class Board {
  readonly elements: BoardElements;
  readonly grid: HTMLElement;
  readonly pieces: PieceSet;
  readonly words: BoardWords;
  state: BoardState | null = null;
  selected: Origin | null = null;
  /** The first step of a double move that is being made. */
  middle: string | null = null;
  private steps: Steps = NO_STEPS;
  private steppedAt = 0;
  /** The first step of the move that was just chosen here: it has been shown already. */
  private shownStep: string | null = null;
  private readonly stepBar: StepBar;
  private readonly handlers: BoardHandlers;
  private readonly question: PromotionQuestion;
  private readonly hands: Pieces;
  private readonly files: HTMLElement;
  private readonly ranks: HTMLElement;
  private readonly marks: HTMLElement;
  private readonly unwatch: (() => void)[];
  private readonly card = new MovesPopup();
  private cells = new Map<string, Cell>();
  private targets = new Map<Origin, Map<string, Choice>>();
  private focus: string | null = null;
  private layout = '';
  /** Set by a drag: the piece is already where it goes, so it does not slide there. */
  private carried = false;

  constructor(elements: BoardElements, art: Art, movements: Movements, words: BoardWords, handlers: BoardHandlers) {
    this.elements = elements;
    this.words = words;
    this.handlers = handlers;
    this.pieces = new PieceSet(art, movements);
    const make = (className: string): HTMLElement => {
      const element = document.createElement('div');
      element.className = className;
      return element;
    };
    this.files = make('files');
    this.ranks = make('ranks');
    this.marks = make('stars');
    for (const element of [this.files, this.ranks, this.marks]) element.setAttribute('aria-hidden', 'true');
    this.grid = make('grid');
    this.grid.dataset.board = '';
    this.grid.setAttribute('role', 'grid');
    this.grid.setAttribute('aria-label', words.board);
    this.question = new PromotionQuestion(elements.frame, words);
    this.stepBar = new StepBar(elements.frame, words, () => this.focusGrid());
    elements.frame.append(this.pieces.defs, this.files, this.ranks, this.marks, this.grid);
    this.hands = new Pieces(this);
    this.grid.addEventListener('keydown', (event) => this.onKey(event));
    this.grid.addEventListener('focusin', (event) => {
      const square = (event.target as HTMLElement).dataset.square;
      if (square) this.moveFocus(square, false);
    });
    this.unwatch = [watchInspection(this), watchPointer(this)];
  }

  destroy(): void {
    for (const stop of this.unwatch) stop();
    this.card.close();
    this.question.close();
    this.stepBar.close();
    for (const element of [this.elements.frame, this.elements.top, this.elements.bottom]) element.replaceChildren();
  }

  update(state: BoardState): void {
    const before = this.state;
    this.state = state;
    this.pieces.setStyle(state.style);
    this.targets = targetsOf(state.legal);
    const other = before?.legal.join() !== state.legal.join() || before.ply !== state.ply;
    if (this.selected !== null && (!this.targets.has(this.selected) || (other && this.middle !== null))) this.drop();
    if (this.question.isOpen && other) this.question.close();
    const layout = `${state.shown.files} ${state.shown.ranks} ${state.bottom} ${state.style}`;
    if (layout !== this.layout) this.build(layout);
    this.grid.dataset.game = state.game;
    this.grid.dataset.sfen = state.confirmed;
    this.grid.dataset.turn = state.turn;
    this.paint();
    if (before && state.ply === before.ply + 1 && before.bottom === state.bottom) this.animate(before, state);
    this.carried = false;
    this.shownStep = null;
  }

  /** Whether the viewer may move what stands at this origin now. */
  canStart(origin: Origin): boolean {
    return this.state?.active != null && this.ownerOf(origin) === this.state.active;
  }

  ownerOf(origin: Origin): Side | null {
    if (origin.endsWith('*')) return this.state?.active ?? null;
    const piece = this.state?.shown.board.get(origin);
    return piece ? sideOf(piece) : null;
  }

  /** Whether the move that is being made can go on to that square, or end there. */
  isTarget(square: string): boolean {
    if (this.selected === null) return false;
    const single = this.targets.get(this.selected)?.has(square) ?? false;
    if (this.middle === null) return single || this.steps.has(square);
    return square === this.middle ? single : (this.steps.get(this.middle)?.has(square) ?? false);
  }

  select(origin: Origin | null): void {
    if (this.selected === origin && this.middle === null) return;
    this.drop();
    this.selected = origin;
    if (origin !== null && this.targets.has(origin)) this.steps = this.handlers.steps(origin);
    this.paint();
    if (origin !== null) this.handlers.touched(origin);
  }

  /** A square was tapped, clicked or entered. */
  activate(square: string): void {
    if (!this.state || this.question.isOpen) return;
    if (this.middle !== null) this.goOn(square);
    else if (this.selected === square) this.select(null);
    else if (this.selected !== null && (this.isTarget(square) || !this.canStart(square))) this.choose(square);
    else if (this.canStart(square)) this.select(square);
    else this.tryOutOfTurn(square);
  }

  /** A piece of the viewer's while it is not their turn: says so. */
  tryOutOfTurn(square: string): void {
    const owner = this.ownerOf(square);
    if (this.state && this.state.active === null && owner !== null && this.state.mine.includes(owner))
      this.handlers.attempt(null);
    else if (owner !== null) this.handlers.touched(square);
  }

  /** A square was tapped after the first step of a double move. */
  private goOn(square: string): void {
    if (square === this.middle && performance.now() - this.steppedAt < TWICE_MS) return;
    if (!this.isTarget(square) && square !== this.selected && square !== this.middle && this.canStart(square))
      this.select(square);
    else this.choose(square);
  }

  /** Shows the first step of a double move, and where the second can go. */
  private step(square: string): void {
    const state = this.state;
    const origin = this.selected;
    if (!state || origin === null) return;
    this.middle = square;
    this.steppedAt = performance.now();
    this.paint();
    const near = [origin, square, ...(this.steps.get(square)?.keys() ?? [])];
    const around = near.flatMap((name) => this.cells.get(name)?.element ?? []);
    const stop = this.targets.get(origin)?.has(square) ? () => this.choose(square) : null;
    this.stepBar.open(square, around, stop, () => this.select(null));
  }

  /** Puts down what was taken up, without drawing. */
  private drop(): void {
    this.selected = null;
    this.middle = null;
    this.steps = NO_STEPS;
    this.stepBar.close();
  }

  /** Ends the move that began at `selected`, or goes its first step. */
  choose(square: string, carried = false): void {
    const origin = this.selected;
    if (origin === null) return;
    if (this.middle === null && this.steps.has(square)) {
      this.step(square);
      return;
    }
    if (this.middle !== null && square !== this.middle) {
      const usi = this.steps.get(this.middle)?.get(square);
      if (usi !== undefined) this.play(usi, carried);
      else this.handlers.attempt(origin + this.middle + square);
      return;
    }
    const choice = this.targets.get(origin)?.get(square);
    if (!choice) {
      this.handlers.attempt(origin + square);
      return;
    }
    const { plain, promoted } = choice;
    const preset = this.state?.promotes ?? null;
    if (plain === null || promoted === null) this.play(promoted ?? plain ?? '', carried);
    else if (preset === null) this.ask(origin, square, plain, promoted);
    else this.play(preset ? promoted : plain, carried);
  }

  /** Shows how the piece on a square or in a hand moves; null takes the card away. */
  inspect(element: HTMLElement | null): void {
    const piece = element?.dataset.piece;
    this.card.close();
    if (!element || !piece || !this.state) return;
    const card = this.handlers.explainPiece(piece, element.dataset.square ?? null);
    this.card.open(element, card, this.pieces.draw(piece, false));
  }

  get inspecting(): boolean {
    return this.card.isOpen;
  }

  cancel(): void {
    this.question.close();
    this.select(null);
    this.handlers.touched(null);
  }

  /** Puts the keyboard's focus on the board, to choose where a piece from the hand goes. */
  focusGrid(): void {
    const square = this.focus ?? this.cells.keys().next().value;
    if (square) this.moveFocus(square, true);
  }

  private play(usi: string, carried: boolean): void {
    this.carried = carried;
    this.shownStep = this.middle;
    this.drop();
    this.handlers.move(usi);
  }

  private ask(origin: Origin, square: string, plain: string, promoted: string): void {
    const piece = this.state?.shown.board.get(origin);
    const cell = this.cells.get(square);
    if (!piece || !cell || !this.state) return;
    const upsideDown = sideOf(piece) !== this.state.bottom;
    const turned = sideOf(piece) === 'b' ? `+${piece}` : `+${kindOf(piece).toLowerCase()}`;
    cell.element.classList.add('asked');
    this.question.open(cell.element, this.pieces.draw(turned, upsideDown), this.pieces.draw(piece, upsideDown), (answer) => {
      cell.element.classList.remove('asked');
      if (answer === null) this.select(null);
      else this.play(answer ? promoted : plain, false);
      cell.element.focus({ preventScroll: true });
    });
  }

  private build(layout: string): void {
    const state = this.state;
    if (!state) return;
    const { files, ranks } = state.shown;
    const focused = this.grid.contains(document.activeElement);
    this.layout = layout;
    this.cells.clear();
    this.question.close();
    this.elements.frame.dataset.files = String(files);
    this.elements.frame.style.setProperty('--files', String(files));
    this.elements.frame.style.setProperty('--ranks', String(ranks));
    const fileNumbers = Array.from({ length: files }, (_, i) => (state.bottom === 'b' ? files - i : i + 1));
    const rankNumbers = Array.from({ length: ranks }, (_, i) => (state.bottom === 'b' ? i : ranks - 1 - i));
    this.grid.replaceChildren(
      ...rankNumbers.map((rank) => {
        const row = document.createElement('div');
        row.setAttribute('role', 'row');
        for (const file of fileNumbers) {
          const element = document.createElement('div');
          element.className = 'cell';
          element.dataset.square = squareName(file, rank);
          element.setAttribute('role', 'gridcell');
          element.tabIndex = -1;
          row.append(element);
          this.cells.set(squareName(file, rank), { element, piece: null, as: null, upsideDown: false });
        }
        return row;
      }),
    );
    const labels = (texts: string[]): HTMLElement[] =>
      texts.map((text) => {
        const label = document.createElement('span');
        label.textContent = text;
        return label;
      });
    this.files.replaceChildren(...labels(fileNumbers.map((file) => this.words.file(file))));
    this.ranks.replaceChildren(...labels(rankNumbers.map((rank) => this.words.rank(rank))));
    this.marks.replaceChildren(...Array.from({ length: 4 }, () => document.createElement('i')));
    if (this.focus === null || !this.cells.has(this.focus))
      this.focus = squareName(Math.ceil(files / 2), state.bottom === 'b' ? ranks - 3 : 2);
    this.moveFocus(this.focus, focused);
  }

  private paint(): void {
    const state = this.state;
    if (!state) return;
    const board = this.displayed(state);
    for (const [square, cell] of this.cells) {
      const piece = board.get(square) ?? null;
      const as = (piece && this.middle === null && state.movesAs.get(square)) || null;
      const upsideDown = piece !== null && sideOf(piece) !== state.bottom;
      const { element } = cell;
      if (piece !== cell.piece || as !== cell.as || upsideDown !== cell.upsideDown) {
        cell.piece = piece;
        cell.as = as;
        cell.upsideDown = upsideDown;
        if (piece === null) {
          delete element.dataset.piece;
          element.replaceChildren();
        } else {
          element.dataset.piece = piece;
          element.replaceChildren(this.pieces.draw(piece, upsideDown, as ?? undefined));
        }
      }
      const target = state.showLegal && this.isTarget(square);
      element.toggleAttribute('data-legal', target);
      element.toggleAttribute('data-mine', this.canStart(square));
      element.classList.toggle('selected', this.selected === square);
      element.classList.toggle('stepped', this.middle === square);
      if (this.selected === square) element.setAttribute('aria-selected', 'true');
      else element.removeAttribute('aria-selected');
      const what = this.words.square(square, piece, as, target);
      const label = mark(element, state, square).reduce((said, one) => this.words.noted(said, one), what);
      if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
    }
    this.hands.paint(state, otherSide(state.bottom));
  }

  /** The board with the first step of the viewer's double move made. */
  private displayed(state: BoardState): ReadonlyMap<string, string> {
    const { board } = state.shown;
    const piece = this.selected === null ? undefined : board.get(this.selected);
    if (this.middle === null || this.selected === null || !piece) return board;
    const displayed = new Map(board);
    displayed.delete(this.selected);
    return displayed.set(this.middle, piece);
  }

  private animate(before: BoardState, state: BoardState): void {
    const { last } = state;
    const to = last && this.cells.get(last.target)?.element;
    if (!last || !to || still()) return;
    const cellOf = (square: string | null): HTMLElement | null => (square && this.cells.get(square)?.element) || null;
    const middle = cellOf(last.middle);
    const shown = cellOf(this.shownStep);
    const from = shown ?? cellOf(last.origin) ?? this.hands.elementOf(last.origin);
    if (from && !this.carried) travel({ from, middle: shown ? null : middle, to });
    const steps = this.carried ? 0 : middle && !shown ? 2 : 1;
    for (const square of losses(before.shown.board, state.shown.board, before.shown.turn)) {
      const cell = cellOf(square);
      const piece = before.shown.board.get(square);
      if (!cell || !piece || square === this.shownStep) continue;
      fade(cell, this.pieces.draw(piece, sideOf(piece) !== state.bottom), square === last.middle ? steps - 1 : steps);
    }
  }

  private moveFocus(square: string, take: boolean): void {
    const before = this.focus === null ? undefined : this.cells.get(this.focus);
    if (before) before.element.tabIndex = -1;
    this.focus = square;
    const cell = this.cells.get(square);
    if (!cell) return;
    cell.element.tabIndex = 0;
    if (take) cell.element.focus({ preventScroll: false });
  }

  private onKey(event: KeyboardEvent): void {
    const square = (event.target as HTMLElement).dataset.square;
    if (!square || !this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    const squares = [...this.cells.keys()];
    const { files } = this.state.shown;
    const at = squares.indexOf(square);
    const column = at % files;
    const steps: Record<string, number | null> = {
      ArrowLeft: column > 0 ? at - 1 : null,
      ArrowRight: column < files - 1 ? at + 1 : null,
      ArrowUp: at - files,
      ArrowDown: at + files,
      Home: at - column,
      End: at - column + files - 1,
    };
    if (event.key in steps) {
      const next = squares[steps[event.key] ?? -1];
      if (next) this.moveFocus(next, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (!event.repeat) this.activate(square);
    } else if (event.key === 'Escape') this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
