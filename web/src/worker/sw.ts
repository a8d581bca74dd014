/*
 * The service worker: keeps this build of the page, so that it works without a network (docs/offline.md). A new build is
 * fetched whole beside the old one and waits; it is used when the viewer says so, or when no page is open any more.
 *
 * Told by pages: {t: 'keep', language} (answered with 'kept' when all pages of that language are here), {t: 'use'}.
 */
import {
  assetsOf,
  type Build,
  cacheName,
  howToFetch,
  keepable,
  languageOf,
  missingPage,
  outdated,
  pagesOf,
  routeOf,
  savesData,
} from './policy.ts';

declare const BUILD: Build;
/** Read once: the build puts the whole list wherever the name stands. */
const build = BUILD;

/* The types of a page's scripts know no service workers. */
interface Waits extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Asked extends Waits {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Told extends Waits {
  data: { t?: string; language?: string } | null;
  source: { postMessage(message: unknown): void } | null;
}
interface Worker {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(kind: 'install' | 'activate', heard: (event: Waits) => void): void;
  addEventListener(kind: 'fetch', heard: (event: Asked) => void): void;
  addEventListener(kind: 'message', heard: (event: Told) => void): void;
}
const worker = self as unknown as Worker;

/** So many files are fetched at a time: the server has other guests. */
const AT_ONCE = 4;
/** A page that is kept is shown when the network does not answer for so long. */
const PATIENCE_MS = 4000;
/** The language that was read last, kept beside the files. */
const LANGUAGE = '/language-of-this-device';

const NAME = cacheName(build);

async function take(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return;
  // What an older build kept under a name that changes with its content is the same.
  const known = routeOf({ method: 'GET', mode: '', path, same: true }) === 'asset' ? await caches.match(path) : undefined;
  const kept = known ?? (await keepable(await fetch(path, howToFetch(path))));
  if (!kept) throw new Error(`${path} cannot be kept`);
  await cache.put(path, kept);
}

async function takeAll(cache: Cache, paths: readonly string[]): Promise<void> {
  const left = [...paths];
  const one = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) await take(cache, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** The languages of which pages are kept, by any build. */
async function languages(): Promise<string[]> {
  const known = new Set(build.files.flatMap((path) => languageOf(path) ?? []));
  const kept = await Promise.all([...known].map(async (language) => ((await caches.match(`/${language}/`)) ? [language] : [])));
  return kept.flat();
}

/** Everything is here, or the build is not installed. */
async function install(): Promise<void> {
  if (savesData(navigator)) throw new Error('the browser saves data: this build is not kept');
  const before = await languages();
  const last = await caches.match(LANGUAGE);
  const cache = await caches.open(NAME);
  await takeAll(cache, assetsOf(build));
  for (const language of before) await takeAll(cache, pagesOf(build, language));
  if (last) await cache.put(LANGUAGE, last);
}

async function activate(): Promise<void> {
  await worker.clients.claim();
  await Promise.all(outdated(await caches.keys(), NAME).map((name) => caches.delete(name)));
}

async function keep(language: string): Promise<boolean> {
  const pages = pagesOf(build, language);
  if (pages.length === 0) return false;
  const cache = await caches.open(NAME);
  await takeAll(cache, pages);
  await cache.put(LANGUAGE, new Response(language));
  return true;
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(new URL(request.url).pathname)) ?? fetch(request);
}

/** What there is of a page without a network. */
async function withoutNetwork(path: string): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = await cache.match(path);
  if (kept) return kept;
  const last = (await (await cache.match(LANGUAGE))?.text()) ?? '';
  // As the server does: to the language that was read, and to the address with its last stroke.
  const meant = path === '/' ? `/${last}/` : `${path}/`;
  if (last !== '' && (await cache.match(meant))) return Response.redirect(meant);
  const missing = (await cache.match(missingPage(languageOf(path) ?? last))) ?? (await cache.match(missingPage(last)));
  return missing ? new Response(await missing.blob(), { status: 503, headers: missing.headers }) : Response.error();
}

async function page(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const kept = await (await caches.open(NAME)).match(path);
  const asked = fetch(request).then(
    (response) => (response.status >= 500 ? (kept ?? response) : response),
    () => withoutNetwork(path),
  );
  if (!kept) return asked;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<Response>((done) => {
    timer = setTimeout(() => done(kept.clone()), PATIENCE_MS);
  });
  return Promise.race([asked, patience]).finally(() => clearTimeout(timer));
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname: path } = new URL(request.url);
  const route = routeOf({ method: request.method, mode: request.mode, path, same: origin === location.origin });
  if (route === 'asset') event.respondWith(asset(request));
  else if (route === 'page') event.respondWith(page(request));
});
worker.addEventListener('message', (event) => {
  const { t, language } = event.data ?? {};
  if (t === 'use') event.waitUntil(worker.skipWaiting());
  if (t === 'keep' && language !== undefined)
    event.waitUntil(keep(language).then((done) => done && event.source?.postMessage({ t: 'kept', language })));
});
