// Players from before USI: `hachu` (chu, CECP version 2) and `gnushogi` (shogi, the older protocol of xshogi). The engine
// is in force mode while moves are told, and thinks when it is told to go.
//
// Options of such a player are sent as "option NAME=VALUE". The one limit they know is --movetime.
import { performance } from 'node:perf_hooks';
import { UsiMoves, XboardMoves } from './cecp_moves.mjs';
import { Child, PlayerFault } from './child.mjs';

const START_MS = 10_000;

/**
 * hachu plans the time of one move when each move is a time control of its own. It stops early more often than late, so
 * what it left over is lent to the next moves, a quarter each time: on average it takes the milliseconds that were given.
 */
class Hachu {
  start = ['xboard', 'protover 2', 'memory 64', 'new', 'variant chu', 'post', 'easy', 'level 1 0:01 0', 'force', 'ping 1'];
  ready = /^pong 1$/;
  #saved = 0;
  #pings = 1;

  constructor(core) {
    this.moves = new XboardMoves(core);
  }

  /**
   * It refuses every repetition, also the opponent's, where our rules forbid the fourth: it has to hear them, not to play
   * them. What the opponent may do it has settled when it made its own move, which is therefore taken back and told again.
   */
  tell(moves, own) {
    const again = own ? ['undo', `usermove ${own}`] : [];
    return ['option Allow repeats=1', ...again, ...moves.map((move) => `usermove ${move}`), 'option Allow repeats=0'];
  }

  /** A line that is answered when all moves were heard, and its answer. */
  heard() {
    this.#pings++;
    return [`ping ${this.#pings}`, new RegExp(`^pong ${this.#pings}$`)];
  }

  go(milliseconds) {
    const time = Math.max(1, Math.round((milliseconds + this.#saved / 4) / 10));
    return [`time ${time}`, `otim ${time}`, 'go'];
  }

  used(milliseconds, limit) {
    this.#saved = Math.min(8 * limit, Math.max(-2 * limit, this.#saved + limit - milliseconds));
  }

  /** A move of two legs may come in two lines, the first ending in a comma. */
  #leg = '';
  move(line) {
    const text = /^move (\S+)/.exec(line)?.[1];
    if (text === undefined) return undefined;
    if (text.endsWith(',')) {
      this.#leg = text;
      return undefined;
    }
    const move = this.#leg + text;
    this.#leg = '';
    return move;
  }

  /** "depth score centiseconds nodes line" */
  nodes(line) {
    const found = /^\s*(\d+) -?\d+ (\d+) (\d+) /.exec(line);
    return found ? { depth: Number(found[1]), ms: Number(found[2]) * 10, nodes: Number(found[3]) } : undefined;
  }

  /** What it says about nodes comes before the move. */
  after = null;
}

/** gnushogi looks at its clock about once a second, whatever it is given. */
class Gnushogi {
  ready = /^Clocks: /;
  moves = new UsiMoves();

  constructor(_core, milliseconds) {
    const seconds = Math.max(1, Math.round(milliseconds / 10)); // of 100 moves
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    this.start = ['new', 'force', 'post', `level 100 ${clock}`];
  }

  tell(moves) {
    return moves;
  }

  heard() {
    return null;
  }

  go() {
    return ['go'];
  }

  used() {}

  /** "12. ... 8b4b 18650"; a move that it was told comes back without the dots. */
  move(line) {
    return /^\d+\. \.\.\. (\S+)/.exec(line)?.[1];
  }

  nodes(line) {
    const found = /\bNode (\d+) /.exec(line);
    return found ? { ms: null, nodes: Number(found[1]) } : undefined;
  }

  after = /\bNode \d+ /;
}

const dialects = { chu: Hachu, shogi: Gnushogi };

export class CecpPlayer {
  #child;
  #dialect;
  #told = 0;
  #own = null; // its last move, in its writing

  constructor(spec) {
    this.spec = spec;
  }

  async newGame({ core, game, rules }) {
    if (!dialects[game]) throw new Error(`no CECP dialect for ${game}`);
    this.#dialect = new dialects[game](core, this.spec.limits.movetime);
    this.#told = 0;
    this.#own = null;
    this.told = core.start({ rules }); // follows the game, to write and read moves
    this.#child = new Child(this.spec.command);
    const { start, ready } = this.#dialect;
    for (const line of [
      ...start.slice(0, -1),
      ...this.spec.options.map(([name, value]) => `option ${name}=${value}`),
      start.at(-1),
    ])
      this.#child.send(line);
    await this.#child.wait((line) => (ready.test(line) ? true : undefined), START_MS, 'an answer to its first commands');
  }

  async think({ moves, limits, timeout }) {
    const dialect = this.#dialect;
    const child = this.#child;
    child.forget();
    child.send('force');
    const news = moves.slice(this.#told).map((move) => this.#follow(move));
    for (const line of dialect.tell(news, this.#own)) child.send(line);
    const heard = dialect.heard();
    if (heard) {
      child.send(heard[0]);
      await child.wait((line) => this.#refusal(line) ?? (heard[1].test(line) ? true : undefined), timeout, 'pong');
    }
    const begin = performance.now();
    for (const line of dialect.go(limits.movetime)) child.send(line);
    const said = { nodes: 0, depth: 0, ms: null };
    const text = await child.wait((line) => this.#answer(line, said), timeout, 'move');
    const ms = performance.now() - begin;
    dialect.used(ms, limits.movetime);
    const counted = (line) => {
      Object.assign(said, dialect.nodes(line));
      return dialect.after.test(line) || undefined;
    };
    if (dialect.after) await child.wait(counted, timeout, 'its counts');
    return {
      move: text === 'resign' ? text : this.#read(text),
      ms,
      nodes: said.nodes,
      nodesMs: said.ms ?? ms,
      depth: said.depth,
      cp: null,
    };
  }

  /** The move in the engine's writing, after which the match that follows has it too. */
  #follow(usi) {
    const text = this.#dialect.moves.write(this.told, usi);
    this.told.play(usi);
    this.#told++;
    return text;
  }

  #read(text) {
    const usi = this.#dialect.moves.read(this.told, text);
    this.#own = usi === null ? null : this.#dialect.moves.write(this.told, usi);
    if (usi === null) throw new PlayerFault('protocol', `move ${text} in ${this.told.sfen()}`);
    if (this.told.play(usi).ok) this.#told++;
    return usi;
  }

  #refusal(line) {
    if (/^Illegal move/.test(line)) throw new PlayerFault('refusal', `${line}, in ${this.told.sfen()}`);
    return undefined;
  }

  #answer(line, said) {
    this.#refusal(line);
    Object.assign(said, this.#dialect.nodes(line));
    if (/^(resign|Resigns)/.test(line)) return 'resign';
    if (/^(1-0|0-1|1\/2-1\/2) /.test(line)) return this.#claim(line);
    return this.#dialect.move(line);
  }

  /** That it lost is taken as resigning; what else it claims the rules would have said first. */
  #claim(line) {
    if (line.startsWith(this.told.turn() === 'b' ? '0-1' : '1-0')) return 'resign';
    throw new PlayerFault('protocol', `claims ${line} in ${this.told.sfen()}`);
  }

  async close() {
    this.told?.free();
    await this.#child?.close('quit');
    this.#child = undefined;
  }
}
