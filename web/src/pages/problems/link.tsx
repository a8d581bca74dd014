/* The way to a game's problems. */
import type { Speech } from '../../i18n/words.ts';
import { problemsPath } from './path.ts';

export function ProblemsLink({ speech, game, class: look }: { speech: Speech; game: string; class?: string }) {
  return (
    <a
      class={look}
      href={`/${speech.language}/${problemsPath(game)}`}
      data-act="problems"
      data-game={game}
      aria-label={speech.t('settings.pair', { name: speech.t('problems.link'), value: speech.game(game).name })}
    >
      {speech.t('problems.link')}
    </a>
  );
}
