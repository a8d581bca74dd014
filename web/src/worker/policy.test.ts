import { describe, expect, test } from 'vitest';
import { assetsOf, cacheName, howToFetch, keepable, languageOf, outdated, pagesOf, routeOf, savesData } from './policy.ts';

const asked = (path: string, more: Partial<Parameters<typeof routeOf>[0]> = {}) =>
  routeOf({ method: 'GET', mode: 'navigate', same: true, path, ...more });

describe('the service worker', () => {
  test('answers for files of the build and for pages, and for nothing else', () => {
    expect(asked('/assets/x-1234.js', { mode: 'cors' })).toBe('asset');
    expect(asked('/fr/')).toBe('page');
    expect(asked('/t/abc')).toBe('page');
    for (const path of ['/ws', '/healthz', '/metrics', '/sw.js', '/robots.txt']) expect(asked(path)).toBe('other');
    expect(asked('/fr/app.webmanifest', { mode: 'cors' })).toBe('other');
    expect(asked('/fr/', { method: 'POST' })).toBe('other');
    expect(asked('/assets/x.js', { same: false })).toBe('other');
  });

  test('knows the files whatever the language, and those of one', () => {
    const build = { version: 'v', files: ['/assets/a.js', '/en/', '/en/rules/x/', '/fr/'] };
    expect(assetsOf(build)).toEqual(['/assets/a.js']);
    expect(pagesOf(build, 'en')).toEqual(['/en/', '/en/rules/x/']);
    expect(pagesOf(build, 'xx')).toEqual([]);
    expect(languageOf('/ja/play/x/')).toBe('ja');
    expect(languageOf('/t/abc')).toBeNull();
  });

  test('gives up caches of older builds, but not the last one, nor those of others', () => {
    const name = cacheName({ version: 'c', files: [] });
    expect(outdated(['shogikan a', 'other', 'shogikan b', name], name)).toEqual(['shogikan a']);
    expect(outdated(['shogikan b', name], name)).toEqual([]);
  });

  test('fetches behind what a page waits for, without a cookie, and nothing twice', () => {
    expect(howToFetch('/assets/a.js')).toEqual({ credentials: 'omit', priority: 'low', cache: 'default' });
    expect(howToFetch('/fr/')).toEqual({ credentials: 'omit', priority: 'low', cache: 'no-cache' });
    expect(savesData({ connection: { saveData: true } })).toBe(true);
    expect(savesData({ connection: { saveData: false } })).toBe(false);
    expect(savesData({})).toBe(false);
  });

  test('keeps no error, no cookie and no coding, but the policy', async () => {
    expect(await keepable(new Response('', { status: 404 }))).toBeNull();
    expect(await keepable(new Response('', { status: 500 }))).toBeNull();
    const headers = { 'content-encoding': 'br', 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" };
    const kept = await keepable(new Response('x', { headers }));
    expect(await kept?.text()).toBe('x');
    expect([...(kept?.headers.keys() ?? [])].sort()).toEqual(['content-security-policy', 'content-type']);
  });
});
