/*
 * Builds the page into build/web: scripts and styles with Vite, the HTML of each language, and a .br and .gz beside
 * every file that gets smaller by it.
 *
 *   node web/tools/build.mjs [--wasm build/release/wasm] [--out build/web]
 *
 * Layout: /<language>/index.html, /<language>/rules/<game>/index.html, /<language>/learn/<game>/index.html,
 * /<language>/play/<game>/index.html, /<language>/problems/<game>/index.html, /<language>/glossary/index.html, /<language>/record/index.html, /<language>/player/index.html (served for
 * /<language>/player/<id>, too), /<language>/ratings/<game>/index.html, /<language>/privacy/index.html,
 * /<language>/table.html (served for /t/<table>), /<language>/game.html (for /g/<game>),
 * /<language>/404.html, /<language>/offline.html (where the network is missing), /<language>/app.webmanifest, /sw.js,
 * /assets/ with names that change with their content.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { EM, outlines } from './glyphs.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = parseArgs({ options: { wasm: { type: 'string' }, out: { type: 'string' } } });
const wasm = resolve(root, options.wasm ?? process.env.SHOGIKAN_WASM ?? 'build/release/wasm');
const out = resolve(root, options.out ?? process.env.SHOGIKAN_WEB ?? 'build/web');
process.env.SHOGIKAN_WASM = wasm;
process.env.SHOGIKAN_WEB = out;

const config = { configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' };

function emit(name, extension, content) {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const path = `assets/${name}-${hash}.${extension}`;
  writeFileSync(join(out, path), content);
  return `/${path}`;
}

/* Before the first paint: the theme chosen on this device. An own file, as the policy allows no script in the page. */
const THEME = `try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}\n`;

/* A glyph in a square of `size` around (x, y). */
function glyph(outline, x, y, size) {
  const [left, top, right, bottom] = outline.box;
  const scale = size / EM;
  return `<path transform="translate(${(x - ((left + right) / 2) * scale).toFixed(2)} ${(y - ((top + bottom) / 2) * scale).toFixed(2)}) scale(${scale.toFixed(4)})" d="${outline.d}"/>`;
}

/* The seal of the house, as a stamp: its three characters from top to bottom, in vermilion. */
function seal() {
  const words = outlines([...'将棋館']);
  const glyphs = [glyph(words.将, 43, 21, 31), glyph(words.棋, 43, 46, 31), glyph(words.館, 21, 33, 38)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect x="1" y="1" width="62" height="62" rx="11" fill="#b23a26"/><rect x="4.500" y="4.500" width="55" height="55" rx="8" fill="none" stroke="#fdf3e4" stroke-width="1.600"/><g fill="#fdf3e4">${glyphs.join('')}</g></svg>\n`;
}

function icon() {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M32 3 50 11 57 61H7l7-50Z" fill="#edcf93" stroke="#8a5f26" stroke-width="2" stroke-linejoin="round"/><g fill="#2a1a10">${glyph(outlines(['王']).王, 32, 37, 42)}</g></svg>\n`;
}

/* The same piece small on a ground without an edge, as systems that install the page cut it to their own shape. */
function fullIcon() {
  const piece = icon().replace(/^<svg[^>]*>|<\/svg>\n$/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f6f2e7"/><g transform="translate(12.800 12.800) scale(0.600)">${piece}</g></svg>\n`;
}

/* What a page needs: its scripts and styles, and the words of a language (null: it says nothing by script). */
function partsOf(output, entry, words, extra) {
  const chunks = new Map(output.filter((part) => part.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const first = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === entry);
  const language = words && [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(`virtual:words/${words}`));
  if (!first || (words && !language)) throw new Error(`the build has no ${first ? `words/${words}` : entry}`);
  const needed = new Set();
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !chunks.has(name)) return;
    seen.add(name);
    for (const other of chunks.get(name).imports) visit(other);
    needed.add(name); // behind what it imports: its styles add to theirs
  };
  visit(first.fileName);
  const styles = [...needed].flatMap((name) => [...(chunks.get(name).viteMetadata?.importedCss ?? [])]);
  needed.delete(first.fileName);
  return {
    scripts: [`/${first.fileName}`],
    styles: [...new Set(styles)].map((name) => `/${name}`),
    preloads: [...needed, ...(language ? [language.fileName] : [])].map((name) => `/${name}`),
    prefetches: [],
    ...extra,
  };
}

function compress(folder) {
  let files = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || !/\.(html|js|css|svg|wasm|json|webmanifest|txt|map)$/.test(name)) continue;
    const content = readFileSync(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
    writeFileSync(`${path}.br`, brotliCompressSync(content, quality));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    files++;
  }
  return files;
}

/*
 * The service worker, /sw.js: knows the names of what it keeps (web/src/worker/policy.ts), and its version, which changes
 * with any of it. Pages of a table, of one game, of players and ratings need the
 * network and are not kept.
 */
async function worker() {
  const hash = createHash('sha256');
  const files = [];
  for (const name of readdirSync(out, { recursive: true }).sort()) {
    if (!/^(assets\/|[a-z]{2}\/.*(index|offline)\.html$)/.test(name) || /\.map$|\/(player|ratings)\//.test(name)) continue;
    hash.update(`${name}\n`).update(readFileSync(join(out, name)));
    files.push(`/${name.replace(/(^|\/)index\.html$/, '$1')}`);
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify({ version: hash.digest('base64url').slice(0, 12), files }) },
    build: {
      target: 'es2022',
      outDir: out,
      emptyOutDir: false,
      lib: { entry: join(root, 'web/src/worker/sw.ts'), formats: ['es'], fileName: () => 'sw.js' },
    },
  });
}

const client = await build(config);
const { output } = Array.isArray(client) ? client[0] : client;
const prerender = resolve(out, '../web-prerender');
await build({
  ...config,
  ssr: { noExternal: true },
  build: {
    ssr: join(root, 'web/src/pages/prerender.tsx'),
    outDir: prerender,
    emptyOutDir: true,
    rollupOptions: { input: join(root, 'web/src/pages/prerender.tsx') },
  },
});
const pages = await import(pathToFileURL(join(prerender, 'prerender.js')).href);

const asset = (pattern) =>
  output.filter((part) => part.type === 'asset' && pattern.test(part.fileName)).map((part) => `/${part.fileName}`);
/* Two games may have the same picture, which is one file then. */
const pictures = (kind) =>
  Object.fromEntries(
    output.flatMap(({ originalFileNames = [], fileName }) =>
      originalFileNames
        .map((name) => new RegExp(`^${kind}-(.+)\\.svg$`).exec(name)?.[1])
        .filter((name) => name !== undefined)
        .map((name) => [name, `/${fileName}`]),
    ),
  );
const boards = pictures('board');
const starts = pictures('start');
const diagrams = pictures('diagram');
const icons = { plain: emit('icon', 'svg', icon()), full: emit('icon-full', 'svg', fullIcon()) };
const extra = {
  app: partsOf(output, 'app', null, {}).scripts[0],
  theme: emit('theme', 'js', THEME),
  icon: icons.plain,
  fonts: asset(/latin-600-normal.*\.woff2$/),
  pictures: { seal: emit('seal', 'svg', seal()), boards },
};
for (const language of pages.languages) {
  mkdirSync(join(out, language), { recursive: true });
  const landing = partsOf(output, 'landing', language, extra);
  const table = partsOf(output, 'table', language, extra);
  const already = new Set([...landing.scripts, ...landing.styles, ...landing.preloads]);
  landing.prefetches = [...table.scripts, ...table.styles, ...table.preloads].filter((name) => !already.has(name));
  writeFileSync(join(out, language, 'index.html'), pages.landingPage(language, landing));
  writeFileSync(join(out, language, 'table.html'), pages.tablePage(language, table));
  writeFileSync(join(out, language, 'game.html'), pages.gamePage(language, partsOf(output, 'game', language, extra)));
  mkdirSync(join(out, language, 'record'));
  writeFileSync(join(out, language, 'record/index.html'), pages.recordPage(language, partsOf(output, 'record', language, extra)));
  mkdirSync(join(out, language, 'glossary'));
  writeFileSync(join(out, language, 'glossary/index.html'), pages.glossaryPage(language, partsOf(output, 'rules', null, extra)));
  const put = (path, html) => {
    mkdirSync(join(out, language, path), { recursive: true });
    writeFileSync(join(out, language, path, 'index.html'), html);
  };
  put('player', pages.playerPage(language, partsOf(output, 'player', language, extra)));
  put('privacy', pages.privacyPage(language, partsOf(output, 'reading', null, extra)));
  for (const game of pages.gameNames) {
    put(`ratings/${game}`, pages.ratingsPage(language, game, partsOf(output, 'ratings', language, extra)));
    mkdirSync(join(out, language, 'rules', game), { recursive: true });
    const rules = pages.rulesPage(language, game, partsOf(output, 'rules', null, extra), starts[game], diagrams);
    writeFileSync(join(out, language, 'rules', game, 'index.html'), rules);
    mkdirSync(join(out, language, 'learn', game), { recursive: true });
    const lesson = pages.lessonPage(language, game, partsOf(output, 'learn', language, extra));
    writeFileSync(join(out, language, 'learn', game, 'index.html'), lesson);
    mkdirSync(join(out, language, 'problems', game), { recursive: true });
    const problems = pages.problemsPageOf(language, game, partsOf(output, 'problems', language, extra));
    writeFileSync(join(out, language, 'problems', game, 'index.html'), problems);
    mkdirSync(join(out, language, 'play', game), { recursive: true });
    const play = pages.playPage(language, game, partsOf(output, 'play', language, extra));
    writeFileSync(join(out, language, 'play', game, 'index.html'), play);
  }
  writeFileSync(join(out, language, '404.html'), pages.missingPage(language, landing));
  writeFileSync(join(out, language, 'offline.html'), pages.offlinePage(language, landing));
  writeFileSync(join(out, language, 'app.webmanifest'), pages.manifest(language, icons));
}
writeFileSync(join(out, 'robots.txt'), 'User-agent: *\nDisallow: /t/\nDisallow: /g/\n');
rmSync(prerender, { recursive: true });
await worker();
console.log(`${out}: ${compress(out)} files, each also as .br and .gz`);
