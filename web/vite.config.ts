/// <reference types="vitest/config" />
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { games } from './tools/games.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Small modules that nearly all pages share, and those of pages that are drawn by scripts, with what they need. */
const BASE = /web.src.i18n|preload-helper|wasm.types/;
const DRAWN = /web.src.(client.(open|recent)|pages.(agreed|options|\w+.(path|link|text)))\b|virtual:games/;

export default defineConfig({
  root: resolve(root, 'web'),
  base: '/',
  publicDir: false,
  plugins: [games(root, process.env.SHOGIKAN_WASM ?? 'build/release/wasm')],
  test: { testTimeout: 60_000, hookTimeout: 60_000 }, // of a test that hangs, not of one on a busy machine
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    outDir: process.env.SHOGIKAN_WEB ?? resolve(root, 'build/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy knows no data: addresses
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        app: resolve(root, 'web/src/pages/app.ts'),
        landing: resolve(root, 'web/src/pages/main.tsx'),
        table: resolve(root, 'web/src/pages/table/main.tsx'),
        game: resolve(root, 'web/src/pages/game/main.tsx'),
        record: resolve(root, 'web/src/pages/record/main.tsx'),
        play: resolve(root, 'web/src/pages/play/main.tsx'),
        learn: resolve(root, 'web/src/pages/learn/main.tsx'),
        player: resolve(root, 'web/src/pages/player/main.tsx'),
        ratings: resolve(root, 'web/src/pages/ratings/main.tsx'),
        reading: resolve(root, 'web/src/pages/reading.ts'),
        rules: resolve(root, 'web/src/pages/rules/main.ts'),
        engine: resolve(root, 'web/src/client/engine.ts'), // a file of its own, which tests/browser/engine.test.mjs imports
        problems: resolve(root, 'web/src/pages/problems/main.tsx'),
      },
      preserveEntrySignatures: 'exports-only',
      output: {
        // One file for each of them: twenty small ones are mostly heads of answers.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, minShareCount: 2, priority: 2 },
            { name: 'common', test: DRAWN, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
