/* A rating as it stands at seats, in profiles and in lists. */
import { PROVISIONAL } from '../client/people.ts';
import type { Speech } from '../i18n/words.ts';

/** "1512", with a mark when there were few games. */
export function RatingNumber({ speech, value, games }: { speech: Speech; value: number; games: number }) {
  const provisional = games < PROVISIONAL;
  return (
    <span data-rating={value} data-provisional={provisional ? '' : undefined}>
      {value}
      {provisional && (
        <abbr title={speech.t('rating.provisional')}>
          <span aria-hidden="true">?</span>
          <span class="unseen"> {speech.t('rating.provisional')}</span>
        </abbr>
      )}
    </span>
  );
}
