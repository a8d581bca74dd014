/*
 * Draws the icons in points (icon.mjs, POINTS) with a browser and puts them into web/icons/, which is committed: building
 * the page needs no browser. sources.json says of which drawing each is; the build fails when the drawing has changed.
 *
 *   node web/tools/icons.mjs        CHROMIUM: the browser (default /usr/bin/chromium)
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { POINTS } from './icon.mjs';

const folder = fileURLToPath(new URL('../icons/', import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const sources = {};
for (const { name, size, source } of POINTS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${source()}`);
  writeFileSync(join(folder, `${name}.png`), await page.screenshot({ omitBackground: true }));
  sources[name] = createHash('sha256').update(source()).digest('hex');
  await page.close();
}
await browser.close();
writeFileSync(join(folder, 'sources.json'), `${JSON.stringify(sources, null, 2)}\n`);
