/*
 * The level at which a game against the computer is begun: what was last chosen on this device for that game. Who has
 * chosen nothing yet is most likely new to it, and is to have a game that can be won.
 */
import { TABLE_SETTINGS } from '../../../protocol/wire.ts';

const FIRST = 2;

const setting = TABLE_SETTINGS.find(({ name }) => name === 'level');
const [least, most] = setting && 'min' in setting ? [setting.min, setting.max] : [1, 1];

/** From the weakest on, as settings are written. */
export const LEVELS: readonly string[] = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));

const keyOf = (game: string): string => `level ${game}`;

/** Of somebody who has not played the game here. */
export const FIRST_LEVEL = LEVELS[FIRST - least] ?? LEVELS[0] ?? '';

/** Storage may be forbidden; then a choice lasts as long as the page. */
const unkept = new Map<string, string>();

export function levelFor(game: string): string {
  try {
    const kept = localStorage.getItem(keyOf(game)) ?? '';
    return LEVELS.includes(kept) ? kept : FIRST_LEVEL;
  } catch {
    return unkept.get(game) ?? FIRST_LEVEL;
  }
}

export function keepLevel(game: string, level: string): void {
  try {
    localStorage.setItem(keyOf(game), level);
  } catch {
    unkept.set(game, level);
  }
}
