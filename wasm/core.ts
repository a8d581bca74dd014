/*
 * The rules core in WebAssembly, with types. One module holds one game; the page, the lessons and the tests ask it what
 * is legal and never decide themselves. Works in browsers, workers and Node, and depends on nothing.
 *
 *   const core = await Core.load(await (await fetch('/core-<game>.wasm')).arrayBuffer());
 *   const match = core.start();
 *   match.play('7g7f'); // { ok: true, usi: '7g7f' }
 *   match.free();
 *
 * There are two modules of each game: core-<game>.wasm, and records-<game>.wasm, which is larger and also has
 * readRecord() and Match.record(). One more, records.wasm, has all games: loaded as the core of one of them it is the same as
 * records-<game>.wasm; otherwise its readRecord() finds out of which a record is, and nothing else of it is of use.
 *
 * A Core has room for `Core.matches` matches at a time: free() gives the place back. Squares are named as in USI
 * ("7g"), moves are USI, positions SFEN, local rules "name=value name=value". The flat C side is core.c.
 */

import {
  type Explanation,
  type GameInfo,
  type GameRecord,
  type MoveStyle,
  moveStyles,
  type Played,
  type RecordAbout,
  RecordError,
  type RecordFormat,
  type Result,
  RuleError,
  recordFormats,
  type Side,
  type StartOptions,
} from './types.ts';

export * from './types.ts';

/** The functions that core.c exports. Text goes in through core_in and comes out through core_out. */
interface Exports {
  memory: WebAssembly.Memory;
  core_in(): number;
  core_in_size(): number;
  core_out(): number;
  core_matches(): number;
  core_choose(): number;
  core_info(): number;
  core_start(): number;
  core_free(match: number): void;
  core_sfen(match: number): number;
  core_turn(match: number): number;
  core_ply(match: number): number;
  core_legal(match: number): number;
  core_moves(match: number): number;
  core_play(match: number): number;
  core_explain(match: number): number;
  core_check(match: number): number;
  core_result(match: number): number;
  core_back(match: number): number;
  core_board(match: number): number;
  core_moves_as(match: number): number;
  core_captures_left(match: number, side: number): number;
  core_perft(match: number, depth: number): bigint;
  core_divide(match: number, depth: number): number;
  core_file(): number;
  core_file_size(): number;
  core_text(match: number, style: number): number;
  core_texts(match: number, style: number): number;
  core_record_read(size: number, format: number): number;
  core_record_write(match: number, size: number, format: number): number;
}

const words = (text: string): string[] => (text === '' ? [] : text.split(' '));

export class Core {
  /** What the game is: everything that a board, a settings form or a table of rules needs. */
  readonly game: GameInfo;
  /** How many matches can be under way at a time. */
  readonly matches: number;
  private readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(instance: WebAssembly.Instance, game?: string) {
    this.exports = instance.exports as unknown as Exports;
    if (game !== undefined) {
      this.write(game, 'game');
      if (this.exports.core_choose() < 0) throw new RuleError('syntax', 'game', `this module has no game ${game}`);
    }
    this.matches = this.exports.core_matches();
    this.game = JSON.parse(this.read(this.exports.core_info())) as GameInfo;
  }

  /** `game`: of a module that has several, the one that this core is about. */
  static async load(source: BufferSource | WebAssembly.Module, game?: string): Promise<Core> {
    if (source instanceof WebAssembly.Module) return new Core(await WebAssembly.instantiate(source, {}), game);
    return new Core((await WebAssembly.instantiate(source, {})).instance, game);
  }

  /** Starts a match; throws RuleError when something in `options` cannot be used. */
  start(options: StartOptions = {}): Match {
    // Rules never hold a line break, so the two parts cannot be confused; an absent SFEN is the usual start.
    const rules = options.rules ?? '';
    if (/[\n\0]/.test(rules)) throw new RuleError('syntax', 'rules', 'local rules are name=value, separated by one space');
    this.write(options.sfen === undefined ? rules : `${rules}\n${options.sfen}`, options.sfen === undefined ? 'rules' : 'sfen');
    const slot = this.exports.core_start();
    if (slot < 0) {
      const [code = '', at = '', message = ''] = this.readRest().split('\n');
      throw new RuleError(code, at, message);
    }
    const match = new Match(this, slot);
    for (const [i, move] of (options.moves ?? []).entries()) {
      const played = match.play(move);
      if (!played.ok) {
        match.free();
        throw new RuleError(played.rule ?? played.code, `moves[${i}]`, `${move}: ${played.rule ?? played.code}`);
      }
    }
    return match;
  }

  /** Nodes of the move tree; exact up to 2^53. */
  perft(depth: number, options: StartOptions = {}): number {
    return this.with(options, (match) => Number(this.exports.core_perft(match.slot, depth)));
  }

  /** The same for each move of the root, sorted; depth is at least 1. */
  divide(depth: number, options: StartOptions = {}): [usi: string, nodes: number][] {
    return this.with(options, (match) =>
      words(this.read(this.exports.core_divide(match.slot, depth)))
        .map((entry) => {
          const [usi = '', nodes = ''] = entry.split(':');
          return [usi, Number(nodes)] as [string, number];
        })
        .sort((a, b) => (a[0] < b[0] ? -1 : 1)),
    );
  }

  /** Whether this is records-<game>.wasm or records.wasm, which also read and write records. */
  get hasRecords(): boolean {
    return this.exports.core_record_read !== undefined;
  }

  /** Reads a record of this module's game or games; throws RecordError. Without a format it is found out. */
  readRecord(text: string, format?: RecordFormat): GameRecord {
    const size = this.writeFile(text);
    const answer = size < 0 ? -1 : this.exports.core_record_read(size, format ? recordFormats.indexOf(format) : -1);
    if (size < 0)
      throw new RecordError({ line: 1, game: '', code: 'too_long', move: '', message: 'longer than any record can be' });
    const read = JSON.parse(this.readFile());
    if (answer < 0) throw new RecordError(read);
    return read;
  }

  /** @internal For Match. */
  text(slot: number, usi: string, style: MoveStyle): string | null {
    const size = this.writeFile(usi);
    return size >= 0 && this.exports.core_text(slot, moveStyles.indexOf(style)) >= 0 ? this.readFile() : null;
  }

  /** @internal For Match. */
  texts(slot: number, style: MoveStyle): string[] {
    return this.exports.core_texts(slot, moveStyles.indexOf(style)) > 0 ? this.readFile().split('\n') : [];
  }

  /** @internal For Match. */
  writeRecord(slot: number, format: RecordFormat, about: RecordAbout | GameRecord): string | null {
    const line = (...fields: string[]) => fields.map((field) => field.replace(/\p{Cc}/gu, ' ')).join('\t');
    const lines = [line('sente', about.sente ?? ''), line('gote', about.gote ?? '')];
    if (about.ending) lines.push(line('ending', about.ending));
    if (about.winner) lines.push(line('winner', about.winner));
    if (about.seconds) lines.push(line('seconds', about.seconds.join(' ')));
    for (const [key, value] of about.headers ?? []) lines.push(line('header', key, value));
    for (const [ply, text] of about.comments ?? [])
      for (const one of text.split('\n')) lines.push(line('comment', String(ply), one));
    const size = this.writeFile(lines.join('\n'));
    return size >= 0 && this.exports.core_record_write(slot, size, recordFormats.indexOf(format)) >= 0 ? this.readFile() : null;
  }

  private writeFile(text: string): number {
    const bytes = this.encoder.encode(text);
    if (bytes.length >= this.exports.core_file_size()) return -1;
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = this.exports.core_file();
    memory.set(bytes, start);
    memory[start + bytes.length] = 0;
    return bytes.length;
  }

  private readFile(): string {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = this.exports.core_file();
    return this.decoder.decode(memory.subarray(start, memory.indexOf(0, start)));
  }

  private with<T>(options: StartOptions, use: (match: Match) => T): T {
    const match = this.start(options);
    try {
      return use(match);
    } finally {
      match.free();
    }
  }

  /** @internal For Match: calls a function of core.c with text in and text out. */
  call(name: 'core_play' | 'core_explain', slot: number, text: string): { value: number; text: string } {
    this.write(text, 'move');
    const value = this.exports[name](slot);
    return { value, text: this.readRest() };
  }

  /** @internal For Match: calls a function of core.c that answers a number and leaves text. */
  ask(
    name: 'core_sfen' | 'core_legal' | 'core_moves' | 'core_moves_as' | 'core_check' | 'core_result',
    slot: number,
  ): { value: number; text: string } {
    const value = this.exports[name](slot);
    return { value, text: this.readRest() };
  }

  /** @internal For Match: calls a function of core.c that answers a number. */
  number(name: 'core_turn' | 'core_ply' | 'core_back', slot: number): number {
    return this.exports[name](slot);
  }

  /** @internal For Match. */
  left(slot: number, side: number): number {
    return this.exports.core_captures_left(slot, side);
  }

  /** @internal For Match. */
  release(slot: number): void {
    this.exports.core_free(slot);
  }

  /** @internal For Match: one byte a square, then one a kind of either hand, as core.c says. */
  bytes(slot: number, length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, this.exports.core_board(slot), length).slice();
  }

  private write(text: string, at: string): void {
    const bytes = this.encoder.encode(text);
    if (bytes.length >= this.exports.core_in_size() || bytes.includes(0))
      throw new RuleError('syntax', at, 'longer than any position or move can be, or with a NUL in it');
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = this.exports.core_in();
    memory.set(bytes, start);
    memory[start + bytes.length] = 0;
  }

  private read(length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.core_out(), length));
  }

  private readRest(): string {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = this.exports.core_out();
    return this.read(memory.indexOf(0, start) - start);
  }
}

/** A piece on the board. */
export interface Placed {
  square: string;
  kind: number;
  side: Side;
}

export class Match {
  /** @internal */
  readonly slot: number;
  private readonly core: Core;
  private freed = false;

  /** @internal Made by Core.start(). */
  constructor(core: Core, slot: number) {
    this.core = core;
    this.slot = slot;
  }

  /** The position, canonical. */
  sfen(): string {
    return this.ask('core_sfen').text;
  }

  /** Who moves. */
  turn(): Side {
    return this.number('core_turn') === 0 ? 'b' : 'w';
  }

  /** Plies played since the start of this match. */
  ply(): number {
    return this.number('core_ply');
  }

  /** The legal moves in canonical spelling, sorted; none after the end. */
  legal(): string[] {
    return words(this.ask('core_legal').text).sort();
  }

  /** What the pieces can do, even where the game is over: for pictures of how they move. */
  moves(): string[] {
    return words(this.ask('core_moves').text).sort();
  }

  /** By square: the kind whose movement a piece has now, where that is not its own. */
  movesAs(): Map<string, number> {
    return new Map(
      words(this.ask('core_moves_as').text).map((entry) => {
        const [square = '', kind = ''] = entry.split(':');
        return [square, Number(kind)] as const;
      }),
    );
  }

  /** How many more captures each side needs to win; null where captures do not decide. */
  capturesLeft(): Record<Side, number> | null {
    this.alive();
    const b = this.core.left(this.slot, 0);
    return b < 0 ? null : { b, w: this.core.left(this.slot, 1) };
  }

  /** Plays a move in any spelling; nothing changes when it is refused. */
  play(usi: string): Played {
    const { value, text } = this.call('core_play', usi);
    if (value === 0) return { ok: true, usi: text };
    const [code = '', rule = '', squares = ''] = text.split('\n');
    return { ok: false, code, rule: rule === '' ? null : rule, squares: words(squares) };
  }

  /** Why a move would be refused. */
  explain(usi: string): Explanation {
    const { value, text } = this.call('core_explain', usi);
    if (value === 0) return { legal: true, rule: null, squares: [] };
    const [rule = '', squares = ''] = text.split('\n');
    return { legal: false, rule, squares: words(squares) };
  }

  /** Whether the side to move is in check, and the squares of the pieces that give it. */
  check(): { check: boolean; givers: string[] } {
    const { value, text } = this.ask('core_check');
    return { check: value !== 0, givers: words(text) };
  }

  /** A legal move as people write it; null: not legal. */
  text(usi: string, style: MoveStyle): string | null {
    this.alive();
    return this.core.text(this.slot, usi, style);
  }

  /** All plies so far, in one style. */
  texts(style: MoveStyle): string[] {
    this.alive();
    return this.core.texts(this.slot, style);
  }

  /** The record of this match; null: this game has none in that format. */
  record(format: RecordFormat, about: RecordAbout | GameRecord = {}): string | null {
    this.alive();
    return this.core.writeRecord(this.slot, format, about);
  }

  /** How the game ended by itself; null while it goes on. */
  result(): Result | null {
    const [winner, reason] = words(this.ask('core_result').text);
    return winner === undefined || reason === undefined ? null : { winner: winner as Result['winner'], reason };
  }

  /** Takes the last ply back; false when there is none. */
  back(): boolean {
    return this.number('core_back') !== 0;
  }

  /** What stands where. */
  board(): Placed[] {
    const { files, ranks } = this.core.game;
    const placed: Placed[] = [];
    this.bytes()
      .subarray(0, files * ranks)
      .forEach((piece, i) => {
        if (piece !== 0)
          placed.push({
            square: `${Math.floor(i / ranks) + 1}${String.fromCharCode(97 + (i % ranks))}`,
            kind: piece & 63,
            side: piece & 64 ? 'w' : 'b',
          });
      });
    return placed;
  }

  /** How many of a kind each side holds, by kind (where nothing is dropped: pieces captured). */
  hands(): Record<Side, number[]> {
    const { files, ranks } = this.core.game;
    const bytes = [...this.bytes()].slice(files * ranks);
    return { b: bytes.slice(0, 8), w: bytes.slice(8, 16) };
  }

  /** Gives its place back; the match must not be used afterwards. A second call does nothing. */
  free(): void {
    if (!this.freed) this.core.release(this.slot);
    this.freed = true;
  }

  private bytes(): Uint8Array {
    this.alive();
    return this.core.bytes(this.slot, this.core.game.files * this.core.game.ranks + 16);
  }

  private ask(name: Parameters<Core['ask']>[0]): { value: number; text: string } {
    this.alive();
    return this.core.ask(name, this.slot);
  }

  private call(name: Parameters<Core['call']>[0], text: string): { value: number; text: string } {
    this.alive();
    return this.core.call(name, this.slot, text);
  }

  private number(name: Parameters<Core['number']>[0]): number {
    this.alive();
    return this.core.number(name, this.slot);
  }

  private alive(): void {
    if (this.freed) throw new Error('this match was freed');
  }
}
