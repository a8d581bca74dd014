// How much comes over the network before a page stands, to a device that has never been here: everything that the page asks
// for but what it fetches ahead for the next one, with the heads of the answers, and what is said over the WebSocket. The limits
// are those of docs/performance.md; `npm run web:build` compresses what is served.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE_MS } from '../protocol/harness.mjs';
import { browser, device, hosted, open, phone, server } from './house.mjs';

const kB = 1000;
const QUIET_MS = 1000;

hosted([], { whole: true }); // the small one counts what is fetched ahead as well

/** What `path` weighs: bytes in all, and the largest parts. Ends when nothing more has come for a while, and `enough` did. */
async function weigh(path, shown, options, enough) {
  const page = await device(browser, server, options);
  const wire = await page.context().newCDPSession(page);
  const parts = new Map();
  let last = performance.now();
  const add = (id, bytes) => {
    last = performance.now();
    const part = parts.get(id);
    if (part) part.bytes += bytes;
  };
  const ahead = new Set();
  await wire.send('Network.enable');
  wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
    last = performance.now();
    parts.set(requestId, { name: new URL(request.url).pathname, bytes: 0 });
  });
  wire.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    const purpose = Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-purpose')?.[1];
    if (purpose?.startsWith('prefetch')) ahead.add(requestId);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  wire.on('Network.webSocketCreated', ({ requestId }) => parts.set(requestId, { name: 'WebSocket', bytes: 0 }));
  for (const way of ['Sent', 'Received'])
    wire.on(`Network.webSocketFrame${way}`, ({ requestId, response }) => add(requestId, Buffer.byteLength(response.payloadData)));
  await page.goto(path);
  await page.waitForSelector(shown);
  const own = () => [...parts].filter(([id]) => !ahead.has(id)).map(([, part]) => part);
  for (const end = performance.now() + PATIENCE_MS; performance.now() - last < QUIET_MS || !enough(own(), ahead.size); ) {
    if (performance.now() > end) break;
    await page.waitForTimeout(100);
  }
  await page.context().close();
  const counted = own();
  counted.sort((a, b) => b.bytes - a.bytes);
  assert.ok(counted.some(({ name }) => name === 'WebSocket') || !shown.includes('data-board'), 'a table talks with the server');
  return { bytes: counted.reduce((sum, part) => sum + part.bytes, 0), ahead: ahead.size, counted };
}

function within(limit, what, { bytes, counted }) {
  const largest = counted.slice(0, process.env.ALL ? 99 : 8).map((part) => `${part.name} ${part.bytes}`);
  assert.ok(bytes < limit, `${what}: ${bytes} bytes; ${largest.join(', ')}`);
  return `${what} ${Math.round(bytes / 100) / 10} kB`;
}

test('the first page is below 100 kB', async (t) => {
  for (const language of ['fr', 'en', 'ja']) {
    const fonts = (counted) => counted.some(({ name, bytes }) => name.endsWith('.woff2') && bytes > 0);
    const weight = await weigh(`/${language}/`, '[data-lobby]', phone, (counted, ahead) => ahead > 0 && fonts(counted));
    t.diagnostic(within(100 * kB, `/${language}/`, weight));
    assert.ok(weight.ahead > 0, 'what the next page needs is told apart');
    assert.ok(fonts(weight.counted));
  }
});

test('a table is below 250 kB with its core', async (t) => {
  const creator = await device(browser, server);
  for (const game of ['shogi', 'chu', 'hasami', 'annan']) {
    const path = new URL(await open(creator, 'play-friend', game)).pathname;
    const core = (counted) => counted.some(({ name, bytes }) => name.endsWith('.wasm') && bytes > 0);
    const weight = await weigh(path, '[data-board]', phone, core);
    t.diagnostic(within(250 * kB, `a table of ${game}`, weight));
    assert.ok(core(weight.counted));
  }
});
