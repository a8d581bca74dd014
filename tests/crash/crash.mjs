// Plays many games at once over WebSocket, kills the server with SIGKILL at a random instant, starts it again on the same
// data, and looks for every event that any client was shown. Then the same games go on, into the next crash.
//
//   node tests/crash/crash.mjs [--rounds 10] [--games 200] [--settings "--engines 1"]
//
// After each crash it must hold that
//   - every event that was shown to anybody is there, unchanged, under the same number (nothing confirmed is lost);
//   - the events of a game are numbered without a gap, and no command made two of them;
//   - a command that was under way at the crash, sent again with its id, is one event: the one it had made or a new one;
//   - each device is still itself and has its seat;
//   - no clock of the games that have one (every second) shows more than before the crash, nor much less: it stood while
//     no server was there;
//   - nobody lost on time, or was replaced, because the server was away.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Client, Server, sleep, temporaryFolder } from '../protocol/harness.mjs';
import { RandomGame } from '../protocol/random_game.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    games: { type: 'string', default: '200' },
    settings: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const gameCount = Number(values.games);
const settings = [
  ...[
    '--message-rate',
    '0',
    '--address-rate',
    '0',
    '--max-connections-per-address',
    '100000',
    '--max-sockets-per-address',
    '100000',
    '--device-rate',
    '0',
    '--address-tables',
    '0',
    '--address-commands',
    '0',
    '--address-devices',
    '0',
    '--log',
    'warn',
  ],
  ...values.settings.split(' ').filter(Boolean),
];
const failures = [];
const fail = (what) => {
  failures.push(what);
  if (failures.length <= 10) console.error(`LOST: ${what}`);
};

/** One game between two devices; it remembers every event that either of them was shown. */
/** What everybody is told of an event; its id is told to the device that sent the command. */
const public_ = ({ id, ...event }) => event;

class Game {
  constructor(timed) {
    this.settings = timed ? 'turn_seconds=60' : '';
    this.players = [{}, {}];
    this.start();
  }

  start() {
    this.shown = new Map();
    this.rules = new RandomGame();
    this.newest = 0;
    this.over = false;
    this.pending = null;
    this.clock = null;
    this.sent = new Map(); // when the move was sent that is to be the event of this number
  }

  async connect(server) {
    this.connected = performance.now();
    for (const player of this.players) {
      const client = await Client.connect(server, { cookie: player.cookie });
      if (player.who && player.who !== client.welcome.you) fail(`a device became another: ${player.who}`);
      player.who = client.welcome.you;
      player.cookie = client.cookie;
      player.client = client;
      client.heard = (message) => this.hear(message);
    }
  }

  /** A new table, both seated. */
  async open() {
    this.start();
    const [creator, guest] = this.players;
    const opened = await creator.client.open({ settings: this.settings });
    if (opened.t !== 'snapshot') throw new Error(`open: ${JSON.stringify(opened)}`);
    this.table = opened.table;
    this.game = opened.game;
    this.newest = Math.max(this.newest, opened.seq);
    guest.client.send({ t: 'watch', table: this.table });
    const seen = await guest.client.next('snapshot');
    const sat = await guest.client.command({ t: 'sit', game: this.game, seq: seen.seq });
    if (sat.t !== 'event') throw new Error(`sit: ${JSON.stringify(sat)}`);
    this.sides = opened.b.who === creator.who ? this.players : [guest, creator];
  }

  hear(message) {
    const { game, event } = message;
    if (message.t === 'error') fail(`refused: ${JSON.stringify(message)}`);
    this.see(message);
    if (message.t !== 'event' || (this.game && game !== this.game)) return;
    if (['computer', 'time'].includes(event.kind)) fail(`${game}: ${event.kind} though everybody moves at once`);
    const known = this.shown.get(event.seq);
    if (known && !isDeepStrictEqual(known, public_(event))) fail(`event ${event.seq} of ${game} changed after it was shown`);
    if (!known) {
      this.shown.set(event.seq, public_(event));
      this.newest = Math.max(this.newest, event.seq);
      if (event.kind === 'move') this.rules.play(event.usi);
      if (event.result) this.over = true;
    }
    if (event.id !== undefined && event.id === this.pending?.id) this.pending = null;
    if (this.playing && !this.pending) this.moveOn();
  }

  /** What the clock of this turn showed last, and between which times it did: what is told may lie here for a while. */
  see({ t, game, event, clock, seq = event?.seq }) {
    if ((t !== 'event' && t !== 'presence') || !clock || (this.game && game !== this.game)) return;
    if (this.clock && seq < this.clock.seq) return;
    const since = this.sent.get(seq) ?? this.connected;
    this.clock = { seq, left: clock.left, runs: clock.runs, since, at: performance.now() };
  }

  /** The clock of a turn that has gone on, after a restart. */
  compareClock({ seq, clock }) {
    const before = this.clock;
    this.clock = null;
    if (!this.settings || this.over || before?.seq !== seq || !before.runs) return 0;
    // What it showed when the server was killed; hall time goes on by two seconds at most from the last beat.
    const most = before.left - Math.max(0, killed - before.at);
    const least = before.left - (dead - before.since) - 2000 - (performance.now() - started);
    if (!clock?.runs) fail(`the clock of ${this.game} stands`);
    else if (clock.left > before.left) fail(`the clock of ${this.game} grew: ${before.left} to ${clock.left}`);
    else if (clock.left > most + 500) fail(`the clock of ${this.game} grew: ${most} at the crash, ${clock.left} after`);
    else if (clock.left < least - 500)
      fail(`the clock of ${this.game} went on without a server: ${clock.left}, at least ${least}`);
    return 1;
  }

  moveOn() {
    const usi = this.over ? null : this.rules.any();
    if (!usi) return;
    this.pendingTurn = this.rules.position.turn === 'sente' ? 0 : 1;
    const mover = this.sides[this.pendingTurn];
    this.pending = { t: 'move', game: this.game, seq: this.newest, id: randomUUID(), usi };
    this.sent.set(this.newest + 1, performance.now());
    if (mover.client.socket.readyState === 1) mover.client.send(this.pending);
  }

  /** After the crash: asks for all events, compares, and sends what was under way again. */
  async check() {
    const [player, other] = this.players;
    const before = new Map(this.shown);
    const seen = new Map();
    player.client.heard = (message) => {
      if (message.t === 'event') seen.set(message.event.seq, message.event);
    };
    player.client.send({ t: 'watch', table: this.table, game: this.game, seq: 0 });
    const presence = await player.client.next('presence');
    const clocks = this.compareClock(presence);
    const seats = [presence.b.who, presence.w.who];
    if (
      !isDeepStrictEqual(
        seats,
        this.sides.map(({ who }) => who),
      )
    )
      fail(`seats of ${this.game}: ${seats}`);
    for (const [seq, event] of before)
      if (!isDeepStrictEqual(seen.has(seq) && public_(seen.get(seq)), event))
        fail(`event ${seq} of ${this.game}: was ${JSON.stringify(event)}, is ${JSON.stringify(seen.get(seq))}`);
    for (let seq = 1; seq <= presence.seq; seq++) if (!seen.has(seq)) fail(`event ${seq} of ${this.game} is missing`);
    const ids = [...seen.values()].map(({ id }) => id).filter((id) => id !== undefined);
    if (new Set(ids).size !== ids.length) fail(`a command of ${this.game} made two events`);
    if (presence.seq > this.newest + 1) fail(`${this.game} has ${presence.seq} events, ${this.newest} were shown`);
    player.client.heard = (message) => this.hear(message);
    const survived = seen.get(this.newest + 1);
    const { pending } = this;
    other.client.send({ t: 'watch', table: this.table, game: this.game, seq: this.newest });
    await other.client.next('presence');
    if (survived) this.hear({ t: 'event', game: this.game, event: survived });
    if (pending) {
      const answer = await this.sides[this.pendingTurn].client.command(pending);
      if (answer.t !== 'event' || answer.event.usi !== pending.usi)
        fail(`sent again: ${JSON.stringify(pending)} was answered with ${JSON.stringify(answer)}`);
      else if (survived && !isDeepStrictEqual(public_(answer.event), public_(survived)))
        fail(`sent again, ${pending.id} made a second event`);
    }
    return { compared: before.size, survived: survived ? 1 : 0, clocks };
  }
}

async function inTurns(list, step, width = 50) {
  const results = [];
  for (let i = 0; i < list.length; i += width) results.push(...(await Promise.all(list.slice(i, i + width).map(step))));
  return results;
}

const folder = temporaryFolder('shogikan-crash');
const games = Array.from({ length: gameCount }, (_, i) => new Game(i % 2 === 1));
let server = await Server.start(settings, { data: folder.path });
let compared = 0;
let clocksCompared = 0;
let killed = 0; // the server was there until then, and perhaps a little longer
let dead = 0; // and surely not any more
let started = 0;
for (let round = 1; round <= rounds; round++) {
  const finished = [];
  await inTurns(games, async (game) => {
    if (!game.players[0].client || game.players[0].client.isClosed) await game.connect(server);
    if (game.table && !game.over) return;
    if (game.table) finished.push(game.game);
    await game.open();
  });
  for (const game of games) {
    game.playing = true;
    game.moveOn();
  }
  const wait = 300 + Math.random() * 1700;
  await sleep(wait);
  killed = performance.now();
  await server.kill();
  dead = performance.now();
  for (const game of games) game.playing = false;
  await Promise.all(games.flatMap(({ players }) => players.map(({ client }) => client.closed)));

  await sleep(round === rounds ? 6000 : 300); // nobody is there, and no clock runs
  started = performance.now();
  server = await Server.start(settings, { data: folder.path });
  await inTurns(games, (game) => game.connect(server));
  const results = await inTurns(games, (game) => game.check());
  const events = results.reduce((sum, result) => sum + result.compared, 0);
  const survived = results.reduce((sum, result) => sum + result.survived, 0);
  compared += events;
  const clocks = results.reduce((sum, result) => sum + result.clocks, 0);
  clocksCompared += clocks;
  console.log(
    `round ${round}: killed after ${Math.round(wait)} ms; ${events} shown events of ${games.length} games compared; ` +
      `${survived} were durable but not yet shown; ${clocks} clocks compared; ${finished.length} games had ended; ${failures.length} failures`,
  );
}
await server.stop();
folder.remove();
console.log(`${compared} comparisons, ${clocksCompared} clocks, ${failures.length} failures`);
process.exit(failures.length === 0 && compared > 0 && clocksCompared > 0 ? 0 : 1);
