// Checks what the compiler does not: which room includes which, that no code outside games/ names a game, and that
// nothing in the tree depends on where it was written. Usage: node tools/check/house.mjs (exit code 1: findings).
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(root + file));
const findings = [];
const find = (file, line, what) => findings.push(`${file}:${line}: ${what}`);

// Rooms, the longest prefix first, and what each may include beside itself and base. '*' is everything.
const rooms = {
  'server/store': [],
  'server/bus': [],
  'server/player': ['server/store'],
  'server/table': ['rules', 'server/store', 'server/bus'],
  'server/lobby': ['server/table', 'server/player', 'server/store', 'server/bus'],
  'server/cpu': ['server/store', 'server/bus', 'server/table'],
  'server/gateway': ['protocol', 'server/player', 'server/table', 'server/lobby', 'server/bus'],
  'server/node': ['*'],
  base: [],
  rules: [],
  games: ['rules'],
  engine: ['rules'],
  protocol: [],
  wasm: ['rules', 'engine'],
  tools: ['*'],
  tests: ['*'],
};
// The part of base that works in WebAssembly, the only one that rules and games may use.
const portable = new Set(['base/error.h', 'base/text.h']);
// System headers that only one room may include.
const owned = [
  [/^libwebsockets/, ['server/gateway']],
  [/^sqlite3/, ['server/store']],
  [/^(libpq|nats)/, ['server/store', 'server/bus']],
];
const roomOf = (path) => Object.keys(rooms).find((room) => path.startsWith(`${room}/`));
const isTest = (file) => /(^|\/)tests\/|_test\.c$|_fuzz\.c$/.test(file);

function checkInclude(file, number, path, quoted) {
  const from = roomOf(file);
  if (!quoted) {
    for (const [pattern, allowed] of owned)
      if (pattern.test(path) && !allowed.includes(from) && from !== 'server/node')
        find(file, number, `only ${allowed.join(', ')} may include <${path}>`);
    return;
  }
  const to = roomOf(path);
  if (!to || !from) return;
  if (to === 'base') {
    if (['rules', 'games'].includes(from) && !portable.has(path))
      find(file, number, `${from} may use only the part of base that works in WebAssembly, not ${path}`);
  } else if (to === from) {
    if (to === 'games' && path.split('/')[1] !== file.split('/')[1])
      find(file, number, `a game never includes another one: ${path}`);
  } else if (!rooms[from].includes(to) && !rooms[from].includes('*')) {
    find(file, number, `${from} may not include ${to}: ${path}`);
  }
}

const games = [...new Set(files.filter((file) => /^games\/[^/]+\/rules\//.test(file)).map((file) => file.split('/')[1]))];
const names = new RegExp(`\\b(${[...new Set([...games, 'shogi', 'annan', 'chu', 'hasami'])].join('|')})\\b`, 'i');
const mayNameGames = /^(games|tests|tools|docs|\.ci)\/|(^|\/)locales\/|\.md$|_test\.|\.test\.|_fuzz\.|^NOTICE$/;
const isSource = /\.(c|h|ts|tsx|mjs|js|css|html|json|sql|sh|cmake)$|CMakeLists\.txt$|^Makefile$|\/run$/;
const isData = /^tests\/(vectors|fuzz\/corpus)\/|package(-lock)?\.json$/;
const banned = /\b(strcpy|strcat|sprintf|vsprintf|gets|strtok|alloca|setjmp|longjmp|system|popen)\s*\(/;
const elsewhere = new RegExp(['/wo' + 'rk/', 'regis' + 'try\\.npmjs', 'deb\\.deb' + 'ian\\.org'].join('|'));
// Files that are longer than 500 lines for a reason.
const long = new Map([['protocol/wire.ts', 'generated from wire.json, committed for the page']]);

for (const file of files) {
  if (!isSource.test(file) || isData.test(file)) {
    if (/\.(md|txt|yml)$/.test(file) || file === 'package-lock.json') {
      readFileSync(root + file, 'utf8')
        .split('\n')
        .forEach((line, i) => {
          if (elsewhere.test(line) || (file === 'package-lock.json' && /"resolved"/.test(line)))
            find(file, i + 1, 'names a place outside the project');
        });
    }
    continue;
  }
  const lines = readFileSync(root + file, 'utf8').split('\n');
  if (lines.length > 501 && !isTest(file) && !long.has(file) && !/generated|(^|\/)locales\/|\/eval\/weights\.c$/.test(file))
    find(file, 501, `${lines.length} lines; split it, or say in tools/check/house.mjs why not`);
  lines.forEach((line, i) => {
    const include = line.match(/^\s*#\s*include\s*(["<])([^">]+)/);
    if (include) checkInclude(file, i + 1, include[2], include[1] === '"');
    if (!mayNameGames.test(file) && names.test(line)) find(file, i + 1, `names a game: ${line.trim()}`);
    if (/\.[ch]$/.test(file) && !isTest(file) && banned.test(line.replace(/^\s*\*.*|\/\*.*?(\*\/|$)|"[^"]*"/g, '')))
      find(file, i + 1, `banned function: ${line.trim()}`);
    if (elsewhere.test(line)) find(file, i + 1, 'names a place outside the project');
  });
}

for (const finding of findings) console.log(finding);
console.log(`house: ${files.length} files, ${games.length} games, ${findings.length} findings`);
process.exit(findings.length ? 1 : 0);
