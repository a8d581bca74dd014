/*
 * What the page knows of a table, as a pure function of what the server said and what the viewer did.
 *
 * The server's events come numbered; one that is not the next is never applied, the gap is asked for. One command of
 * the viewer's may be under way (`pending`): it keeps its id and its seq until the server answers, is sent again after
 * a reconnect, and is withdrawn when the server refuses it.
 */
import {
  type ClientAgain,
  type ClientMessage,
  type ClientMove,
  type ClientResign,
  type ClientSit,
  type GameEvent,
  type Result,
  type Seat,
  type ServerError,
  type ServerMessage,
  type ServerPresence,
  type ServerSnapshot,
  type Side,
  WIRE_VERSION,
} from '../../../protocol/wire.ts';

export type Command = ClientMove | ClientResign | ClientAgain | ClientSit;

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
  /** What makes going on impossible: a newer server, or no such table. */
  fatal: 'version' | 'not_found' | null;
}

export interface Step {
  state: State;
  send: ClientMessage[];
}

export const emptyState: State = { you: null, table: null, pending: null, refusal: null, fatal: null };

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  );

/** The sides that this device holds. */
export function sidesOf(state: State): Side[] {
  const { table, you } = state;
  if (!table || you === null) return [];
  return (['b', 'w'] as const).filter((side) => table.seats[side].who === you);
}

export const isComputer = (seat: Seat): boolean => seat.who.startsWith('cpu:');

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
  return { state: { ...state, pending, refusal: null }, send: [pending] };
}

export function receive(state: State, message: ServerMessage, wanted: string): Step {
  switch (message.t) {
    case 'welcome':
      return welcome({ ...state, you: message.you }, message.version, wanted);
    case 'snapshot':
      return message.table === wanted ? snapshot(state, message) : { state, send: [] };
    case 'event':
      return message.table === wanted ? event(state, message.game, message.event) : { state, send: [] };
    case 'presence':
      return message.table === wanted ? presence(state, message) : { state, send: [] };
    case 'error':
      return error(state, message, wanted);
    case 'pong':
      return { state, send: [] };
  }
}

/** Something that this page cannot read arrived: look at everything again. */
export const unreadable = (state: State, wanted: string): Step => ({ state, send: [{ t: 'watch', table: wanted }] });

function watch(table: Table): ClientMessage {
  return { t: 'watch', table: table.table, game: table.game, seq: table.seq };
}

function welcome(state: State, version: number, wanted: string): Step {
  if (version !== WIRE_VERSION) return { state: { ...state, fatal: 'version' }, send: [] };
  const send: ClientMessage[] = [state.table ? watch(state.table) : { t: 'watch', table: wanted }];
  // What the server had already done is answered with its event; what it had not, is done now.
  if (state.pending) send.push(state.pending);
  return { state, send };
}

function snapshot(state: State, message: ServerSnapshot): Step {
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
  };
  const keep = state.pending?.game === message.game;
  return {
    state: { ...state, table, pending: keep ? state.pending : null, refusal: keep ? state.refusal : null, fatal: null },
    send: [],
  };
}

function event(state: State, game: string, happened: GameEvent): Step {
  const { table } = state;
  if (!table || game !== table.game) return { state, send: table ? [{ t: 'watch', table: table.table }] : [] };
  const mine = happened.id !== undefined && happened.id === state.pending?.id;
  const pending = mine ? null : state.pending;
  if (happened.seq <= table.seq) return { state: { ...state, pending }, send: [] };
  if (happened.seq !== table.seq + 1) return { state, send: [watch(table)] };
  const next: Table = { ...table, seq: happened.seq, result: happened.result ?? table.result };
  const send: ClientMessage[] = [];
  if (happened.kind === 'move' && happened.usi !== undefined) next.moves = [...table.moves, happened.usi];
  else if (happened.kind === 'seat' && happened.side !== undefined)
    next.seats = { ...table.seats, [happened.side]: { who: happened.who ?? '', name: '', here: (happened.who ?? '') !== '' } };
  else if (happened.kind === 'again') send.push({ t: 'watch', table: table.table });
  return { state: { ...state, table: next, pending, refusal: happened.kind === 'move' ? null : state.refusal }, send };
}

function presence(state: State, message: ServerPresence): Step {
  const { table } = state;
  if (!table) return { state, send: [] };
  if (message.game !== table.game) return { state, send: [{ t: 'watch', table: table.table }] };
  const next: Table = { ...table, seats: { b: message.b, w: message.w }, watchers: message.watchers };
  return { state: { ...state, table: next }, send: message.seq > table.seq ? [watch(table)] : [] };
}

function error(state: State, message: ServerError, wanted: string): Step {
  if (message.code === 'version') return { state: { ...state, fatal: 'version' }, send: [] };
  if (message.id !== undefined && message.id === state.pending?.id) {
    const refusal: Refusal = {
      code: message.code,
      rule: message.rule ?? null,
      squares: (message.squares ?? '').split(' ').filter(Boolean),
      command: state.pending.t,
    };
    const behind = state.table && (message.code === 'stale' || message.code === 'game_over');
    return { state: { ...state, pending: null, refusal }, send: behind && state.table ? [watch(state.table)] : [] };
  }
  if (message.code === 'not_found' && !state.table && (message.table === undefined || message.table === wanted))
    return { state: { ...state, fatal: 'not_found' }, send: [] };
  return { state, send: [] };
}
