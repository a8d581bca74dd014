/* The way to a game's lesson. */
import type { Speech } from '../../i18n/words.ts';
import { lessonPath } from './text.ts';

interface LessonLinkProps {
  speech: Speech;
  game: string;
  class?: string;
  /** In a tab of its own: a game goes on here. */
  apart?: boolean;
}

export function LessonLink({ speech, game, class: look, apart }: LessonLinkProps) {
  const { name } = speech.game(game);
  return (
    <a
      class={look}
      href={`/${speech.language}/${lessonPath(game)}`}
      target={apart ? '_blank' : undefined}
      rel={apart ? 'noopener' : undefined}
      data-act="learn"
      data-game={game}
      aria-label={speech.t('settings.pair', { name: speech.t('learn.link'), value: name })}
    >
      {speech.t('learn.link')}
    </a>
  );
}
