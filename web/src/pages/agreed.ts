/*
 * What is agreed on for a table: the local rules of its game and the table's own settings. Both travel as text,
 * "name=value name=value", with only what differs from the default. The local rules come from the rules core; here is
 * only how they are read, written and named.
 */
import { TABLE_SETTINGS } from '../../../protocol/wire.ts';
import type { RuleInfo } from '../../../wasm/core.ts';
import type { Speech } from '../i18n/words.ts';

export interface Item {
  name: string;
  /** The values to choose from; null: a number from `least` to `most`. */
  values: readonly string[] | null;
  initial: string;
  least: number;
  most: number;
}

/** In which order the form asks. */
const ORDER = ['turn_seconds', 'on_timeout', 'level', 'first', 'show_legal', 'alternate_first', 'rated', 'listed'];

/** The settings of a table that a player chooses (protocol/wire.json). */
export const SETTINGS: readonly Item[] = ORDER.flatMap((name) => TABLE_SETTINGS.filter((setting) => setting.name === name)).map(
  (setting) =>
    'values' in setting
      ? { name: setting.name, values: setting.values, initial: setting.values[0] ?? '', least: 0, most: 0 }
      : { name: setting.name, values: null, initial: String(setting.initial), least: setting.min, most: setting.max },
);

/** Of the computer, where nothing else is chosen. */
export const USUAL_LEVEL = SETTINGS.find(({ name }) => name === 'level')?.initial ?? '';

/** Whether others are told that it is not the usual. How strong the computer plays is said at its seat, and has no usual value. */
export const differs = ({ name, initial }: Item, value: string): boolean => name !== 'level' && value !== initial;

/** What happens at the end of a turn means nothing where turns have no end. */
export const applies = ({ name }: Item, chosen: Chosen): boolean => name !== 'on_timeout' || (chosen.turn_seconds ?? '0') !== '0';

/** The local rules of a game, those with names to choose from first. */
export const itemsOf = (rules: readonly RuleInfo[]): Item[] =>
  rules
    .map(({ name, values, max }) => ({ name, values, initial: values?.[0] ?? '0', least: 0, most: max }))
    .sort((a, b) => Number(a.values === null) - Number(b.values === null));

export type Chosen = Readonly<Record<string, string>>;

export const readChosen = (text: string): Chosen =>
  Object.fromEntries(
    text
      .split(' ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  );

/** Only what differs from the default, in the order of the items. */
export const writeChosen = (items: readonly Item[], chosen: Chosen): string =>
  items
    .filter(({ name, initial }) => chosen[name] !== undefined && chosen[name] !== initial)
    .map(({ name }) => `${name}=${chosen[name]}`)
    .join(' ');

const KEPT = 'options ';

/** What was chosen for a game outlives a reload and a change of language, in this tab, until its table is opened. */
export function keepChosen(game: string, chosen: Chosen): void {
  try {
    sessionStorage.setItem(KEPT + game, JSON.stringify(chosen));
  } catch {
    // Storage may be forbidden; then a choice lasts as long as the page.
  }
}

export function keptChosen(game: string, items: readonly Item[]): Chosen {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT + game) ?? '{}') as Record<string, unknown>;
    const known = items.flatMap((item) => {
      const value = kept[item.name];
      if (typeof value !== 'string') return [];
      if (item.values) return item.values.includes(value) ? [[item.name, value]] : [];
      return [[item.name, numberFor(item, value)]];
    });
    return Object.fromEntries(known) as Chosen;
  } catch {
    return {};
  }
}

/** A number as it was typed, made one of the item's. */
export function numberFor(item: Item, typed: string): string {
  const number = Number.parseInt(typed, 10);
  if (Number.isNaN(number)) return item.initial;
  return String(Math.max(item.least, Math.min(item.most, number)));
}

export interface ItemWords {
  name: string;
  text: string;
  value(value: string): string;
  short(value: string): string;
  long(value: string): string;
}

/** Which numbers can be chosen. */
export function rangeWords({ t, language }: Speech, { least, most }: Item): string {
  const { format } = new Intl.NumberFormat(language);
  return t('options.range', { least: format(least), most: format(most) });
}

/** A local rule has its words in the game's folder; what every game has stands with the page's own words. */
export function itemWords(speech: Speech, kind: string, { name }: Item): ItemWords {
  const { t, has } = speech;
  const own = speech.game(kind).local?.[name];
  if (own)
    return {
      name: own.name,
      text: own.text,
      value: (value) => own.values[value]?.name ?? value,
      short: (value) => own.values[value]?.short ?? '',
      long: (value) => own.values[value]?.long ?? '',
    };
  const said = (key: string, otherwise: string): string => (has(key) ? t(key) : otherwise);
  return {
    name: said(`setting.${name}`, name),
    text: said(`setting.${name}.text`, ''),
    value: (value) => said(`setting.${name}.${value}`, value === 'on' || value === 'off' ? t(`setting.${value}`) : value),
    short: () => '',
    long: () => '',
  };
}
