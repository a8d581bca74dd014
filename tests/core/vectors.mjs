// Holds a backend against the test data of tests/vectors/ (described in its README.md).
//
//   node tests/core/vectors.mjs --backend native=PATH_OF_TOOL|wasm=FOLDER [--max-nodes N] SUITE...
//
// A suite is cases, games, records or perft. Lines of games that the program does not know are counted, not judged. Exit
// code 1 if a line does not hold.
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { nativeBackend, wasmBackend } from './backends.mjs';

const folder = new URL('../vectors/', import.meta.url);
const readLines = async (name) => (await readFile(new URL(name, folder), 'utf8')).split('\n').filter((line) => line !== '');
const readJsonLines = async (name) => (await readLines(name)).map((line) => JSON.parse(line));

class Report {
  held = 0;
  failed = 0;
  skipped = new Map();
  constructor(suite, backend) {
    this.title = `${suite} (${backend})`;
  }
  skip(why) {
    this.skipped.set(why, (this.skipped.get(why) ?? 0) + 1);
  }
  check(name, got, wanted) {
    if (isDeepStrictEqual(got, wanted)) return true;
    console.log(`FAIL ${this.title} ${name}\n  wanted ${JSON.stringify(wanted)}\n  got    ${JSON.stringify(got)}`);
    return false;
  }
  line(holds) {
    if (holds) this.held++;
    else this.failed++;
  }
  end() {
    const skipped = [...this.skipped].map(([why, count]) => `, ${count} skipped: ${why}`).join('');
    console.log(`${this.title}: ${this.held} lines hold, ${this.failed} fail${skipped}`);
    if (this.held === 0) console.log(`FAIL ${this.title}: no line was judged`);
    return this.failed === 0 && this.held > 0;
  }
}

const unknownGame = (answer) => answer.error?.at === 'game' && answer.error.code === 'unknown';

/** What an answer of judge says about the thing that a case expects. */
function observed(answer, key) {
  if (answer.error) return answer;
  const [board, , third] = answer.sfen.split(' ');
  if (key === 'legal') return answer.probe.legal;
  if (key === 'board') return board;
  if (key === 'captured') return third;
  return answer[key];
}

const suites = {
  async cases(backend, report) {
    for (const line of [...(await readJsonLines('cases.jsonl')), ...(await readJsonLines('endgames-shogi.jsonl'))]) {
      const { game, rules, sfen, moves, probe, expect, id, title } = line;
      const answer = await backend.judge({ game, rules, sfen, moves, ...(probe === undefined ? {} : { probe }) });
      if (unknownGame(answer)) {
        report.skip(`no game ${game}`);
        continue;
      }
      const wrong = Object.keys(expect).filter(
        (key) => !report.check(`${id} (${title}) ${key}`, observed(answer, key), expect[key]),
      );
      report.line(wrong.length === 0);
    }
  },

  async games(backend, report, options) {
    for (const file of options.files) {
      for (const [i, line] of (await readJsonLines(file)).entries()) {
        const { game, rules, moves, start } = line;
        const answer = await backend.judge({ game, rules, moves, trace: true, ...(start === null ? {} : { sfen: start }) });
        if (unknownGame(answer)) {
          report.skip(`no game ${game}`);
          continue;
        }
        const got = answer.error ?? {
          legal_count: answer.trace_legal_count,
          legal_crc32: answer.trace_legal_crc32.join(' '),
          check: answer.trace_check.join(''),
          sfen: answer.sfen,
          result: answer.result,
        };
        const { legal_count, legal_crc32, check, sfen, result } = line;
        report.line(report.check(`${file}:${i + 1}`, got, { legal_count, legal_crc32, check, sfen, result }));
      }
    }
  },

  /** Games that people played: each move was legal, and only the last one may have ended the game. */
  async records(backend, report) {
    for (const [i, moves] of (await readLines('records/shogi/lishogi-12-games.usi')).entries()) {
      const answer = await backend.judge({ game: 'shogi', moves });
      const played = answer.error ?? Number(answer.sfen.split(' ')[3]) - 1;
      report.line(report.check(`lishogi-12-games.usi:${i + 1}`, played, moves.split(' ').length));
    }
  },

  async perft(backend, report, options) {
    for (const line of (await readLines('perft.tsv')).slice(1)) {
      const [game, rulesJson, sfen, depth, nodes] = line.split('\t');
      const rules = JSON.parse(rulesJson);
      if (Number(nodes) > options.maxNodes) {
        report.skip(`above ${options.maxNodes} nodes`);
        continue;
      }
      if (unknownGame(await backend.judge({ game }))) {
        report.skip(`no game ${game}`);
        continue;
      }
      const counted = await backend.perft(game, rules, sfen, Number(depth));
      report.line(report.check(`${game} ${rulesJson} ${sfen} depth ${depth}`, counted, Number(nodes)));
    }
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { backend: { type: 'string' }, 'max-nodes': { type: 'string', default: '1e18' } },
});
const [kind, path] = (values.backend ?? '').split(/=(.*)/);
const make = { native: nativeBackend, wasm: wasmBackend }[kind];
if (!make || !path || positionals.length === 0 || positionals.some((name) => !suites[name])) {
  console.error('usage: vectors.mjs --backend native=TOOL|wasm=FOLDER [--max-nodes N] cases|games|records|perft...');
  process.exit(2);
}
const options = {
  maxNodes: Number(values['max-nodes']),
  files: ['annan', 'chu', 'hasami', 'shogi'].map((game) => `games-${game}.jsonl`),
};
const backend = await make(path);
let ok = true;
for (const name of positionals) {
  const report = new Report(name, backend.name);
  await suites[name](backend, report, options);
  ok = report.end() && ok;
}
await backend.close();
process.exitCode = ok ? 0 : 1;
