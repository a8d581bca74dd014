/*
 * What the service worker does with which address. Pure, so that it can be tested without a browser.
 */

/** Of the build, put in by web/tools/build.mjs. */
export interface Build {
  version: string;
  /** Paths to keep: "/assets/x.js", "/en/", "/en/rules/x/". */
  files: readonly string[];
}

/**
 * asset: its name changes with its content, so what is kept is right for ever. page: the network's, or what is kept when
 * there is none. other: none of the worker's business; the browser asks the network.
 */
export type Route = 'asset' | 'page' | 'other';

const ASSETS = '/assets/';
/** Answered by the server itself. */
const NEVER = new Set(['/ws', '/healthz', '/metrics', '/sw.js', '/robots.txt']);

export function routeOf({ method, mode, path, same }: { method: string; mode: string; path: string; same: boolean }): Route {
  if (method !== 'GET' || !same || NEVER.has(path)) return 'other';
  if (path.startsWith(ASSETS)) return 'asset';
  return mode === 'navigate' ? 'page' : 'other';
}

/** The language that an address names; null: none. */
export const languageOf = (path: string): string | null => /^\/([a-z]{2})\//.exec(path)?.[1] ?? null;

/** What is kept whatever the language. */
export const assetsOf = ({ files }: Build): string[] => files.filter((path) => path.startsWith(ASSETS));

/** The pages of one language. */
export const pagesOf = ({ files }: Build, language: string): string[] => files.filter((path) => path.startsWith(`/${language}/`));

/** The page that says that the network is missing. */
export const missingPage = (language: string): string => `/${language}/offline.html`;

const CACHE = 'shogikan ';
export const cacheName = ({ version }: Build): string => CACHE + version;

/**
 * Caches of older builds that nobody needs any more, once this build is in use: all but the one before it, which pages that
 * are still open may ask for. `names` as the browser lists them, oldest first.
 */
export function outdated(names: readonly string[], current: string): string[] {
  const older = names.filter((name) => name.startsWith(CACHE) && name !== current);
  return older.slice(0, -1);
}

/** Whether the browser was told to use little of the network. */
export const savesData = (browser: object): boolean =>
  (browser as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * How something is fetched to be kept: without a cookie, behind whatever a page is waiting for, and what a page has
 * fetched before under a name that changes with its content is not fetched again.
 */
export const howToFetch = (path: string): RequestInit & { priority: 'low' } => ({
  credentials: 'omit',
  priority: 'low',
  cache: path.startsWith(ASSETS) ? 'default' : 'no-cache',
});

/**
 * An answer as it is kept; null: not worth keeping. It is written anew, so that nothing of it but the body and the plain
 * headers is left: no cookie, and no coding, which the body has no more.
 */
export async function keepable(response: Response): Promise<Response | null> {
  if (response.status !== 200 || response.redirected) return null;
  const headers = new Headers(response.headers);
  for (const name of ['set-cookie', 'content-encoding', 'content-length', 'vary']) headers.delete(name);
  return new Response(await response.blob(), { headers });
}
