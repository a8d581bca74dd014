/* A page that is only read: the theme and the chosen language, nothing else. The page works without it. */
import { applyTheme, rememberLanguage, toggleTheme } from '../i18n/choice.ts';
import { isLanguage } from '../i18n/words.ts';

export function readOnly(): void {
  applyTheme();
  document.querySelector('[data-act="theme"]')?.addEventListener('click', () => toggleTheme());
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a'))
    link.addEventListener('click', () => isLanguage(link.hreflang) && rememberLanguage(link.hreflang));
  document.documentElement.dataset.alive = '';
}
