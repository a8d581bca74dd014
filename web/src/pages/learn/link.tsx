/* The way to a game's lesson. */
import type { Speech } from '../../i18n/words.ts';
import { lessonPath } from './text.ts';

export function LessonLink({ speech, game, class: look }: { speech: Speech; game: string; class: string }) {
  const { name } = speech.game(game);
  return (
    <a
      class={look}
      href={`/${speech.language}/${lessonPath(game)}`}
      data-act="learn"
      data-game={game}
      aria-label={speech.t('settings.pair', { name: speech.t('learn.link'), value: name })}
    >
      {speech.t('learn.link')}
    </a>
  );
}
