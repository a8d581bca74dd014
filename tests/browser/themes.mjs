/* For the browser tests that look at every screen: one screen in each theme, as axe sees it. */
import { faults } from './house.mjs';

/** What depends on the colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The themes beside the light one: what the system asks for, and what the board is made of. */
const THEMES = [
  ['dark', { colorScheme: 'dark' }],
  ['more contrast', { contrast: 'more' }],
  ['dark, more contrast', { colorScheme: 'dark', contrast: 'more' }],
];
/** Without motion, so that colours are not seen on their way. */
const NONE = { colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' };

/** Collects what axe finds on the screens that are shown to it. */
export class Screens {
  found = [];
  seen = 0;

  async look(page, name, themes = true) {
    const note = (theme, list) => this.found.push(...list.map((fault) => `${name}, ${theme}: ${fault}`));
    this.seen++;
    await page.emulateMedia(NONE);
    note('light', await faults(page));
    if (!themes) return;
    for (const [theme, media] of THEMES) {
      await page.emulateMedia({ ...NONE, ...media });
      note(theme, await faults(page, COLOURS));
    }
    await page.emulateMedia(NONE);
    if ((await page.locator('.table[data-look]').count()) === 0) return;
    for (const look of ['dark', 'plain']) {
      const before = await page.getAttribute('.table', 'data-look');
      await page.evaluate((wanted) => document.querySelector('.table').setAttribute('data-look', wanted), look);
      note(`${look} board`, await faults(page, COLOURS));
      await page.evaluate((wanted) => document.querySelector('.table').setAttribute('data-look', wanted), before);
    }
  }
}
