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
import { fullIcon, icon, POINTS, seal } from './icon.mjs';

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

/* What runs before the first paint, without its comments and indentation. */
const early = readFileSync(join(root, 'web/src/early.js'), 'utf8').replace(/\/\*[\s\S]*?\*\/\n|\/\/ .*$|^\s+/gm, '');

/* The committed pictures of the icon in points, of today's drawing. */
function pointIcons() {
  const folder = join(root, 'web/icons');
  const drawn = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'));
  return POINTS.map(({ name, size, purpose, source }) => {
    if (drawn[name] !== createHash('sha256').update(source()).digest('hex'))
      throw new Error(`web/icons/${name}.png is of another drawing: node web/tools/icons.mjs`);
    return { src: emit(name, 'png', readFileSync(join(folder, `${name}.png`))), size, purpose };
  });
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
 * with any of it. Pages of a table, of one game, of players and ratings need the network and are not kept; the icons in
 * points are for the system, not for the page.
 */
async function worker() {
  const hash = createHash('sha256');
  const files = [];
  for (const name of readdirSync(out, { recursive: true }).sort()) {
    if (!/^(assets\/|[a-z]{2}\/.*(index|offline)\.html$)/.test(name) || /\.(map|png)$|\/(player|ratings)\//.test(name)) continue;
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
const icons = { plain: emit('icon', 'svg', icon()), full: emit('icon-full', 'svg', fullIcon()), points: pointIcons() };
const extra = {
  app: partsOf(output, 'app', null, {}).scripts[0],
  early: emit('early', 'js', early),
  icon: icons.plain,
  touchIcon: icons.points.find(({ purpose }) => purpose === 'touch').src,
  fonts: asset(/latin-600.*\.woff2$/),
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
