/*
 * What the page knows about the games, from the folders games/<name>/web/: a Vite plugin that serves it as modules.
 *
 *   virtual:games        the games in the order that their pieces.json give, with what the first page says about them
 *   virtual:languages    the languages: what web/locales has words for, with their own names
 *   virtual:words/<lang> what is said in that language: the page's own words and each game's; virtual:words has each on
 *                        demand, virtual:words/all all at once, virtual:words/analysis those of pages that show a game
 *   virtual:cores        for each game: addresses of its WebAssembly cores, its art on demand, why it refuses moves
 *   virtual:rules        for each game all that its page of rules shows, its prose in every language included
 *   virtual:lessons      for each game and language its lesson, on demand; virtual:lessons/all has them at once
 *   virtual:art/<name>   kanji and outlines of its pieces
 *   virtual:engine       address of the engine's WebAssembly module, which plays all of them
 *
 * A game without a picture, a core or a language is an error of the build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { Core } from '../../wasm/core.ts';
import type { Art, PieceWords } from '../src/board/shape.ts';
import { movementsOf } from '../src/client/movement.ts';
import type { GameSummary } from '../src/pages/landing.tsx';
import { outlines } from './glyphs.mjs';
import { checkLesson, lessonOf, lessonTextOf } from './lesson.ts';
import { boardPicture, partSize } from './picture.ts';
import { checkProblems, problemsOf } from './problems.ts';
import { frameOf, marksOf, proseOf, viewOf } from './prose.ts';

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The languages by their codes, sorted by their own names: those that web/locales has words for. */
export function languagesOf(root: string): Record<string, { name: string; short: string }> {
  const folder = join(root, 'web', 'locales');
  const found = readdirSync(folder).flatMap((file) => {
    const code = /^([a-z]{2,3})\.json$/.exec(file)?.[1];
    if (code === undefined) return [];
    const words = json(join(folder, file)) as Record<string, string>;
    const [name, short] = [words['language.name'], words['language.short']];
    if (!name || !short) throw new Error(`web/locales/${file} does not say what the language is called`);
    return [{ code, name, short }];
  });
  const byName = new Intl.Collator('en').compare;
  return Object.fromEntries(found.sort((a, b) => byName(a.name, b.name)).map(({ code, name, short }) => [code, { name, short }]));
}

export function gameNames(root: string): string[] {
  const folder = join(root, 'games');
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'web', 'pieces.json')))
    .map((name) => ({ name, order: (json(join(folder, name, 'web', 'pieces.json')) as { order?: number }).order ?? 100 }))
    .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** What the first page says about a game, from its core. */
async function summaryOf(name: string, core: string): Promise<GameSummary> {
  const { minutes, files, ranks, rules } = (await Core.load(readFileSync(core))).game;
  return { name, minutes, files, ranks, rules };
}

/** The codes of a game's refusals, in the order in which its RULES.md lists them. */
export function refusalsOf(root: string, game: string): string[] {
  const section = /\n## Why a move is refused\n([\s\S]*?)(?:\n## |$)/.exec(
    readFileSync(join(root, 'games', game, 'RULES.md'), 'utf8'),
  );
  const codes = [...(section?.[1] ?? '').matchAll(/`([a-z_]+)`/g)].map((match) => match[1] ?? '');
  if (codes.length === 0) throw new Error(`games/${game}/RULES.md does not say why a move is refused`);
  return [...new Set(codes)];
}

export function artOf(root: string, game: string): Art {
  const art = json(join(root, 'games', game, 'web', 'pieces.json')) as { preview: string; pieces: Record<string, PieceWords> };
  const characters = Object.values(art.pieces).flatMap((piece) => [
    ...piece.one,
    ...piece.two,
    ...(piece.gote?.one ?? ''),
    ...(piece.gote?.two ?? ''),
  ]);
  return { ...art, outlines: outlines(characters) as Art['outlines'] };
}

/** Says which diagram it is that is wrong. */
function claimed<T>(what: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/** `root` is the repository, `wasm` the folder with core-<name>.wasm. */
export function games(root: string, wasm: string): Plugin {
  const names = gameNames(root);
  const languages = languagesOf(root);
  const codes = Object.keys(languages);
  const modules = new Map<string, () => string | Promise<string>>();
  const art = new Map<string, Art>();
  const artFor = (game: string): Art => {
    const known = art.get(game) ?? artOf(root, game);
    art.set(game, known);
    return known;
  };
  const moduleOf = (name: string): string => {
    const module = join(resolve(root, wasm), `${name}.wasm`);
    if (!existsSync(module)) throw new Error(`the rules core ${module} is missing: build the target wasm first`);
    return module;
  };
  const coreOf = (name: string): string => moduleOf(`core-${name}`);
  modules.set('virtual:games', async () => {
    const summaries = await Promise.all(names.map((name) => summaryOf(name, coreOf(name))));
    return `export const games = ${JSON.stringify(summaries)};`;
  });
  modules.set('virtual:rules', async () => {
    const rules = await Promise.all(
      names.map(async (name) => {
        const core = await Core.load(readFileSync(coreOf(name)));
        const { reaches, royal } = movementsOf(core);
        const frame = frameOf(root, name);
        const sizes = Object.entries(frame.diagrams).map(([id, diagram]) => [id, partSize(viewOf(diagram, []))]);
        return {
          game: core.game,
          reaches: [...reaches],
          royal: [...royal],
          art: artFor(name),
          refusals: refusalsOf(root, name),
          frame,
          sizes: Object.fromEntries(sizes),
          prose: Object.fromEntries(codes.map((language) => [language, proseOf(root, name, language)])),
        };
      }),
    );
    return `export const rules = ${JSON.stringify(rules)};`;
  });
  modules.set('virtual:cores', () => {
    const wanted = (name: string, file: string) => `import ${name} from ${JSON.stringify(`${moduleOf(file)}?url`)};`;
    const lines = names.map((name, i) => wanted(`core${i}`, `core-${name}`));
    const entries = names.map((name, i) => {
      const refusals = JSON.stringify(refusalsOf(root, name));
      return `${JSON.stringify(name)}: { core: core${i}, art: () => import('virtual:art/${name}'), refusals: ${refusals} }`;
    });
    return `${lines.join('\n')}\n${wanted('all', 'records')}\nexport const cores = { ${entries.join(', ')} };\nexport const allRecords = all;`;
  });
  const lesson = (name: string, language: string) => ({ frame: lessonOf(root, name), text: lessonTextOf(root, name, language) });
  modules.set('virtual:lessons', () => {
    const load = (name: string) => codes.map((language) => `${language}: () => import('virtual:lesson/${name}/${language}')`);
    return `export const lessons = { ${names.map((name) => `${JSON.stringify(name)}: { ${load(name).join(', ')} }`).join(', ')} };`;
  });
  modules.set('virtual:lessons/all', () => {
    const all = names.map((name) => [name, Object.fromEntries(codes.map((language) => [language, lesson(name, language)]))]);
    return `export const lessons = ${JSON.stringify(Object.fromEntries(all))};`;
  });
  for (const name of names)
    for (const language of codes)
      modules.set(`virtual:lesson/${name}/${language}`, () => {
        const { frame, text } = lesson(name, language);
        return `export const frame = ${JSON.stringify(frame)};\nexport const text = ${JSON.stringify(text)};`;
      });
  modules.set('virtual:problems', () => {
    const load = (name: string) => `${JSON.stringify(name)}: () => import('virtual:problems/${name}')`;
    return `export const problems = { ${names.map(load).join(', ')} };`;
  });
  modules.set('virtual:problems/all', () => {
    const all = Object.fromEntries(names.map((name) => [name, problemsOf(root, name)]));
    return `export const problems = ${JSON.stringify(all)};`;
  });
  for (const name of names)
    modules.set(`virtual:problems/${name}`, () => `export const set = ${JSON.stringify(problemsOf(root, name))};`);
  modules.set('virtual:engine', () => {
    const module = join(resolve(root, wasm), 'engine.wasm');
    if (!existsSync(module)) throw new Error(`the engine ${module} is missing: build the target wasm first`);
    return `export { default as address } from ${JSON.stringify(`${module}?url`)};`;
  });
  for (const name of names) modules.set(`virtual:art/${name}`, () => `export const art = ${JSON.stringify(artFor(name))};`);
  for (const language of codes)
    modules.set(`virtual:words/${language}`, () => {
      const common = json(join(root, 'web', 'locales', `${language}.json`));
      const own = Object.fromEntries(names.map((name) => [name, json(join(root, 'games', name, 'web', `${language}.json`))]));
      return `export const words = ${JSON.stringify({ common, games: own })};`;
    });
  const each = (load: (language: string) => string): string => codes.map((code) => `${code}: ${load(code)}`).join(', ');
  modules.set('virtual:languages', () => `export const languages = ${JSON.stringify(languages)};`);
  modules.set('virtual:words', () => `export const words = { ${each((code) => `() => import('virtual:words/${code}')`)} };`);
  modules.set('virtual:words/analysis', () => {
    const load = (code: string) => `() => import(${JSON.stringify(join(root, 'web', 'locales', 'analysis', `${code}.json`))})`;
    return `export const words = { ${each(load)} };`;
  });
  modules.set('virtual:words/all', () => {
    const lines = codes.map((code) => `import { words as ${code} } from 'virtual:words/${code}';`);
    return `${lines.join('\n')}\nexport const words = { ${codes.join(', ')} };`;
  });
  return {
    name: 'games',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0virtual:') ? (modules.get(id.slice(1))?.() ?? null) : null),
    async generateBundle() {
      const picture = (name: string, source: string) =>
        this.emitFile({ type: 'asset', name: `${name}.svg`, originalFileName: `${name}.svg`, source });
      for (const name of names) {
        const core = await Core.load(readFileSync(coreOf(name)));
        picture(`board-${name}`, boardPicture(artFor(name), artFor(name).preview));
        picture(`start-${name}`, boardPicture(artFor(name), core.game.startSfen));
        claimed(`${name}, lesson`, () => checkLesson(core, lessonOf(root, name)));
        claimed(`${name}, problems`, () => checkProblems(core, problemsOf(root, name)));
        for (const [id, diagram] of Object.entries(frameOf(root, name).diagrams)) {
          const marks = claimed(`${name}, diagram ${id}`, () => marksOf(core, diagram));
          const view = claimed(`${name}, diagram ${id}`, () => viewOf(diagram, marks));
          picture(`diagram-${name}-${id}`, boardPicture(artFor(name), diagram.sfen, { view, marks }));
        }
      }
    },
  };
}
