/* Which level of the computer a game is begun against, beside the button that begins it. */
import { LEVELS } from '../client/level.ts';
import type { Speech } from '../i18n/words.ts';

interface LevelChoiceProps {
  speech: Speech;
  game: string;
  level: string;
  choose: (level: string) => void;
}

export function LevelChoice({ speech, game, level, choose }: LevelChoiceProps) {
  const { t } = speech;
  return (
    <select
      class="level-choice"
      data-level={game}
      aria-label={t('settings.pair', { name: t('setting.level'), value: speech.game(game).name })}
      value={level}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {LEVELS.map((one) => (
        <option key={one} value={one} selected={one === level}>
          {t('level.short', { level: one })}
        </option>
      ))}
    </select>
  );
}
