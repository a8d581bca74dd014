// Files of the page: headers, caching, languages, compressed siblings, and no way out of their folder.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Client, PATIENCE_MS, Server, temporaryFolder } from './harness.mjs';

const script = 'export const answer = 42;\n'.repeat(5000);
let folder;
let server;

before(async () => {
  folder = temporaryFolder();
  const put = (path, content) => {
    mkdirSync(join(folder.path, path, '..'), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  };
  for (const language of ['en', 'fr', 'ja']) {
    put(`${language}/index.html`, `<!doctype html><p>${language}`);
    put(`${language}/table.html`, `<!doctype html><p>table ${language}`);
    put(`${language}/game.html`, `<!doctype html><p>game ${language}`);
    put(`${language}/player/index.html`, `<!doctype html><meta name="robots" content="noindex"><p>player ${language}`);
  }
  put('en/rules/x/index.html', '<!doctype html><p>rules');
  put('ja/record/index.html', '<!doctype html><p>record');
  put('assets/main-1234.js', script);
  put('assets/main-1234.js.br', brotliCompressSync(script));
  put('assets/main-1234.js.gz', gzipSync(script));
  put('core.wasm', Buffer.from([0, 0x61, 0x73, 0x6d]));
  put('../secret.txt', 'secret');
  server = await Server.start(['--assets', folder.path]);
});
after(async () => {
  await server.stop();
  folder.remove();
});

/** Paths as they are, without a browser's tidying up. */
function get(path, headers = {}, method = 'GET') {
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    req.on('error', reject);
    req.end(method === 'POST' ? 'x=1' : undefined);
  });
}

test('every answer has the security headers', async () => {
  for (const path of ['/', '/en/', '/assets/main-1234.js', '/core.wasm', '/nothing', '/healthz']) {
    const { headers } = await get(path);
    const policy = headers['content-security-policy'];
    assert.match(policy, /default-src 'self'; script-src 'self' 'wasm-unsafe-eval';/, path);
    assert.doesNotMatch(policy, /unsafe-inline/);
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      assert.ok(policy.includes(part), `${path}: ${part}`);
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.ok(headers['referrer-policy'], path);
    assert.equal(headers['strict-transport-security'], undefined, path);
  }
});

test('the root leads to the language of the reader', async () => {
  const to = async (headers) => (await get('/', headers)).headers.location;
  assert.equal(await to({ 'accept-language': 'ja;q=0.9, fr-CH, en;q=0.1' }), '/fr/');
  assert.equal(await to({ 'accept-language': 'de, ja;q=0.5' }), '/ja/');
  assert.equal(await to({}), '/en/');
  assert.equal(await to({ 'accept-language': 'fr', cookie: 'language=ja' }), '/ja/');
  assert.equal(await to({ 'accept-language': 'fr', cookie: 'language=../x' }), '/fr/');
  assert.equal((await get('/')).status, 302);
});

test('pages have an address for each language, tables one that shows the reader’s', async () => {
  const page = await get('/ja/');
  assert.equal(page.status, 200);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(page.headers['cache-control'], 'private, no-cache');
  assert.ok(page.body.toString().endsWith('ja'));
  assert.equal((await get('/en/rules/x/')).body.toString(), '<!doctype html><p>rules');
  assert.equal((await get('/en/rules/x')).headers.location, '/en/rules/x/');
  assert.equal((await get('/ja/record/')).body.toString(), '<!doctype html><p>record');
  assert.equal((await get('/ja/record')).headers.location, '/ja/record/');
  assert.equal((await get('/en/rules/')).status, 404);
  for (const [path, what] of [
    ['/t/abc123', 'table'],
    ['/g/abc123', 'game'],
  ]) {
    const shown = await get(path, { 'accept-language': 'fr' });
    assert.equal(shown.status, 200);
    assert.ok(shown.body.toString().endsWith(`${what} fr`));
    assert.match(shown.headers.vary, /Accept-Language/);
  }
  for (const path of ['/ja/player/', '/ja/player/abc123']) {
    const shown = await get(path, { 'accept-language': 'fr' });
    assert.ok(shown.body.toString().endsWith('player ja'), path);
  }
  for (const path of ['/ja/player/a/b', '/ja/player/a%2e', '/de/player/abc123', '/player/abc123', '/ja/players/abc123'])
    assert.equal((await get(path)).status, 404, path);
  assert.equal((await get('/t/')).status, 404);
  assert.equal((await get('/t/a/b')).status, 404);
  assert.equal((await get(`/t/${'a'.repeat(30)}`)).status, 404);
});

test('a page that a search may find says its whole address and those in other languages; no other does', async () => {
  const links = async (path, headers) => (await get(path, headers)).headers.link;
  const host = { host: 'board.example:8080' };
  const at = 'http://board.example:8080';
  assert.equal(
    await links('/fr/', host),
    `<${at}/fr/>; rel="canonical", <${at}/en/>; rel="alternate"; hreflang="en", ` +
      `<${at}/fr/>; rel="alternate"; hreflang="fr", <${at}/ja/>; rel="alternate"; hreflang="ja", ` +
      `<${at}/>; rel="alternate"; hreflang="x-default"`,
  );
  // Only in the languages that have it.
  assert.equal(
    await links('/en/rules/x/', host),
    `<${at}/en/rules/x/>; rel="canonical", <${at}/en/rules/x/>; rel="alternate"; hreflang="en"`,
  );
  for (const path of ['/fr/player/', '/fr/player/abc123', '/t/abc123', '/en/table.html', '/nothing', '/assets/main-1234.js'])
    assert.equal(await links(path, host), undefined, path);
  for (const bad of ['a"b', 'a>b', 'a b', 'a,b']) assert.equal(await links('/fr/', { host: bad }), undefined, bad);

  const named = await Server.start([
    '--assets',
    folder.path,
    '--origin',
    'https://board.example',
    '--origin',
    'https://b.example',
  ]);
  const answer = await fetch(`${named.url}/ja/record/`);
  assert.match(answer.headers.get('link'), /^<https:\/\/board\.example\/ja\/record\/>; rel="canonical", /);
  await named.stop();
});

test('a page sets the device cookie, keeps the one that is there, and the socket knows it', async () => {
  const first = (await get('/en/')).headers['set-cookie'][0];
  assert.match(first, /^shogikan=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  const cookie = first.split(';')[0];
  assert.equal((await get('/fr/', { cookie: `a=b; ${cookie}` })).headers['set-cookie'][0], first);
  assert.notEqual((await get('/fr/', { cookie: 'shogikan=short' })).headers['set-cookie'][0], first);
  assert.equal((await get('/assets/main-1234.js')).headers['set-cookie'], undefined);
  const client = await Client.connect(server, { cookie });
  assert.equal(client.cookie, cookie);
  const again = await Client.connect(server, { cookie });
  assert.equal(again.welcome.you, client.welcome.you);
  await Promise.all([client.close(), again.close()]);
});

test('files come in the best coding that the browser takes, with a tag of their own', async () => {
  const path = '/assets/main-1234.js';
  const plain = await get(path);
  assert.equal(plain.body.toString(), script);
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers.vary, 'Accept-Encoding');
  const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.deepEqual(brotli.body, brotliCompressSync(script));
  const gzip = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3);
  const same = await get(path, { 'if-none-match': `"x", ${plain.headers.etag}` });
  assert.equal(same.status, 304);
  assert.equal(same.body.length, 0);
  assert.equal((await get(path, { 'if-none-match': brotli.headers.etag })).status, 200);
  assert.equal((await get('/core.wasm')).headers['content-type'], 'application/wasm');
  assert.equal((await get('/core.wasm')).headers['cache-control'], 'no-cache');
});

test('HEAD is GET without the body, everything else is 405', async () => {
  const head = await get('/assets/main-1234.js', {}, 'HEAD');
  assert.equal(head.status, 200);
  assert.equal(Number(head.headers['content-length']), script.length);
  assert.equal(head.body.length, 0);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await get('/en/', {}, method);
    assert.equal(answer.status, 405, method);
    assert.equal(answer.headers.allow, 'GET, HEAD');
  }
});

test('no path leads out of the folder', async () => {
  const tries = [
    '/../secret.txt',
    '/en/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%252e%252e/secret.txt',
    '/en/..%5c..%5csecret.txt',
    '//etc/passwd',
    '/etc/passwd',
    '/assets/./../../secret.txt',
  ];
  for (const path of tries) {
    const answer = await get(path);
    assert.equal(answer.status, 404, path);
    assert.doesNotMatch(answer.body.toString(), /secret|root:/, path);
  }
});

test('long addresses and cookies are refused with their code', async () => {
  assert.equal((await get(`/${'a'.repeat(2000)}`)).status, 414);
  assert.equal((await get('/en/', { cookie: `x=${'y'.repeat(5000)}` })).status, 431);
});

test('figures are for this machine only, as far as a proxy does not stand before it', async () => {
  assert.match((await get('/metrics')).body.toString(), /^shogikan_connections \d+$/m);
  assert.equal((await get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status, 404);
});

test('many requests on one connection are answered in order', async () => {
  const { connect } = await import('node:net');
  const paths = ['/healthz', '/assets/main-1234.js', '/en/', '/nothing', '/core.wasm', '/healthz'];
  const text = await new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let all = '';
    socket.on('data', (chunk) => {
      all += chunk.toString('latin1');
      if (all.split('HTTP/1.1 ').length > paths.length && all.endsWith('ok\n')) {
        socket.destroy();
        resolve(all);
      }
    });
    socket.on('error', reject);
    socket.setTimeout(PATIENCE_MS, () => reject(new Error(`answers so far: ${all.split('HTTP/1.1 ').length - 1}`)));
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  });
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    [200, 200, 200, 404, 200, 200],
  );
});

test('a body is never taken for the next request', async () => {
  const { connect } = await import('node:net');
  const inner = 'GET /en/ HTTP/1.1\r\nHost: x\r\n\r\n';
  /** The statuses of what comes within a moment of the answer that is expected last. */
  const answers = (text, expected = 1) =>
    new Promise((resolve) => {
      let all = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
      const statuses = () => [...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
      socket.on('data', (chunk) => {
        all += chunk.toString('latin1');
        if (statuses().length >= expected) setTimeout(() => socket.destroy(), 400);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(statuses()));
      socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    });
  const sized = `Content-Length: ${inner.length}\r\n\r\n${inner}`;
  const chunked = `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`;
  for (const body of [
    sized,
    chunked,
    `Content-Length: 0\r\n${sized}`,
    `Content-Length: +${sized.slice(16)}`,
    `Content-Length: 0, ${sized.slice(16)}`,
  ]) {
    assert.deepEqual(await answers(`GET /healthz HTTP/1.1\r\nHost: x\r\n${body}`), [413], body);
    assert.deepEqual(await answers(`POST /healthz HTTP/1.1\r\nHost: x\r\n${body}`), [405], body);
  }
  assert.deepEqual(await answers(`GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n${inner}`, 2), [200, 200]);
});
