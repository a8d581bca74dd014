/*
 * A game that is looked at: a record that is read by the rules core, or a game that was played here. Keeps what is shown
 * of it, and the moves that are tried from there. No markup here.
 */
import { type Core, type GameRecord, RecordError, type Result, type Side } from '../../../../wasm/core.ts';
import type { BoardState } from '../../board/board.ts';
import { otherSide } from '../../board/sfen.ts';
import { type Origin, partsOf, type Steps } from '../../board/usi.ts';
import { type Loaded, loadGame, loadReader, loadRecords } from '../../client/loading.ts';
import { decodeRecord, type Played, RECORD_BYTES } from '../../client/record.ts';
import { type Ply, Replay } from '../../client/replay.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Why } from '../table/controller.ts';
import { Viewing } from '../viewing.ts';

/** Why a record was not opened. */
export interface Fault {
  line: number;
  /** Of the record's core, or "encoding", "too_long", "core". */
  code: string;
  /** As which game it was read; "": that is not known. */
  game: string;
  /** What stands in that line. */
  text: string;
}

export class Viewer extends Viewing {
  record: GameRecord | null = null;
  /** How the game ended, when that is known from elsewhere than the record. */
  result: Result | null = null;
  /** It is still being played. */
  goesOn = false;
  fault: Fault | null = null;
  busy = false;
  ply = 0;
  /** Counts the records that were opened. */
  opened = 0;
  /** Moves that the viewer tries, from the shown ply of the game on. */
  tried: readonly string[] = [];
  /** Why the last of them was not made. */
  why: Why | null = null;
  /** What the engine says of the game; null: it was not asked. Its part of the page is fetched when it is. */
  analysis: Analysis | null = null;
  /** That part could not be fetched. */
  analysisFailed = false;
  private text = '';
  private readonly readers = new Map<string, Core>();
  /** The newest wish: an answer to an older one is dropped. */
  private wish = 0;

  get bottom(): Side {
    return this.flipped ? 'w' : 'b';
  }

  get comment(): string {
    return this.record?.comments.find(([ply]) => ply === this.ply)?.[1] ?? '';
  }

  /** Seconds that the shown move took; null: not known. */
  get seconds(): number | null {
    const seconds = this.record?.seconds?.[this.ply - 1] ?? -1;
    return seconds < 0 ? null : seconds;
  }

  /** The record as it is written again. */
  get game(): Played | null {
    const { record, text } = this;
    if (!record) return null;
    const played = { sfen: record.sfen, rules: record.rules, moves: record.moves, about: record };
    return text === '' ? played : { ...played, original: { format: record.format, text } };
  }

  async openFile(file: Blob, kind = ''): Promise<void> {
    if (file.size >= RECORD_BYTES) {
      this.refuse({ line: 1, code: 'too_long', game: '', text: '' });
      return;
    }
    const text = decodeRecord(new Uint8Array(await file.arrayBuffer()));
    if (text === null) this.refuse({ line: 1, code: 'encoding', game: '', text: '' });
    else await this.open(text, kind);
  }

  /** Shows a record of a game ("": found out); one that cannot be read leaves what was shown before. */
  async open(text: string, kind = ''): Promise<void> {
    const wish = ++this.wish;
    this.busy = true;
    this.fault = null;
    this.changed();
    try {
      const reader = this.readers.get(kind) ?? (await (kind === '' ? loadReader() : loadRecords(kind)));
      this.readers.set(kind, reader);
      const record = reader.readRecord(text);
      const loaded = this.loaded?.kind === record.game ? this.loaded : await loadGame(record.game);
      if (wish !== this.wish) return;
      this.show(record, loaded, text);
    } catch (error) {
      if (wish !== this.wish) return;
      if (error instanceof RecordError) {
        const { line, code, game } = error;
        this.fault = { line, code, game, text: (text.split('\n')[line - 1] ?? '').trim().slice(0, 120) };
      } else {
        console.error(error);
        this.fault = { line: 0, code: 'core', game: '', text: '' };
      }
    }
    this.busy = false;
    this.changed();
  }

  /** Shows a game that is no file. */
  async showGame(record: GameRecord, result: Result | null, loaded?: Loaded): Promise<void> {
    const parts = loaded ?? (this.loaded?.kind === record.game ? this.loaded : await loadGame(record.game));
    this.show(record, parts, '');
    this.result = result;
    this.goesOn = result === null;
    this.changed();
  }

  /** Back to where a record is asked for. */
  close(): void {
    this.endAnalysis();
    this.forget();
    this.record = null;
    this.fault = null;
    this.changed();
  }

  lookAt(ply: number): void {
    const { record, past } = this;
    if (!record || !past) return;
    this.ply = Math.max(0, Math.min(record.moves.length, ply));
    this.tryLine(this.ply, []);
  }

  /** A step back takes a tried move back; a step on, when moves were tried, leads nowhere. */
  step(by: number): void {
    if (this.tried.length === 0 || by < -1) this.lookAt(this.ply + by);
    else if (by < 0) this.tryLine(this.ply, this.tried.slice(0, -1));
  }

  /** All moves up to what is shown. */
  get line(): string[] {
    return [...(this.record?.moves.slice(0, this.ply) ?? []), ...this.tried];
  }

  /** Moves can be tried, and the engine asked: not while the game is being played, when that would be help. */
  get free(): boolean {
    return this.record !== null && !this.goesOn;
  }

  /** Shows a ply of the game and legal moves from there on. */
  tryLine(ply: number, tried: readonly string[]): void {
    const { past } = this;
    if (!past || (tried.length > 0 && !this.free)) return;
    this.ply = ply;
    this.tried = tried;
    this.why = null;
    past.go(this.line);
    this.shown = past.view();
    this.analysis?.show(this.line, this.shown);
    this.changed();
  }

  /** A legal move on the board: the next of the game, or one to try. */
  move(spelled: string): void {
    const { past, record } = this;
    if (!past || !record || !this.free) return;
    const usi = past.canonical(spelled);
    if (this.tried.length === 0 && record.moves[this.ply] === usi) this.lookAt(this.ply + 1);
    else this.tryLine(this.ply, [...this.tried, usi]);
  }

  /** Something that is no legal move. */
  attempt(usi: string | null): void {
    if (!this.past || usi === null || !this.free) return;
    const { rule, squares } = this.past.explain(usi);
    this.why = { rule: rule ?? 'not_reachable', code: null, squares, as: this.movesAs(partsOf(usi).origin) };
    this.changed();
  }

  doubleSteps(origin: Origin): Steps {
    return this.past && this.free ? this.past.steps(origin) : new Map();
  }

  touched(): void {
    if (!this.why) return;
    this.why = null;
    this.changed();
  }

  /** The moves that are tried, as written. */
  triedTexts(style: Parameters<Replay['texts']>[0]): readonly string[] {
    return this.past?.texts(style).slice(this.ply) ?? [];
  }

  get triedPlies(): readonly Ply[] {
    return this.past?.plies.slice(this.ply) ?? [];
  }

  /** Asks the engine about the whole game, or goes on with that. */
  async analyse(): Promise<void> {
    const { opened } = this;
    if (!this.free) return;
    if (!this.analysis) {
      this.analysisFailed = false;
      this.changed();
      try {
        const [{ Analysis }, { openEngine }] = await Promise.all([
          import('../analysis/analysis.ts'),
          import('../../client/engine.ts'),
        ]);
        if (opened !== this.opened || this.analysis || !this.record || !this.loaded || !this.main) return;
        this.analysis = new Analysis(this.loaded, this.record, this.main, openEngine, () => this.changed());
        if (this.shown) this.analysis.show(this.line, this.shown);
        this.changed();
      } catch (error) {
        console.error(error);
        this.analysisFailed = true;
        this.changed();
        return;
      }
    }
    await this.analysis.analyst.run();
  }

  dismiss(): void {
    this.fault = null;
    this.changed();
  }

  boardState(): BoardState | null {
    const { record, shown, loaded } = this;
    if (!record || !shown || !loaded) return null;
    const last = this.line.at(-1);
    const over = !this.free || shown.result !== null;
    return {
      ...this.positionState(shown, loaded),
      game: record.game,
      confirmed: shown.sfen,
      turn: shown.position.turn,
      bottom: this.bottom,
      legal: over ? [] : shown.legal,
      active: over ? null : shown.position.turn,
      mine: this.free ? ['b', 'w'] : [],
      showLegal: true,
      ply: this.ply + this.tried.length,
      last: last === undefined ? null : partsOf(last),
      lit: this.why?.squares ?? [],
      promotes: null,
    };
  }

  /** The two sides from the top of the board to its bottom. */
  get sides(): [Side, Side] {
    return [otherSide(this.bottom), this.bottom];
  }

  private show(record: GameRecord, loaded: Loaded, text: string): void {
    const main = new Replay(loaded.core, record.sfen, record.rules);
    main.go(record.moves);
    const past = new Replay(loaded.core, record.sfen, record.rules);
    this.endAnalysis();
    this.forget();
    Object.assign(this, {
      record,
      loaded,
      text,
      main,
      past,
      result: null,
      goesOn: false,
      ply: 0,
      tried: [],
      why: null,
      shown: past.view(),
      flipped: false,
    });
    this.opened++;
  }

  private endAnalysis(): void {
    this.analysis?.free();
    this.analysis = null;
    this.analysisFailed = false;
  }

  /** Says why a record is not shown. */
  refuse(fault: Fault): void {
    this.wish++;
    this.fault = fault;
    this.busy = false;
    this.changed();
  }
}
