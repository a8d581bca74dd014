// The command line of a match.
import { parseArgs } from 'node:util';
import { protocols } from './players.mjs';

export const usage = `usage: node tools/match/match.mjs --game NAME --out FILE.jsonl [options]

players, for X = a and b:
  --X.cmd "PROGRAM ARGUMENTS"   an engine (quotes around a word keep its spaces)
  --X.protocol usi|cecp|greedy  usi unless given; greedy is built in and needs no --X.cmd
  --X.name NAME                 its name in the results
  --X.option NAME=VALUE         repeatable; {seed} in a value is a number that differs from game to game
limits, for both players, or with --X. for one:
  --nodes N | --depth N | --movetime MS | --time MS [--byoyomi MS] [--increment MS]
what is played:
  --rule NAME=VALUE             repeatable: local rules
  --seed N (1)                  openings and {seed}
  --opening-plies N (8)         random legal plies that every game begins with
  --opening-bound CP (150)      kept when the judge's score is within this many centipawns
  --opening-judge "COMMAND"     a USI engine; "none": every opening is kept. Default: the first player that speaks USI
  --max-plies N (512)           a game of this length is a draw
  --margin MS (100)             a longer overrun is counted, on a clock (--time) it loses
how much:
  --games N (60)  --concurrency N (2)
  --sprt "ELO0 ELO1 ALPHA BETA" stops when decided
  --wasm DIR (build/release/wasm)   the rules`;

const perPlayer = ['nodes', 'depth', 'movetime', 'time', 'byoyomi', 'increment'];
const string = { type: 'string' };
const list = { type: 'string', multiple: true };
const options = {
  ...Object.fromEntries(
    ['a', 'b'].flatMap((x) => [
      [`${x}.cmd`, string],
      [`${x}.protocol`, string],
      [`${x}.name`, string],
      [`${x}.option`, list],
      ...perPlayer.map((name) => [`${x}.${name}`, string]),
    ]),
  ),
  ...Object.fromEntries(perPlayer.map((name) => [name, string])),
  ...Object.fromEntries(
    [
      'game',
      'out',
      'seed',
      'opening-plies',
      'opening-bound',
      'opening-judge',
      'max-plies',
      'margin',
      'games',
      'sprt',
      'wasm',
    ].map((name) => [name, string]),
  ),
  concurrency: string,
  rule: list,
  help: { type: 'boolean' },
};

/** Words, with quotes kept together: `a "b c"` is two. */
export const splitCommand = (text) =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, word]) => double ?? single ?? word);

const whole = (name, text) => {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`--${name}: a whole number, not "${text}"`);
  return Number(text);
};

function limitsOf(values, x) {
  const own = perPlayer.filter((name) => values[`${x}.${name}`] !== undefined);
  const names = own.length > 0 ? own : perPlayer.filter((name) => values[name] !== undefined);
  const limits = Object.fromEntries(names.map((name) => [name, whole(name, values[own.length > 0 ? `${x}.${name}` : name])]));
  const kinds = ['nodes', 'depth', 'movetime', 'time'].filter((name) => limits[name] !== undefined);
  if (kinds.length !== 1) throw new Error(`player ${x} needs one of --nodes, --depth, --movetime and --time`);
  if (values[`${x}.protocol`] === 'cecp' && kinds[0] !== 'movetime') throw new Error('a cecp player needs --movetime');
  if (kinds[0] !== 'time' && (limits.byoyomi || limits.increment)) throw new Error('--byoyomi and --increment need --time');
  if (limits.time === 0 && !limits.byoyomi && !limits.increment) throw new Error('a clock without any time');
  return limits;
}

function playerOf(values, x) {
  const protocol = values[`${x}.protocol`] ?? 'usi';
  if (!protocols.includes(protocol)) throw new Error(`--${x}.protocol: one of ${protocols.join(', ')}`);
  const cmd = values[`${x}.cmd`];
  if ((protocol === 'greedy') !== (cmd === undefined)) throw new Error(`--${x}.cmd: an engine needs it, greedy has none`);
  const command = cmd === undefined ? [] : splitCommand(cmd);
  const pairs = (values[`${x}.option`] ?? []).map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
    if (name === undefined) throw new Error(`--${x}.option: NAME=VALUE, not "${text}"`);
    return [name, value];
  });
  const limits = protocol === 'greedy' ? {} : limitsOf(values, x);
  return { name: values[`${x}.name`] ?? command[0]?.split('/').pop() ?? protocol, protocol, command, options: pairs, limits };
}

/** {setup, run}: what is played, and how much of it. Throws an Error that says what is wrong. */
export function readArguments(argv) {
  const { values } = parseArgs({ args: argv, options });
  if (values.help) return null;
  for (const name of ['game', 'out']) if (!values[name]) throw new Error(`--${name} is needed`);
  if (!values.out.endsWith('.jsonl')) throw new Error('--out: a name that ends in .jsonl');
  const number = (name, otherwise) => whole(name, values[name] ?? String(otherwise));
  const a = playerOf(values, 'a');
  const b = playerOf(values, 'b');
  const judgeCommand = values['opening-judge'];
  const judge =
    judgeCommand === undefined
      ? ([a, b].find(({ protocol }) => protocol === 'usi') ?? null)
      : judgeCommand === 'none'
        ? null
        : { command: splitCommand(judgeCommand), options: [] };
  const setup = {
    game: values.game,
    rules: (values.rule ?? []).join(' '),
    a,
    b,
    seed: number('seed', 1),
    openings: {
      plies: number('opening-plies', 8),
      bound: number('opening-bound', 150),
      judge: judge && { protocol: 'usi', command: judge.command, options: [] },
    },
    maxPlies: number('max-plies', 512),
    margin: number('margin', 100),
  };
  return {
    setup,
    run: {
      path: values.out,
      games: number('games', 60),
      concurrency: Math.max(1, number('concurrency', 2)),
      test: values.sprt === undefined ? null : readSprt(values.sprt),
    },
    wasm: values.wasm ?? 'build/release/wasm',
  };
}

function readSprt(text) {
  const [elo0, elo1, alpha, beta, ...rest] = text.trim().split(/\s+/).map(Number);
  const chance = (x) => x > 0 && x < 0.5;
  if (!(elo0 < elo1 && chance(alpha) && chance(beta)) || rest.length > 0)
    throw new Error('--sprt: "elo0 elo1 alpha beta", as in "0 5 0.05 0.05"');
  return { elo0, elo1, alpha, beta };
}
