/* What is agreed on for a game; what differs from the usual is marked and listed first. Below it, where the game is explained. */
import type { ComponentChildren } from 'preact';
import type { Speech } from '../i18n/words.ts';
import { applies, type Chosen, differs, type Item, itemWords } from './agreed.ts';
import { LessonLink } from './learn/link.tsx';

interface AgreedProps {
  speech: Speech;
  kind: string;
  items: readonly Item[];
  chosen: Chosen;
  title: string;
  /** Who may change it, and until when. */
  note?: string;
  /** Where it can be changed, in place of the list. */
  form?: ComponentChildren;
}

export function AgreedList({ speech, kind, items, chosen, title, note, form }: AgreedProps) {
  const rows = items.filter((item) => applies(item, chosen)).map((item) => ({ item, value: chosen[item.name] ?? item.initial }));
  const different = rows.filter(({ item, value }) => differs(item, value));
  const usual = rows.filter(({ item, value }) => !differs(item, value));
  return (
    <details class="agreed" data-agreed="">
      <summary>
        <h2>{title}</h2>
        <span class={different.length > 0 ? 'differs' : ''}>
          {different.length > 0
            ? different.map(({ item, value }) => saidValue(speech, kind, item, value)).join(' · ')
            : speech.t('settings.default')}
        </span>
        {form && <span class="can-change">{speech.t('settings.change')}</span>}
      </summary>
      {note && <p class="hint">{note}</p>}
      {form || (
        <dl>
          {[...different, ...usual].map(({ item, value }) => {
            const said = itemWords(speech, kind, item);
            const changed = differs(item, value);
            return (
              <div key={item.name} data-setting={item.name} data-value={value} data-differs={changed ? '' : undefined}>
                <dt>{said.name}</dt>
                <dd>
                  {said.value(value)}
                  {changed && <span class="differs"> {speech.t('settings.differs')}</span>}
                  {said.long(value) && <p>{said.long(value)}</p>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <p class="how">
        <a href={`/${speech.language}/rules/${kind}/`} target="_blank" rel="noopener">
          {speech.t('rules.title', { game: speech.game(kind).name })}
        </a>
        <LessonLink speech={speech} game={kind} apart />
      </p>
    </details>
  );
}

const saidValue = (speech: Speech, kind: string, item: Item, value: string): string => {
  const said = itemWords(speech, kind, item);
  return speech.t('settings.pair', { name: said.name, value: said.value(value) });
};
