/*
 * A game that is looked at: a record that is read by the rules core, or a game that was played here. Keeps what is shown
 * of it. No markup here.
 */
import { type Core, type GameRecord, RecordError, type Result, type Side } from '../../../../wasm/core.ts';
import type { BoardState } from '../../board/board.ts';
import { otherSide } from '../../board/sfen.ts';
import { partsOf } from '../../board/usi.ts';
import { type Loaded, loadGame, loadReader, loadRecords } from '../../client/loading.ts';
import { decodeRecord, type Played, RECORD_BYTES } from '../../client/record.ts';
import { Replay } from '../../client/replay.ts';
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
  async showGame(record: GameRecord, result: Result | null): Promise<void> {
    const loaded = this.loaded?.kind === record.game ? this.loaded : await loadGame(record.game);
    this.show(record, loaded, '');
    this.result = result;
    this.goesOn = result === null;
    this.changed();
  }

  /** Back to where a record is asked for. */
  close(): void {
    this.forget();
    this.record = null;
    this.fault = null;
    this.changed();
  }

  lookAt(ply: number): void {
    const { record, past } = this;
    if (!record || !past) return;
    this.ply = Math.max(0, Math.min(record.moves.length, ply));
    past.go(record.moves.slice(0, this.ply));
    this.shown = past.view();
    this.changed();
  }

  step(by: number): void {
    this.lookAt(this.ply + by);
  }

  dismiss(): void {
    this.fault = null;
    this.changed();
  }

  boardState(): BoardState | null {
    const { record, shown, loaded } = this;
    if (!record || !shown || !loaded) return null;
    const last = this.moves[this.ply - 1];
    const parts = last ? partsOf(last.usi) : null;
    return {
      game: record.game,
      confirmed: shown.sfen,
      turn: shown.position.turn,
      shown: shown.position,
      bottom: this.bottom,
      legal: [],
      active: null,
      mine: [],
      showLegal: false,
      ply: this.ply,
      last: parts ? { origin: parts.origin, middle: parts.middle, target: parts.target } : null,
      checked: shown.check ? shown.royals : [],
      givers: shown.check ? shown.givers : [],
      lit: [],
      style: this.style,
      sounds: this.sound,
      promotes: null,
      drops: loaded.core.game.drops,
      capturesLeft: shown.capturesLeft,
      movesAs: shown.movesAs,
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
      shown: past.view(),
      flipped: false,
    });
    this.opened++;
  }

  private refuse(fault: Fault): void {
    this.wish++;
    this.fault = fault;
    this.busy = false;
    this.changed();
  }
}
