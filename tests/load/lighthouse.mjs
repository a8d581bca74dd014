// What Lighthouse says of the first page, a page of rules, a lesson and a table, on its telephone: the median of some runs of
// each, and every audit that costs points.
//
//   npm install --prefix DIR lighthouse@12
//   node tests/load/lighthouse.mjs --lighthouse DIR [--runs 3] [--only table]
//
// The server is started here, with an empty store. Lighthouse makes the telephone slow by calculation, from how long each task
// of the page's main thread took: with other programs running that is mostly waiting, and performance and TBT are worse than the
// page is. So another TBT is printed beside it, of the same traces, in which only the processor time of the tasks counts. Fails
// when another category than performance is below 100, but for SEO at a table, which no search should find.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, Server } from '../protocol/harness.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: { lighthouse: { type: 'string' }, runs: { type: 'string', default: '3' }, only: { type: 'string' } },
});
if (!values.lighthouse) throw new Error('--lighthouse: the folder in which it was installed');

const installed = createRequire(join(resolve(values.lighthouse), 'any.js'));
const load = async (name) => import(pathToFileURL(installed.resolve(name)).href);
const { default: lighthouse } = await load('lighthouse');
const { launch } = await load('chrome-launcher');

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  FCP: 'first-contentful-paint',
  bytes: 'total-byte-weight',
};

/** Of Lighthouse's telephone, and of what it calls a task too long. */
const SLOWER = 4;
const LONG_MS = 50;

/** TBT of a trace by the processor time of its tasks, in ms: all that come after the first paint. */
function blockingByProcessor({ traceEvents }, url) {
  const start = traceEvents.find(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url);
  const own = traceEvents.filter(({ pid, tid }) => pid === start?.pid && tid === start?.tid);
  const paint = own.find(({ name, ts }) => name === 'firstContentfulPaint' && ts > start.ts);
  const tasks = own.filter(({ name, ts, tdur }) => name === 'RunTask' && tdur !== undefined && ts >= paint?.ts);
  if (tasks.length === 0) throw new Error(`${url}: no task in the trace`);
  return tasks.reduce((sum, { tdur }) => sum + Math.max(0, (tdur / 1000) * SLOWER - LONG_MS), 0);
}

/** One look at a page, with a browser that has never been there. */
async function look(url) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const { lhr, artifacts } = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' });
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return { ...lhr, blocking: blockingByProcessor(artifacts.Trace ?? artifacts.traces.defaultPass, url) };
  } finally {
    chrome.kill();
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Audits that weigh something and are not quite right, by category. */
function faults({ categories, audits }) {
  return CATEGORIES.filter((id) => id !== 'performance').flatMap((id) =>
    categories[id].auditRefs
      .filter((ref) => ref.weight > 0 && audits[ref.id].score !== null && audits[ref.id].score < 1)
      .map((ref) => `${id}: ${audits[ref.id].title} (${ref.id})`),
  );
}

const server = await Server.start(['--assets', resolve(root, process.env.SHOGIKAN_WEB ?? 'build/web')]);
/** A table that waits for a friend: who opens its address sits down. A new one for every look. */
async function table() {
  const client = await Client.connect(server);
  const { table: id } = await client.open();
  return { url: `${server.url}/t/${id}`, done: () => client.close() };
}
const fixed = (path) => async () => ({ url: server.url + path, done: () => {} });
const PAGES = {
  first: fixed('/en/'),
  rules: fixed('/en/rules/shogi/'),
  lesson: fixed('/en/learn/shogi/'),
  table,
};

let failed = false;
try {
  for (const [name, open] of Object.entries(PAGES)) {
    if (values.only && values.only !== name) continue;
    const seen = [];
    for (let run = 0; run < Number(values.runs); run++) {
      const { url, done } = await open();
      seen.push(await look(url));
      await done();
    }
    const scores = CATEGORIES.map((id) => [id, median(seen.map(({ categories }) => Math.round(categories[id].score * 100)))]);
    const metrics = Object.entries(METRICS).map(([short, id]) => {
      const value = median(seen.map(({ audits }) => audits[id].numericValue));
      return `${short} ${short === 'CLS' ? value.toFixed(3) : Math.round(value)}`;
    });
    metrics.push(`TBT by processor time ${Math.round(median(seen.map(({ blocking }) => blocking)))}`);
    console.log(`${name}: ${scores.map(([id, score]) => `${id} ${score}`).join(', ')}; ${metrics.join(', ')}`);
    for (const fault of new Set(seen.flatMap(faults))) console.log(`  ${fault}`);
    failed ||= scores.some(([id, score]) => id !== 'performance' && score < 100 && !(name === 'table' && id === 'seo'));
  }
} finally {
  await server.stop();
}
process.exit(failed ? 1 : 0);
