#!/usr/bin/env node
// The levels against their neighbours, by `engine_ladder`, in parts of a few games that are kept in a file: stop it with
// Ctrl-C and start it again, it goes on where it stopped. The cheap rungs come first.
//
//   node tools/match/rungs.mjs [--out docs/strength/levels.jsonl] [--game NAME ...] [--rung N ...] [--games 60] [--concurrency 2]
//   node tools/match/rungs.mjs --table [--out FILE]        what has been played so far
//
// Rung N is level N against level N - 1; rung 1 is level 1 against `greedy`, 100 games. The highest level is limited by time
// alone: here it has the nodes of its second (docs/strength.md).
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'docs/strength/levels.jsonl' },
    game: { type: 'string', multiple: true },
    rung: { type: 'string', multiple: true },
    games: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '2' },
    ladder: { type: 'string', default: 'build/release/engine/engine_ladder' },
    table: { type: 'boolean', default: false },
  },
});

const SECOND = { shogi: 900_000, annan: 550_000, chu: 550_000, hasami: 400_000 };
const LEVELS = 10;
const PART = 4; // games, so that whole openings are played in one go

const playerOf = (game, level) => (level === 0 ? 'greedy' : level === LEVELS ? `${SECOND[game]}/0/0/0` : String(level));
const played = existsSync(values.out)
  ? readFileSync(values.out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const games = values.game ?? Object.keys(SECOND);
const rungs = (values.rung ?? Array.from({ length: LEVELS }, (_, i) => i + 1)).map(Number);

/** As in engine/tests/ladder.c: a game is added to each side, so that no interval is without an end. */
function elo({ won, drawn, lost }, side) {
  const count = won + drawn + lost + 2;
  const [w, l] = [won + 1, lost + 1];
  const share = (w + drawn / 2) / count;
  const variance = (w * (1 - share) ** 2 + drawn * (0.5 - share) ** 2 + l * share ** 2) / count;
  const at = Math.min(0.999, Math.max(0.001, share + side * 1.96 * Math.sqrt(variance / count)));
  return Math.round(-400 * Math.log10(1 / at - 1));
}

function sumOf(game, rung) {
  const sum = { won: 0, drawn: 0, lost: 0 };
  for (const part of played)
    if (part.game === game && part.rung === rung) for (const key of Object.keys(sum)) sum[key] += part[key];
  return sum;
}

function printTable() {
  const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
  for (const game of games)
    for (const rung of rungs) {
      const sum = sumOf(game, rung);
      if (sum.won + sum.drawn + sum.lost === 0) continue;
      const [from, middle, to] = [-1, 0, 1].map((side) => signed(elo(sum, side)));
      console.log(`| ${game} | ${rung} | +${sum.won} =${sum.drawn} −${sum.lost} | ${middle} [${from}, ${to}] |`);
    }
}

/** Plays one part; gives its line, or null when it was stopped. */
function play({ game, rung, from, to }) {
  const [one, other] = [playerOf(game, rung), playerOf(game, rung - 1)];
  return new Promise((done, fail) => {
    const child = spawn(values.ladder, [game, `${from}-${to}`, one, other], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', fail);
    child.on('close', (code, signal) => {
      const score = / \+(\d+) =(\d+) -(\d+) /.exec(text);
      if (signal) done(null);
      else if (code !== 0 || !score) fail(new Error(`${values.ladder} ended with ${code}: ${text}`));
      else {
        const [won, drawn, lost] = score.slice(1).map(Number);
        done({ game, rung, one, other, from, to, won, drawn, lost });
      }
    });
  });
}

function openParts() {
  const parts = [];
  for (const rung of rungs)
    for (const game of games) {
      const most = rung === 1 ? 100 : Number(values.games);
      for (let from = 0; from < most; from += PART) {
        const part = { game, rung, from, to: Math.min(most, from + PART) };
        const same = (other) => other.game === game && other.rung === rung && other.from === from;
        const had = played.find((other) => same(other) && other.one === playerOf(game, rung) && other.to === part.to);
        if (!had) parts.push(part);
      }
    }
  return parts;
}

if (!values.table) {
  let stopping = false;
  process.on('SIGINT', () => {
    stopping = true; // the games under way end with us
  });
  mkdirSync(dirname(values.out), { recursive: true });
  const open = openParts();
  const worker = async () => {
    while (open.length > 0 && !stopping) {
      const line = await play(open.shift());
      if (line === null) return;
      played.push(line);
      appendFileSync(values.out, `${JSON.stringify(line)}\n`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.concurrency) }, worker));
}
printTable();
