/*
 * The form in which the rules and settings of a new table are chosen. What can be chosen comes from the game's core.
 */
import { useId, useState } from 'preact/hooks';
import type { RuleInfo } from '../../../wasm/core.ts';
import type { Speech } from '../i18n/words.ts';
import { applies, type Chosen, differs, type Item, itemsOf, itemWords, numberFor, rangeWords, SETTINGS } from './agreed.ts';

interface OptionsProps {
  speech: Speech;
  game: string;
  rules: readonly RuleInfo[];
  chosen: Chosen;
  choose: (name: string, value: string) => void;
  /** A setting that cannot be chosen any more. */
  without?: string;
  /** The one setting that can still be chosen, and no local rule. */
  only?: string;
  /** Beside the local rules; those of a table. */
  settings?: readonly Item[];
  /** They come before the local rules. */
  settingsFirst?: boolean;
}

export function Options({
  speech,
  game,
  rules,
  chosen,
  choose,
  without,
  only,
  settings = SETTINGS,
  settingsFirst,
}: OptionsProps) {
  const field = (item: Item) => (
    <Field
      key={item.name}
      speech={speech}
      game={game}
      item={item}
      value={chosen[item.name] ?? item.initial}
      choose={(value) => choose(item.name, value)}
    />
  );
  const local = only ? [] : itemsOf(rules).map(field);
  const offered = (item: Item): boolean => (only ? item.name === only : applies(item, chosen) && item.name !== without);
  const own = settings.filter(offered).map(field);
  return <div class="options-form">{settingsFirst ? [...own, ...local] : [...local, ...own]}</div>;
}

interface FieldProps {
  speech: Speech;
  game: string;
  item: Item;
  value: string;
  choose: (value: string) => void;
}

function Field({ speech, game, item, value, choose }: FieldProps) {
  const id = useId();
  const [outside, setOutside] = useState(false);
  const [writing, setWriting] = useState<string | null>(null);
  const words = itemWords(speech, game, item);
  const short = words.short(value) || words.text;
  const long = words.long(value);
  return (
    <div
      class={`field${differs(item, value) ? ' changed' : ''}`}
      data-setting={item.name}
      data-value={value}
      data-differs={differs(item, value) ? '' : undefined}
    >
      <label for={id}>{words.name}</label>
      {item.values ? (
        <select id={id} data-option={item.name} value={value} onChange={(event) => choose(event.currentTarget.value)}>
          {item.values.map((one) => (
            <option key={one} value={one} selected={one === value}>
              {words.value(one)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          data-option={item.name}
          type="number"
          inputMode="numeric"
          min={item.least}
          max={item.most}
          value={writing ?? value}
          onInput={(event) => setWriting(event.currentTarget.value)}
          onChange={(event) => {
            setWriting(null);
            const typed = event.currentTarget.value;
            event.currentTarget.value = numberFor(item, typed);
            setOutside(event.currentTarget.value !== String(Number(typed)));
            choose(event.currentTarget.value);
          }}
        />
      )}
      {!item.values && (
        <p class="outside" role="status">
          {outside ? rangeWords(speech, item) : ''}
        </p>
      )}
      {short && <p>{short}</p>}
      {long && (
        <details>
          <summary>{speech.t('options.more')}</summary>
          <p>{long}</p>
        </details>
      )}
    </div>
  );
}
