/*
 * The buttons of a page of rules that open a table with the usual rules in one click. They are links to the game on the
 * first page, and stay that where there is no script or no network.
 */
import type { Opponent } from '../../../../protocol/wire.ts';
import { rememberLanguage } from '../../i18n/choice.ts';
import { isLanguage } from '../../i18n/words.ts';

/** What is said while a table is opened: "opening", "waiting", codes of errors, "other". Written into the page at build time. */
type Said = Record<string, string>;

async function open(link: HTMLAnchorElement, status: HTMLElement): Promise<() => void> {
  const said = JSON.parse(status.dataset.said ?? '{}') as Said;
  status.textContent = said.opening ?? '';
  // Only who plays needs the socket.
  const [{ openTable }, { levelFor }] = await Promise.all([import('../../client/open.ts'), import('../../client/level.ts')]);
  const { game = '', opponent } = link.dataset as { game?: string; opponent: Opponent };
  const wish = { game, opponent, rules: '', settings: opponent === 'computer' ? `level=${levelFor(game)}` : '' };
  return openTable(wish, {
    answered: (table) => {
      // The table's address has no language: it speaks that of the page it was opened from.
      const { lang } = document.documentElement;
      if (isLanguage(lang)) rememberLanguage(lang);
      location.assign(`/t/${table}`);
    },
    waiting: () => {
      status.textContent = said.waiting ?? '';
    },
    refused: (code) => {
      status.textContent = said[code] ?? said.other ?? '';
    },
  });
}

export function openFromRules(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>('.play a[data-opponent]');
  let opening: Promise<() => void> | null = null;
  const giveUp = async (): Promise<void> => {
    const last = opening;
    opening = null;
    (await last)?.();
  };
  for (const link of links)
    link.addEventListener('click', (event) => {
      const status = link.closest('.play')?.querySelector<HTMLElement>('[role="status"]');
      if (!status || !navigator.onLine || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void giveUp();
      opening = open(link, status);
    });
  // Coming back with the browser's button shows the page as it was left: ready again.
  addEventListener('pageshow', () => {
    for (const status of document.querySelectorAll('.play [role="status"]')) status.textContent = '';
  });
}
