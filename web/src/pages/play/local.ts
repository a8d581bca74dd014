/*
 * A table without a server: keeps a game on this device as a Session keeps one with the server, so that the page of a
 * table shows it as it is. What is legal and how a game ends the rules core says; the computer is the engine in its
 * worker. Every change is kept (client/kept.ts) before it is shown.
 */
import type { Request } from '../../../../protocol/wire.ts';
import type { Core, Result, Side } from '../../../../wasm/core.ts';
import { otherSide } from '../../board/sfen.ts';
import type { EngineClient } from '../../client/engine_client.ts';
import { type KeptGame, keepGame } from '../../client/kept.ts';
import { Replay } from '../../client/replay.ts';
import { type Keeper, newId } from '../../client/session.ts';
import type { Link } from '../../client/socket.ts';
import { emptyState, isComputer, type State, type Table } from '../../client/table.ts';
import { Talker } from '../../client/talker.ts';
import { type Chosen, type Item, itemsOf, readChosen, SETTINGS, USUAL_LEVEL, writeChosen } from '../agreed.ts';

/** Whoever is at this device. */
const HERE = 'here';

const OWN_SIDE: Item = { name: 'own_side', values: ['b', 'w', 'draw'], initial: 'b', least: 0, most: 0 };
const TURN_BOARD: Item = { name: 'turn_board', values: ['off', 'on'], initial: 'off', least: 0, most: 0 };

/** What can be agreed on beside the local rules: before the game, and at its table. */
export function settingsHere(computer: boolean, table: boolean): Item[] {
  const names = computer ? ['level', 'show_legal', 'alternate_first'] : ['show_legal'];
  const known = names.flatMap((name) => SETTINGS.filter((item) => item.name === name));
  if (!computer) return [TURN_BOARD, ...known];
  return table ? known : [OWN_SIDE, ...known];
}

/** A new game, which is kept from its first move on. */
export function newGame(kind: string, core: Core, computer: boolean, chosen: Chosen): KeptGame {
  const drawn = Math.random() < 0.5 ? 'b' : 'w';
  const own = chosen['own_side'] === 'draw' ? drawn : (chosen['own_side'] ?? 'b');
  return {
    id: newId(),
    kind,
    rules: writeChosen(itemsOf(core.game.rules), chosen),
    settings: writeChosen(settingsHere(computer, true), chosen),
    computer: computer ? (own === 'w' ? 'b' : 'w') : null,
    moves: [],
    result: null,
    score: { b: 0, w: 0, draws: 0 },
    number: 1,
    at: Date.now(),
  };
}

/** What the table needs of the engine. */
export type Thinking = Pick<EngineClient, 'think' | 'close' | 'thinking'>;

export class LocalGame implements Keeper {
  readonly here = true;
  readonly link: Link = 'open';
  /** A change is done at once. */
  readonly wishes = {};
  /** Nobody to talk to. */
  readonly talker: Talker;
  state: State = { ...emptyState, you: HERE };
  /** False: the browser keeps nothing, and closing the page loses the game. */
  safe = true;
  game: KeptGame;
  private readonly core: Core;
  private readonly engine: Thinking;
  private readonly changed: () => void;
  private replay: Replay | null = null;
  /** Rules of `replay`. */
  private rules = '';
  private question = 0;

  /** Throws RuleError when the game cannot be shown: kept by another version, or by somebody else. */
  constructor(game: KeptGame, core: Core, engine: Thinking, changed: () => void) {
    this.core = core;
    this.engine = engine;
    this.changed = changed;
    this.talker = new Talker('', () => false, newId, changed);
    this.game = game;
    this.show(game, null);
  }

  start(): void {
    this.changed();
    void this.think();
  }

  /** The engine could not be fetched before: perhaps it can now. */
  hurry(): void {
    void this.think();
  }

  /** Another tab went on with this game. */
  follow(game: KeptGame): void {
    if (game.at === this.game.at) return;
    this.show(game, null);
    this.changed();
    void this.think();
  }

  now(): number {
    return performance.now();
  }

  /** How many plies "take back" takes: to the last turn of somebody here; 0: there is none. */
  get takesBack(): number {
    const { table } = this.state;
    const plies = this.replay?.plies ?? [];
    if (!table) return 0;
    const at = plies.findLastIndex(({ side }) => !isComputer(table.seats[side]));
    return at < 0 ? 0 : plies.length - at;
  }

  move(usi: string): void {
    if (this.turn !== null && this.turn !== this.game.computer) this.play(usi);
  }

  resign(): void {
    const { turn, game } = this;
    if (turn === null) return;
    const loser = game.computer === null ? turn : otherSide(game.computer);
    this.end({ winner: otherSide(loser), reason: 'resignation' });
  }

  offer(what: Request): void {
    const { game } = this;
    if (what === 'draw' && this.turn !== null && game.computer === null) this.end({ winner: 'draw', reason: 'agreement' });
    if (what !== 'takeback') return;
    const agreed = game.result !== null && this.replay?.view().result === null;
    const plies = agreed ? 0 : this.takesBack;
    if (!agreed && plies === 0) return;
    const moves = game.moves.slice(0, game.moves.length - plies);
    this.change({ moves, result: null }, plies === 0 ? null : { seq: moves.length, kind: 'takeback', plies, at: Date.now() });
  }

  again(): void {
    const { game } = this;
    if (!game.result) return;
    const { winner } = game.result;
    const by = winner === 'draw' ? 'draws' : winner;
    const swap = game.computer !== null && readChosen(game.settings)['alternate_first'] !== 'off';
    const counted = { ...game.score, [by]: game.score[by] + 1 };
    this.game = {
      ...game,
      id: newId(),
      computer: swap && game.computer ? otherSide(game.computer) : game.computer,
      moves: [],
      result: null,
      score: swap ? { b: counted.w, w: counted.b, draws: counted.draws } : counted,
      number: game.number + 1,
    };
    this.change({}, null);
  }

  set(name: string, value: string): void {
    const { game } = this;
    if (game.moves.length > 0 || game.result) return;
    const rules = itemsOf(this.core.game.rules);
    if (rules.some((item) => item.name === name))
      this.change({ rules: writeChosen(rules, { ...readChosen(game.rules), [name]: value }) }, null);
    else {
      const settings = settingsHere(game.computer !== null, true);
      this.change({ settings: writeChosen(settings, { ...readChosen(game.settings), [name]: value }) }, null);
    }
  }

  // Nobody else is here to be answered, and no seat is free or lent.
  accept(): void {}
  decline(): void {}
  computer(): void {}
  sitDown(): void {}

  /** The game is left: the engine is needed no longer. */
  leave(): void {
    this.question++;
    this.engine.close();
    this.replay?.free();
    this.replay = null;
  }

  /** Who moves; null: the game is over. */
  private get turn(): Side | null {
    return this.game.result || !this.replay ? null : this.replay.view().position.turn;
  }

  private play(usi: string): void {
    const { replay, game } = this;
    if (!replay) return;
    const moves = [...game.moves, replay.canonical(usi)];
    replay.go(moves);
    this.change({ moves, result: replay.view().result }, null);
  }

  private end(result: Result): void {
    this.change({ result }, null);
  }

  private change(what: Partial<KeptGame>, notice: Table['notice']): void {
    const game = { ...this.game, ...what, at: Date.now() };
    // A game without a move is not worth a place among those that are kept.
    if (game.moves.length > 0 || this.game.moves.length > 0) this.safe = keepGame(game);
    this.show(game, notice);
    this.changed();
    void this.think();
  }

  private show(game: KeptGame, notice: Table['notice']): void {
    if (!this.replay || this.rules !== game.rules) {
      const replay = new Replay(this.core, this.startOf(game), game.rules);
      this.replay?.free();
      this.replay = replay;
      this.rules = game.rules;
    }
    this.replay.go(game.moves);
    this.game = game;
    const settings = readChosen(game.settings);
    const seat = (side: Side) => ({
      who: game.computer === side ? `cpu:${settings['level'] ?? USUAL_LEVEL}` : HERE,
      name: '',
      here: true,
    });
    this.state = {
      ...this.state,
      refusal: null,
      table: {
        table: '',
        kind: game.kind,
        rules: game.rules,
        settings,
        game: game.id,
        number: game.number,
        seq: game.moves.length,
        start: this.startOf(game),
        moves: game.moves,
        seats: { b: seat('b'), w: seat('w') },
        watchers: 0,
        result: game.result,
        host: HERE,
        fixed: game.moves.length > 0,
        score: game.score,
        clock: null,
        change: null,
        asleep: false,
        settled: { b: [], w: [] },
        notice,
      },
    };
  }

  /** The position from which a game with these rules starts: a handicap is one of them. */
  private startOf({ rules }: KeptGame): string {
    const match = this.core.start({ rules });
    try {
      return match.sfen();
    } finally {
      match.free();
    }
  }

  /** If it is the computer's turn: what it plays. A question that was overtaken is not answered. */
  private async think(): Promise<void> {
    const question = ++this.question;
    if (this.engine.thinking) this.engine.close();
    const { table } = this.state;
    if (!table || this.turn === null || this.turn !== this.game.computer) return;
    const level = Number(table.seats[this.turn].who.slice(4));
    const { kind: game, rules, start: sfen } = table;
    try {
      const { best } = await this.engine.think({ game, rules, sfen, moves: [...table.moves], level });
      if (question === this.question && best !== null) this.play(best);
    } catch (error) {
      if (question !== this.question) return;
      console.error(error);
      this.state = { ...this.state, refusal: { code: 'engine', rule: null, squares: [], command: 'move' } };
      this.changed();
    }
  }
}
