// The file of a match: one JSON line a game, each enough by itself to know what was played by whom under which limits. A
// run that stopped is continued by the same arguments. The KIF file beside it is written from it.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Ends that records have other words for. The rules' own ends need none, and the bound of plies is an interruption. */
const endings = {
  resignation: 'resignation',
  plies: 'interrupted',
  time: 'time',
  illegal: 'illegal',
  crash: 'forfeit',
  silent: 'forfeit',
  protocol: 'forfeit',
  refusal: 'interrupted',
};

/** What decides what is played; the number of games, SPRT and the like do not. */
export function matchId(setup) {
  return createHash('sha256').update(JSON.stringify(setup)).digest('hex').slice(0, 12);
}

export class Results {
  /** Reads what is there; throws when the file is of another match. A line that was cut off is removed. */
  constructor(path, setup, core) {
    this.path = path;
    this.setup = setup;
    this.core = core;
    this.id = matchId(setup);
    this.games = [];
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) this.#read();
    writeFileSync(this.kifPath, this.games.map((game) => this.kif(game)).join(''));
  }

  get kifPath() {
    return this.path.replace(/\.jsonl$/, '.kif');
  }

  /** A finished game: {n, sente: "a"|"b", opening, moves, result: "a"|"b"|"draw", end, used: {a, b}, fault}. */
  add(game) {
    const line = { match: this.id, ...this.setup, ...game, moves: game.moves.join(' ') };
    appendFileSync(this.path, `${JSON.stringify(line)}\n`);
    appendFileSync(this.kifPath, this.kif(line));
    this.games.push(line);
  }

  /** The opening of a pair of which a game was played already. */
  opening(pair) {
    const game = this.games.find(({ n }) => n >> 1 === pair);
    return game?.moves.split(' ').slice(0, game.opening);
  }

  kif(game) {
    const names = { a: this.setup.a.name, b: this.setup.b.name };
    const gote = game.sente === 'a' ? 'b' : 'a';
    const match = this.core.start({ rules: this.setup.rules, moves: game.moves.split(' ') });
    const ending = endings[game.end];
    const text = match.record('kif', {
      sente: names[game.sente],
      gote: names[gote],
      ...(ending ? { ending } : {}),
      headers: [
        ['棋戦', `${names.a} - ${names.b}, ${game.n + 1}`],
        ['備考', `opening: ${game.opening} plies drawn; end: ${game.end}${game.fault ? ` (${game.fault.message})` : ''}`],
      ],
    });
    match.free();
    return `${text.trimEnd()}\n\n`;
  }

  #read() {
    const text = readFileSync(this.path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) truncateSync(this.path, Buffer.byteLength(whole));
    for (const line of whole.split('\n').filter(Boolean)) {
      const game = JSON.parse(line);
      if (game.match !== this.id)
        throw new Error(`${this.path} holds games of another match (${game.match}, this one is ${this.id})`);
      this.games.push(game);
    }
  }
}
