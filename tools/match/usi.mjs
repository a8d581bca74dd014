// A player that speaks USI on its pipes.
import { performance } from 'node:perf_hooks';
import { Child, PlayerFault } from './child.mjs';

/** How long an engine may take to come up; gpsshogi reads 50 MB of weights. */
const START_MS = 60_000;

export class UsiPlayer {
  #child;
  #options = new Set();

  constructor(spec) {
    this.spec = spec;
  }

  /** A fresh process for a new game, so that no game depends on the one before. */
  async newGame({ game, rules, seed }) {
    const child = new Child(this.spec.command);
    this.#child = child;
    child.send('usi');
    await child.wait(
      (line) => {
        const option = /^option name (.+?) type /.exec(line);
        if (option) this.#options.add(option[1]);
        return line === 'usiok' ? true : undefined;
      },
      START_MS,
      'usiok',
    );
    if (this.#options.has('UCI_Variant')) child.send(`setoption name UCI_Variant value ${game}`);
    if (this.#options.has('Rule')) child.send(`setoption name Rule value ${rules === '' ? '<empty>' : rules}`);
    for (const [name, value] of this.spec.options)
      child.send(`setoption name ${name} value ${value.replaceAll('{seed}', String(seed))}`);
    child.send('isready');
    await child.wait((line) => (line === 'readyok' ? true : this.#refusal(line)), START_MS, 'readyok');
    child.send('usinewgame');
  }

  /**
   * {move, ms, nodes, nodesMs, depth, cp}: `move` is USI, "resign" or "win"; `nodesMs` is the time in which the engine says it
   * searched `nodes`; `cp` as the mover sees it, mates as ±30000; null: not said.
   */
  async think({ moves, limits, timeout }) {
    this.#child.forget();
    this.#child.send(`position startpos${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
    const start = performance.now();
    this.#child.send(`go ${usiLimits(limits)}`);
    let nodes = 0;
    let nodesMs = 0;
    let depth = 0;
    let cp = null;
    const move = await this.#child.wait(
      (line) => {
        if (line.startsWith('info ')) {
          this.#refusal(line);
          const count = / nodes (\d+)/.exec(line);
          if (count) nodes = Number(count[1]);
          if (count) nodesMs = Number(/ time (\d+)/.exec(line)?.[1] ?? performance.now() - start);
          depth = Number(/ depth (\d+)/.exec(line)?.[1] ?? depth);
          cp = readScore(line) ?? cp;
        }
        return /^bestmove (\S+)/.exec(line)?.[1];
      },
      timeout,
      'bestmove',
    );
    return { move, ms: performance.now() - start, nodes, nodesMs, depth, cp };
  }

  /** Our own engines say what they did not understand: a match under other rules than asked for would be worth nothing. */
  #refusal(line) {
    if (line.startsWith('info string error ')) throw new PlayerFault('protocol', line.slice('info string '.length));
  }

  async close() {
    await this.#child?.close('quit');
    this.#child = undefined;
  }
}

function readScore(line) {
  const cp = / score cp (-?\d+)/.exec(line);
  if (cp) return Number(cp[1]);
  const mate = / score mate (-?|\+?)/.exec(line);
  return mate ? (mate[1] === '-' ? -30_000 : 30_000) : null;
}

/** The rest of the `go` line. */
export function usiLimits({ nodes, depth, movetime, clock }) {
  if (nodes) return `nodes ${nodes}`;
  if (depth) return `depth ${depth}`;
  if (movetime) return `movetime ${movetime}`;
  const times = `btime ${clock.left.b} wtime ${clock.left.w}`;
  return clock.increment > 0 ? `${times} binc ${clock.increment} winc ${clock.increment}` : `${times} byoyomi ${clock.byoyomi}`;
}
