/*
 * What the page knows of a table, as a pure function of what the server said and what the viewer did.
 *
 * The server's events come numbered; one that is not the next is never applied, the gap is asked for. One command of
 * the viewer's may be under way (`pending`): it keeps its id and its seq until the server answers, is sent again after
 * a reconnect, and is withdrawn when the server refuses it.
 */
import {
  type ClientAccept,
  type ClientAgain,
  type ClientComputer,
  type ClientDecline,
  type ClientMessage,
  type ClientMove,
  type ClientOffer,
  type ClientResign,
  type ClientSet,
  type ClientSit,
  type Clock,
  type GameEvent,
  type Request,
  type Result,
  type Score,
  type Seat,
  type ServerError,
  type ServerEvent,
  type ServerMessage,
  type ServerPresence,
  type ServerSnapshot,
  type Side,
  WIRE_VERSION,
} from '../../../protocol/wire.ts';

export type Command =
  | ClientMove
  | ClientResign
  | ClientAgain
  | ClientSit
  | ClientSet
  | ClientOffer
  | ClientAccept
  | ClientDecline
  | ClientComputer;

/** A clock as the server told it, and when: ms of a clock of this device that does not jump. */
export interface ToldClock extends Clock {
  at: number;
}

export interface Table {
  table: string;
  kind: string;
  rules: string;
  settings: Record<string, string>;
  game: string;
  number: number;
  seq: number;
  start: string;
  moves: readonly string[];
  seats: Readonly<Record<Side, Seat>>;
  watchers: number;
  result: Result | null;
  /** Of a rated game that has ended: what it did to sente's rating; gote's changed by the opposite. */
  change: number | null;
  /** Who made the table, and may change it as long as it is not `fixed`. */
  host: string;
  fixed: boolean;
  /** Of the sitting, before this game. */
  score: Score;
  /** null: there is none. */
  clock: ToldClock | null;
  asleep: boolean;
  /** What each side asked for in vain since the last move, and may not ask for again before the next. */
  settled: Readonly<Record<Side, readonly Request[]>>;
  /** What happened last, where that is no move: to be said in words. */
  notice: GameEvent | null;
}

/** The server refused a command. */
export interface Refusal {
  /** base/error.h */
  code: string;
  rule: string | null;
  squares: readonly string[];
  command: Command['t'];
}

export interface State {
  /** Public id of this device. */
  you: string | null;
  table: Table | null;
  pending: Command | null;
  refusal: Refusal | null;
  /** What makes going on impossible: a newer server, no such table, or a device that may not come. */
  fatal: 'version' | 'not_found' | 'banned' | null;
  /** Something unreadable came, and nothing readable about the table since. */
  confused: boolean;
  /** How often the pending command was put off by a server that has too much to do. */
  putOff: number;
}

export interface Step {
  state: State;
  send: ClientMessage[];
  /** The pending command is to be sent again in a while. */
  later?: boolean;
  /** The table is to be asked for again in a while. */
  look?: boolean;
}

/** A busy server is asked so many times again before a command is withdrawn. */
const PUT_OFF_MAX = 5;

export const emptyState: State = {
  you: null,
  table: null,
  pending: null,
  refusal: null,
  fatal: null,
  confused: false,
  putOff: 0,
};

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  );

/**
 * Commands that are meant whatever the other side did in the meantime: who resigns does so after the other's move too, and
 * of two who press "play again" at the same moment both want it.
 */
const HOLDS: Partial<Record<Command['t'], true>> = { resign: true, again: true };

/** The sides that this device holds. */
export function sidesOf(state: State): Side[] {
  const { table, you } = state;
  if (!table || you === null) return [];
  return (['b', 'w'] as const).filter((side) => table.seats[side].who === you);
}

export const isComputer = (seat: Seat): boolean => seat.who.startsWith('cpu:');

/** The computer moves there, whoever the seat belongs to. */
export const isPlayedByComputer = (seat: Seat): boolean => isComputer(seat) || seat.plays !== undefined;

export const asksOf = (seat: Seat): Request[] => (seat.asks ?? '').split(' ').filter(Boolean) as Request[];

/** ms left of the running turn at the moment `now`; never more than was told. */
export const leftOf = (clock: ToldClock, now: number): number =>
  clock.runs ? Math.max(0, Math.min(clock.left, clock.left - (now - clock.at))) : clock.left;

/** The moves to show: with the viewer's own that the server has not confirmed yet. */
export function movesShown(state: State): readonly string[] {
  const { table, pending } = state;
  if (!table) return [];
  return pending?.t === 'move' && pending.game === table.game && pending.seq === table.seq
    ? [...table.moves, pending.usi]
    : table.moves;
}

/** A command of the viewer's. One at a time; while another is under way it is ignored. */
export function command(state: State, make: (table: Table) => Command): Step {
  if (!state.table || state.pending || state.fatal) return { state, send: [] };
  const pending = make(state.table);
  return { state: { ...state, pending, refusal: null, putOff: 0 }, send: [pending] };
}

/** `now`: ms of a clock that does not jump, as the clocks of the table are counted by. */
export function receive(state: State, message: ServerMessage, wanted: string, now: number): Step {
  switch (message.t) {
    case 'welcome':
      return welcome({ ...state, you: message.you }, message.version, wanted);
    case 'snapshot':
      return message.table === wanted ? snapshot(state, message, now) : { state, send: [] };
    case 'event':
      return message.table === wanted ? event(state, message, now) : { state, send: [] };
    case 'presence':
      return message.table === wanted ? presence(state, message, now) : { state, send: [] };
    case 'error':
      return error(state, message, wanted);
    default: // nothing about a table
      return { state, send: [] };
  }
}

/** Something that this page cannot read arrived: looks at everything again, once; then the page is too old. */
export function unreadable(state: State, wanted: string): Step {
  if (state.confused) return { state: { ...state, fatal: 'version' }, send: [] };
  return { state: { ...state, confused: true }, send: [{ t: 'watch', table: wanted }] };
}

/** Asks for what has happened since, and for how the clock stands. */
export function watch(table: Table): ClientMessage {
  return { t: 'watch', table: table.table, game: table.game, seq: table.seq };
}

/** The same, or for everything where nothing is known yet. */
export const watchFrom = ({ table }: State, wanted: string): ClientMessage =>
  table ? watch(table) : { t: 'watch', table: wanted };

function welcome(state: State, version: number, wanted: string): Step {
  if (version !== WIRE_VERSION) return { state: { ...state, fatal: 'version' }, send: [] };
  const send: ClientMessage[] = [watchFrom(state, wanted)];
  // What the server had already done is answered with its event; what it had not, is done now.
  if (state.pending) send.push(state.pending);
  return { state, send };
}

const told = (clock: Clock | undefined, now: number): ToldClock | null => (clock ? { ...clock, at: now } : null);

const NOTHING_SETTLED: Table['settled'] = { b: [], w: [] };

function snapshot(state: State, message: ServerSnapshot, now: number): Step {
  const before = state.table?.game === message.game ? state.table : null;
  const table: Table = {
    table: message.table,
    kind: message.kind,
    rules: message.rules,
    settings: settingsOf(message.settings),
    game: message.game,
    number: message.number,
    seq: message.seq,
    start: message.start,
    moves: message.moves.split(' ').filter(Boolean),
    seats: { b: message.b, w: message.w },
    watchers: message.watchers,
    result: message.result ?? null,
    change: message.change ?? null,
    host: message.host ?? '',
    fixed: message.fixed ?? true,
    score: message.score ?? { b: 0, w: 0, draws: 0 },
    clock: told(message.clock, now),
    asleep: message.asleep ?? false,
    settled: before?.settled ?? NOTHING_SETTLED,
    notice: before?.seq === message.seq ? before.notice : null,
  };
  const keep = state.pending?.game === message.game;
  return {
    state: {
      ...state,
      table,
      pending: keep ? state.pending : null,
      refusal: keep ? state.refusal : null,
      fatal: null,
      confused: false,
    },
    send: [],
  };
}

function event(state: State, { game, event: happened, clock }: ServerEvent, now: number): Step {
  const { table } = state;
  if (!table || game !== table.game) return { state, send: table ? [{ t: 'watch', table: table.table }] : [] };
  const mine = happened.id !== undefined && happened.id === state.pending?.id;
  const pending = mine ? null : state.pending;
  if (happened.seq <= table.seq) return { state: { ...state, pending }, send: [] };
  if (happened.seq !== table.seq + 1) return { state, send: [watch(table)] };
  const next: Table = {
    ...table,
    ...changes(table, happened),
    seq: happened.seq,
    result: happened.result ?? table.result,
    change: happened.change ?? table.change,
    clock: told(clock, now),
    notice: happened.kind === 'move' ? null : happened,
  };
  next.seats = measured(next.seats, happened.change);
  // The next game, and what a change of the table does to its start, come in a snapshot; this asks for it in any case.
  const send: ClientMessage[] = happened.kind === 'again' ? [{ t: 'watch', table: table.table }] : [];
  return { state: { ...state, table: next, pending, refusal: happened.kind === 'move' ? null : state.refusal }, send };
}

/** What an event changes besides the result and the clock. */
function changes(table: Table, { kind, side, usi, who, what, why, plies }: GameEvent): Partial<Table> {
  const seat = (at: Side, seat: Partial<Seat>): Partial<Table> => ({
    seats: { ...table.seats, [at]: { ...table.seats[at], ...seat } },
  });
  switch (kind) {
    case 'move':
      return usi === undefined
        ? {}
        : {
            moves: [...table.moves, usi],
            seats: { b: lapsed(table.seats.b, side === 'b'), w: lapsed(table.seats.w, side === 'w') },
            fixed: true,
            settled: NOTHING_SETTLED,
          };
    case 'takeback':
      return {
        moves: table.moves.slice(0, table.moves.length - (plies ?? 0)),
        seats: { b: lapsed(table.seats.b, false), w: lapsed(table.seats.w, false) },
      };
    case 'seat':
      return side === undefined ? {} : seat(side, { who: who ?? '', name: '', here: (who ?? '') !== '' });
    case 'offer':
      return side && what ? seat(side, { asks: [...asksOf(table.seats[side]), what].join(' ') }) : {};
    case 'decline':
      return side && what ? declined(table, side, what) : {};
    case 'computer':
      return side && who !== undefined ? seat(side, { plays: who, ...(why && { why }) }) : {};
    case 'back':
      return side ? { seats: { ...table.seats, [side]: handedBack(table.seats[side]) } } : {};
    case 'sleep':
      return { asleep: true };
    case 'wake':
      return { asleep: false };
    case 'resign':
    case 'draw':
    case 'time':
    case 'again':
    case 'set':
      return {};
  }
}

/** Seats whose ratings are those after the game. */
function measured(seats: Table['seats'], change: number | undefined): Table['seats'] {
  const after = (seat: Seat, by: number): Seat => (seat.rating === undefined ? seat : { ...seat, rating: seat.rating + by });
  return change === undefined ? seats : { b: after(seats.b, change), w: after(seats.w, -change) };
}

function handedBack({ plays, why, ...seat }: Seat): Seat {
  return seat;
}

/** A seat after a move: nothing is asked any more, and whose time had run out plays again after the move made for them. */
function lapsed({ asks, ...seat }: Seat, moved: boolean): Seat {
  return moved && seat.why === 'time' ? handedBack(seat) : seat;
}

/** `side` refused what the other asks for, or withdrew what it asked for itself. */
function declined(table: Table, side: Side, what: Request): Partial<Table> {
  const asker = asksOf(table.seats[side]).includes(what) ? side : side === 'b' ? 'w' : 'b';
  const seat = table.seats[asker];
  return {
    seats: {
      ...table.seats,
      [asker]: {
        ...seat,
        asks: asksOf(seat)
          .filter((asked) => asked !== what)
          .join(' '),
      },
    },
    settled: { ...table.settled, [asker]: [...table.settled[asker], what] },
  };
}

function presence(state: State, message: ServerPresence, now: number): Step {
  const { table } = state;
  if (!table) return { state, send: [] };
  if (message.game !== table.game) return { state, send: [{ t: 'watch', table: table.table }] };
  const next: Table = {
    ...table,
    seats: { b: message.b, w: message.w },
    watchers: message.watchers,
    clock: told(message.clock, now),
    asleep: message.asleep ?? false,
  };
  return { state: { ...state, table: next }, send: message.seq > table.seq ? [watch(table)] : [] };
}

function error(state: State, message: ServerError, wanted: string): Step {
  if (message.code === 'version') return { state: { ...state, fatal: 'version' }, send: [] };
  if (message.code === 'forbidden' && message.at === 'device') return { state: { ...state, fatal: 'banned' }, send: [] };
  if (message.id !== undefined && message.id === state.pending?.id) {
    if ((message.code === 'busy' || message.code === 'store') && state.putOff < PUT_OFF_MAX)
      return { state: { ...state, putOff: state.putOff + 1 }, send: [], later: true };
    if (message.code === 'stale' && message.seq !== undefined && state.table && HOLDS[state.pending.t]) {
      const pending = { ...state.pending, seq: message.seq };
      return { state: { ...state, pending }, send: [watch(state.table), pending] };
    }
    const refusal: Refusal = {
      code: message.code,
      rule: message.rule ?? null,
      squares: (message.squares ?? '').split(' ').filter(Boolean),
      command: state.pending.t,
    };
    const behind = state.table && (message.code === 'stale' || message.code === 'game_over');
    return { state: { ...state, pending: null, refusal }, send: behind && state.table ? [watch(state.table)] : [] };
  }
  if ((message.code === 'busy' || message.code === 'store') && message.id === undefined && message.table === wanted)
    return { state, send: [], look: true };
  if (message.code === 'not_found' && !state.table && (message.table === undefined || message.table === wanted))
    return { state: { ...state, fatal: 'not_found' }, send: [] };
  return { state, send: [] };
}
