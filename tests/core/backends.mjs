// Two ways to ask the same rules: the native judge and perft as processes, and the WebAssembly modules. Both take a
// line as tools/judge.h says and give an answer of the same form, so the tests need not know which one answers.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { loadCores, RuleError } from './core_module.mjs';
import { crc32 } from './crc32.mjs';

const run = promisify(execFile);

/** @param tool path of rules_tool or shogikan */
export async function nativeBackend(tool) {
  const child = spawn(tool, ['judge'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  const waiting = [];
  let ended = null;
  lines.on('line', (line) => {
    const next = waiting.shift();
    if (next) next.resolve(line);
    else ended ??= new Error(`judge wrote a line that nobody asked for: ${line}`);
  });
  child.on('exit', (code, signal) => {
    ended ??= new Error(`judge ended: ${signal ?? code}`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  });
  child.stdin.on('error', () => {});
  const ask = (line) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.push({ resolve, reject });
      child.stdin.write(`${line}\n`);
    });
  return {
    name: 'native',
    /** One raw line, the raw answer. */
    ask,
    judge: async (question) => JSON.parse(await ask(JSON.stringify(question))),
    async perft(game, rules, sfen, depth) {
      const settings = Object.entries(rules).flatMap(([name, value]) => ['--rule', `${name}=${value}`]);
      const { stdout } = await run(tool, ['perft', '--game', game, ...settings, '--sfen', sfen, '--depth', `${depth}`]);
      const match = /(?:^|\n)nodes (\d+)\n$/.exec(stdout);
      if (!match) throw new Error(`perft answered ${JSON.stringify(stdout)}`);
      return Number(match[1]);
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.on('exit', done));
      if (child.exitCode !== 0) throw new Error(`judge ended with ${child.signalCode ?? child.exitCode}`);
    },
  };
}

const rulesText = (rules = {}) =>
  Object.entries(rules)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

function judgeWith(core, question) {
  const trace = { trace_legal_count: [], trace_legal_crc32: [], trace_check: [] };
  const moves = typeof question.moves === 'string' ? question.moves.split(' ').filter(Boolean) : (question.moves ?? []);
  let match;
  try {
    match = core.start({ sfen: question.sfen ?? undefined, rules: rulesText(question.rules) });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return { error: { at: error.at, code: error.code, message: error.message } };
  }
  try {
    for (const [i, move] of moves.entries()) {
      if (question.trace) {
        const legal = match.legal();
        trace.trace_legal_count.push(legal.length);
        trace.trace_legal_crc32.push(crc32(legal.join(' ')));
        trace.trace_check.push(Number(match.check().check));
      }
      const played = match.play(move);
      if (!played.ok) return { error: { at: `moves[${i}]`, code: played.rule ?? played.code, message: '' } };
    }
    const legal = match.legal();
    const answer = {
      sfen: match.sfen(),
      legal_count: legal.length,
      check: match.check().check,
      result: match.result(),
    };
    if (question.legal) answer.legal = legal;
    if (question.probe !== undefined) {
      const why = match.explain(question.probe);
      if (why.rule === 'syntax') return { error: { at: 'probe', code: 'syntax', message: '' } };
      answer.probe = { legal: why.legal, rule: why.rule };
    }
    return question.trace ? { ...answer, ...trace } : answer;
  } finally {
    match.free();
  }
}

/** @param folder with core-<game>.wasm */
export async function wasmBackend(folder) {
  const cores = await loadCores(folder);
  return {
    name: 'wasm',
    async judge(question) {
      const core = cores.get(question.game);
      if (!core) return { error: { at: 'game', code: 'unknown', message: `no such game: ${question.game}` } };
      return judgeWith(core, question);
    },
    async perft(game, rules, sfen, depth) {
      return cores.get(game).perft(depth, { sfen, rules: rulesText(rules) });
    },
    async close() {},
  };
}
