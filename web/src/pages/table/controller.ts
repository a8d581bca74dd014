/*
 * Between a session and what is drawn: keeps the game in the rules core, says what the board shows, and turns what
 * happens into words for the live region. No markup here.
 */
import type { Side } from '../../../../wasm/core.ts';
import type { BoardState } from '../../board/board.ts';
import { otherSide, sideOf } from '../../board/sfen.ts';
import { type Origin, partsOf, type Steps } from '../../board/usi.ts';
import { type Loaded, loadGame } from '../../client/loading.ts';
import { Replay, type View } from '../../client/replay.ts';
import { type Keeper, Session } from '../../client/session.ts';
import { isComputer, isPlayedByComputer, movesShown, type Refusal, sidesOf } from '../../client/table.ts';
import { type Item, SETTINGS } from '../agreed.ts';
import { Viewing } from '../viewing.ts';
import { Plan } from './plan.ts';

/** Why a move was not made: a rule of the game, or the server's refusal. */
export interface Why {
  rule: string | null;
  code: string | null;
  squares: readonly string[];
  /** The kind whose movement the piece has, where it is not its own. */
  as: string | null;
}

/** What a tapped piece has to say that cannot move, or that is not the viewer's to move. */
export interface Hint {
  kind: 'stuck' | 'other' | 'again' | 'unplanned';
  piece: string;
  as: string | null;
}

export type Trouble = 'version' | 'not_found' | 'banned' | 'core' | 'disagreement' | null;

/** How a table is kept that is not the server's. */
export interface Keeping {
  keeper: (changed: () => void) => Keeper;
  /** What of it can be agreed on, beside the local rules. */
  settings: readonly Item[];
  load: (kind: string) => Promise<Loaded>;
}

export class Controller extends Viewing {
  readonly session: Keeper;
  readonly settings: readonly Item[];
  private readonly fetch: (kind: string) => Promise<Loaded>;
  /** Why the page cannot go on. */
  trouble: Trouble = null;
  why: Why | null = null;
  hint: Hint | null = null;
  /** The newest position, the viewer's own unconfirmed move included. */
  live: View | null = null;
  /** Looked-at ply; null: the newest. */
  ply: number | null = null;
  /** Where a move may promote: always, never; null: it is asked. */
  promotes: boolean | null = null;
  /** The move that is to be made as soon as it is the viewer's turn. */
  readonly plan = new Plan();
  /** The lines of what is said are shown. */
  chatOpen = false;
  private confirmed = '';
  private confirmedTurn: Side = 'b';
  private game = '';
  /** Start and rules of `main`: both may change until the first move. */
  private begins = '';
  private loading = '';
  private seenRefusal: unknown = null;

  readonly table: string;

  constructor(table: string, changed: () => void, keeping?: Keeping) {
    super(changed);
    this.table = table;
    this.settings = keeping?.settings ?? SETTINGS;
    this.fetch = keeping?.load ?? loadGame;
    const heard = () => this.refresh();
    this.session = keeping?.keeper(heard) ?? new Session(table, heard);
  }

  start(): void {
    this.session.start();
  }

  get state() {
    return this.session.state;
  }

  get mine(): Side[] {
    return sidesOf(this.state);
  }

  /** The side that the viewer may move now. */
  get active(): Side | null {
    const { table, pending } = this.state;
    if (!table || table.result || pending || this.ply !== null || !this.live) return null;
    const { turn } = this.live.position;
    return this.mine.includes(turn) && table.seats[turn].plays === undefined ? turn : null;
  }

  /** The side whose next move the viewer may plan: with a clock, while the other side thinks. */
  get planner(): Side | null {
    const { table } = this.state;
    const [own, both] = this.mine;
    if (!table || table.result || !own || both || this.ply !== null || (table.settings['turn_seconds'] ?? '0') === '0')
      return null;
    return this.live?.position.turn !== own && table.seats[own].plays === undefined ? own : null;
  }

  /** Whose turn it is by the server's word. */
  get turn(): Side {
    return this.confirmedTurn;
  }

  get bottom(): Side {
    const mine = this.mine;
    // Two people at one device may want the board to face whoever moves.
    const faces = mine.length === 2 && this.state.table?.settings['turn_board'] === 'on' ? this.confirmedTurn : 'b';
    const own = mine.length === 1 && mine[0] === 'w' ? 'w' : faces;
    return this.flipped ? otherSide(own) : own;
  }

  /** Whether anything stands beside the board: pieces in hand, or captured ones that count. */
  get hasHands(): boolean {
    return this.loaded?.core.game.third === 'hands';
  }

  get computerThinks(): boolean {
    const { table } = this.state;
    return table !== null && !table.result && this.live !== null && isPlayedByComputer(table.seats[this.live.position.turn]);
  }

  /** Looks at the position after so many plies. */
  lookAt(ply: number): void {
    const { table } = this.state;
    const count = this.moves.length;
    const wanted = Math.max(0, Math.min(count, ply));
    if (!table || !this.loaded) return;
    this.hush();
    if (wanted === count) {
      this.ply = null;
      this.shown = this.live;
    } else {
      this.ply = wanted;
      this.past ??= new Replay(this.loaded.core, table.start, table.rules);
      this.past.go(movesShown(this.state).slice(0, wanted));
      this.shown = this.past.view();
    }
    this.changed();
  }

  step(by: number): void {
    this.lookAt((this.ply ?? this.moves.length) + by);
  }

  move(usi: string): void {
    this.hush();
    if (this.active === null && this.planner !== null) {
      this.plan.make(usi);
      this.changed();
      return;
    }
    // A double move may be spelled in several ways; the server's answer will be in one.
    const unpromoted = this.main?.whyUnpromoted(usi) ?? null;
    this.session.move(this.main && partsOf(usi).middle !== null ? this.main.canonical(usi) : usi);
    if (unpromoted === null) return;
    this.why = { rule: unpromoted.rule, code: null, squares: unpromoted.squares, as: null };
    this.changed();
  }

  /** An attempt that is not among the legal moves: asks the core which rule forbids it. */
  attempt(usi: string | null): void {
    if (usi === null) {
      const over = this.state.table?.result != null;
      if (this.ply !== null || this.state.pending) return;
      this.why = { rule: over ? 'game_over' : 'wrong_turn', code: null, squares: [], as: null };
    } else if (this.active === null && this.planner !== null) {
      this.plan.make(usi); // perhaps it is possible by then: to take back what was just taken
    } else if (this.main) {
      const { rule, squares } = this.main.explain(usi);
      this.hint = null;
      this.why = { rule: rule ?? 'not_reachable', code: null, squares, as: this.movesAs(partsOf(usi).origin) };
    }
    this.changed();
  }

  /** The double moves of a piece that the viewer may move now. */
  steps(origin: Origin): Steps {
    return this.main && this.active !== null ? this.main.steps(origin) : new Map();
  }

  forgetWhy(): void {
    if (!this.why && !this.hint) return;
    this.hush();
    this.changed();
  }

  setPromotes(promotes: boolean | null): void {
    this.promotes = promotes;
    this.changed();
  }

  unplan(): void {
    this.plan.forget();
    this.changed();
  }

  /** A piece was taken up or tapped, or (null) put down: what was said is over, and it may have something to say. */
  touched(origin: string | null): void {
    const { live, why, hint } = this;
    this.hush();
    if (origin === null && this.plan.usi !== null) this.unplan();
    const piece = origin === null || origin.endsWith('*') || this.ply !== null ? undefined : live?.position.board.get(origin);
    if (piece && live && origin !== null && !this.state.table?.result) {
      const as = this.movesAs(origin);
      if (sideOf(piece) !== (this.active ?? this.planner)) this.hint = { kind: 'other', piece, as };
      else if (this.active && !live.legal.some((usi) => partsOf(usi).origin === origin)) this.hint = { kind: 'stuck', piece, as };
    }
    if (this.hint || why || hint) this.changed();
  }

  /** Whether talking makes sense here: there is somebody who could read it, or something was said. */
  get canTalk(): boolean {
    const { table, you } = this.state;
    const { talker } = this.session;
    if (!table) return false;
    const others = (['b', 'w'] as const).filter((side) => {
      const { who } = table.seats[side];
      return who !== '' && who !== you && !isComputer(table.seats[side]);
    });
    return others.length > 0 || table.watchers > 0 || talker.chat.lines.length > 0;
  }

  openChat(open: boolean): void {
    this.chatOpen = open;
    this.session.talker.look(open);
    this.changed();
  }

  /** The connection was there and is lost. */
  get offline(): boolean {
    return this.session.link === 'waiting' || this.session.link === 'closed';
  }

  /** The other seat is free. */
  get waitsForGuest(): boolean {
    const { table } = this.state;
    return table !== null && (table.seats.b.who === '' || table.seats.w.who === '');
  }

  private hush(): void {
    this.why = null;
    this.hint = null;
  }

  boardState(): BoardState | null {
    const { table } = this.state;
    const { shown, live, loaded } = this;
    if (!table || !shown || !live || !loaded) return null;
    const index = this.ply ?? this.moves.length;
    const last = this.moves[index - 1];
    const active = this.active ?? this.planner;
    return {
      ...this.positionState(shown, loaded),
      game: table.kind,
      confirmed: this.confirmed,
      turn: this.confirmedTurn,
      bottom: this.bottom,
      legal: this.active !== null ? live.legal : active !== null ? this.plan.possible(loaded.core, live.sfen, table.rules) : [],
      active,
      mine: this.mine,
      showLegal: table.settings.show_legal !== 'off',
      ply: index,
      last: last ? partsOf(last.usi) : null,
      lit: this.why?.squares ?? [],
      hinted: this.plan.squares,
      promotes: this.promotes,
    };
  }

  private refresh(): void {
    const { state } = this;
    if (state.fatal) this.trouble = state.fatal;
    const { table } = state;
    if (table && this.loaded?.kind !== table.kind) void this.load(table.kind);
    else if (table && this.loaded) this.replay(this.loaded);
    if (state.refusal && state.refusal !== this.seenRefusal) {
      const { rule, squares } = state.refusal;
      const code = rule === null ? this.codeOf(state.refusal) : null;
      if (rule !== null || code !== null) this.why = { rule, code, squares, as: null };
    }
    this.seenRefusal = state.refusal;
    this.changed();
  }

  /** What a refusal means where its code alone does not say it; null: nothing that anybody needs to know. */
  private codeOf({ code, command }: Refusal): string | null {
    if (code !== 'forbidden') return code;
    // Before the first move only what is so already is refused.
    if (command === 'set') return this.state.table?.fixed ? 'set' : null;
    if (command === 'move' && this.state.table?.clock) return 'late';
    return command === 'offer' || command === 'again' ? 'asked' : code;
  }

  private replay({ core }: Loaded): void {
    const { table } = this.state;
    if (!table) return;
    try {
      const begins = `${table.start} ${table.rules}`;
      if (table.game !== this.game || begins !== this.begins || !this.main) {
        this.main?.free();
        this.past?.free();
        this.main = new Replay(core, table.start, table.rules);
        this.past = null;
        this.ply = null;
        this.hush();
        // Whoever did not ask for it must see that "play again" took the end of the last game away.
        if (this.game !== '' && this.game !== table.game) this.hint = { kind: 'again', piece: '', as: null };
        this.plan.forget();
        this.game = table.game;
        this.begins = begins;
      }
      const before = this.main.plies.length;
      this.main.go(table.moves);
      this.live = this.main.view();
      this.confirmed = this.live.sfen;
      this.confirmedTurn = this.live.position.turn;
      const moves = movesShown(this.state);
      if (moves.length > table.moves.length) {
        this.main.go(moves);
        this.live = this.main.view();
      }
      if (moves.length !== before) this.hush();
      if (this.ply === null || this.ply > moves.length) {
        this.ply = null;
        this.shown = this.live;
      }
      if (this.trouble === 'disagreement') this.trouble = null;
      this.followPlan(moves.length < before);
    } catch (error) {
      // The server let a move pass that this page's core refuses: the page is older than the server's rules.
      console.error(error);
      this.trouble = 'disagreement';
    }
  }

  /** Makes the planned move when its time has come, or says that it cannot be made. */
  private followPlan(takenBack: boolean): void {
    const { plan, live } = this;
    if (plan.usi === null || !live) return;
    if (this.active === null && this.planner !== null && !takenBack) return;
    const move = this.active === null || takenBack ? null : plan.among(live.legal);
    plan.forget();
    if (move !== null) this.session.move(move);
    else if (this.active !== null) this.hint = { kind: 'unplanned', piece: '', as: null };
  }

  private async load(kind: string): Promise<void> {
    if (this.loading === kind) return;
    this.loading = kind;
    try {
      this.loaded = await this.fetch(kind);
      this.trouble = this.state.fatal;
    } catch (error) {
      console.error(error);
      this.loading = '';
      this.trouble = 'core';
    }
    this.refresh();
  }
}
