/*
 * The analysis of one game as the page keeps it: the engine that looks at it, what it found, and its lines as people
 * write them. Fetched when somebody asks for it. What was found is kept as long as the page is open.
 */
import type { GameRecord, MoveStyle, Side } from '../../../../wasm/core.ts';
import { Analyst } from '../../client/analyst.ts';
import type { EngineClient } from '../../client/engine_client.ts';
import { type Found, type Judged, judge } from '../../client/judge.ts';
import type { Loaded } from '../../client/loading.ts';
import { type Ply, Replay, type View } from '../../client/replay.ts';
import '../../style/analysis.css';
import { AnalysisHead, AnalysisNote, AnalysisRest } from './view.tsx';
import { SIGNS } from './words.ts';

/** A move of a line. */
export interface Written {
  text: string;
  ply: Ply;
}

const WRITTEN_MOST = 1_000;
/** So many games are remembered. */
const KNOWN_MOST = 8;
const known = new Map<string, (Found | null)[]>();
let engine: EngineClient | null = null;

/** What is known of a game already; the oldest is forgotten where there are too many. */
function recall(key: string, count: number): (Found | null)[] {
  const found = known.get(key) ?? new Array<Found | null>(count).fill(null);
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) if (known.size > KNOWN_MOST) known.delete(oldest);
  return found;
}

export class Analysis {
  /** What shows it: about the shown move, above the list of moves, and below it. */
  readonly Note = AnalysisNote;
  readonly Head = AnalysisHead;
  readonly Rest = AnalysisRest;
  readonly analyst: Analyst;
  /** Whatever position is shown is thought about until another is. */
  looking = false;
  private readonly moves: readonly Ply[];
  private readonly lines: Replay;
  /** Lines as they were written: a long game takes too long to be gone through whenever the page is drawn. */
  private readonly written = new Map<string, readonly Written[]>();
  private readonly changed: () => void;
  private shown: { line: readonly string[]; turn: Side; over: boolean } | null = null;
  private readonly leave = () => this.analyst.stop();
  private readonly hide = () => {
    if (document.hidden && this.looking) this.setLooking(false);
  };

  /** `main` has the whole game. */
  constructor(
    { kind, core }: Loaded,
    { sfen, rules, moves }: GameRecord,
    main: Replay,
    openEngine: () => EngineClient,
    changed: () => void,
  ) {
    this.changed = changed;
    this.moves = main.plies;
    const { result, position } = main.view();
    const turns = [...main.plies.map(({ side }) => side), position.turn];
    const game = { game: kind, rules, sfen, moves, turns, result };
    const found = recall([kind, rules, sfen, moves.join(' ')].join('\n'), turns.length);
    engine ??= openEngine();
    this.analyst = new Analyst(game, found, engine, changed);
    this.lines = new Replay(core, sfen, rules);
    addEventListener('pagehide', this.leave);
    document.addEventListener('visibilitychange', this.hide);
  }

  /** The engine's part of the memory is given back too. */
  free(): void {
    this.analyst.stop();
    engine?.close();
    this.lines.free();
    removeEventListener('pagehide', this.leave);
    document.removeEventListener('visibilitychange', this.hide);
  }

  /** The moves as they are judged, by ply less one. */
  get judged(): (Judged | null)[] {
    return judge(this.moves, this.analyst.found);
  }

  /** What stands behind the moves of the list. */
  get signs(): ReadonlyMap<number, string> {
    return new Map(this.judged.flatMap((one) => (one?.slip ? [[one.ply, SIGNS[one.slip]]] : [])));
  }

  /** Another position is shown. */
  show(line: readonly string[], { position, result }: View): void {
    this.shown = { line, turn: position.turn, over: result !== null };
    if (this.looking) this.follow();
  }

  setLooking(on: boolean): void {
    this.looking = on;
    if (on) this.follow();
    else this.analyst.stop();
    this.changed();
  }

  /** The line after these moves, as far as it is legal. */
  write(before: readonly string[], pv: readonly string[], style: MoveStyle): readonly Written[] {
    const key = [style, before.join(' '), pv.join(' ')].join('\n');
    const written = this.written.get(key) ?? this.writeAnew(before, pv, style);
    if (this.written.size >= WRITTEN_MOST) this.written.clear();
    this.written.set(key, written);
    return written;
  }

  private writeAnew(before: readonly string[], pv: readonly string[], style: MoveStyle): Written[] {
    this.lines.go(before);
    const legal: string[] = [];
    for (const usi of pv) {
      if (!this.lines.explain(usi).legal) break;
      legal.push(usi);
      this.lines.go([...before, ...legal]);
    }
    const texts = this.lines.texts(style).slice(before.length);
    return this.lines.plies.slice(before.length).map((ply, i) => ({ text: texts[i] ?? ply.usi, ply }));
  }

  private follow(): void {
    const { shown } = this;
    if (!shown || shown.over) this.analyst.stop();
    else void this.analyst.look(shown.line, shown.turn);
  }
}
