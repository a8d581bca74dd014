/*
 * Playing without a pointer: a move can be typed, and the keys are listed. Opened by a button, by the key t (to type) or
 * the key ?; whether it is open is remembered on the device.
 */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MoveStyle } from '../../../wasm/types.ts';
import type { BoardState } from '../board/board.ts';
import type { Loaded } from '../client/loading.ts';
import { type Naming, readPlanned, type Typed } from '../client/typed.ts';
import { keyboardOpen, rememberKeyboard, rememberSingleKeys, singleKeys, usualNotation } from '../i18n/choice.ts';
import type { TableSpeech } from './table/speech.ts';

/** Where a typed move can be made. */
export interface Typist {
  readonly loaded: Loaded | null;
  readonly notation: MoveStyle | null;
  boardState(): BoardState | null;
  typed(text: string, naming: Naming): Typed;
  written(usi: string, style: MoveStyle): string;
  move(usi: string): void;
  /** A move that is not legal, which is explained; null: it is not the time to move. */
  attempt(usi: string | null): void;
}

interface KeyboardProps {
  words: TableSpeech;
  /** null: nobody moves here. */
  of: Typist | null;
  /** Whether one can step through the game with the arrow keys, and turn the board with f. */
  steps: boolean;
}

export function Keyboard({ words, of, steps }: KeyboardProps) {
  const { t } = words.speech;
  const [open, setOpen] = useState(keyboardOpen);
  /** What is to have the focus once it is there. */
  const [wanted, want] = useState<'' | 'field' | 'keys'>('');
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (shown: boolean): void => {
    setOpen(shown);
    rememberKeyboard(shown);
  };
  useEffect(() => {
    if (wanted === '') return;
    (wanted === 'field' ? field : heading).current?.focus();
    want('');
  }, [wanted]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wish = event.key === '?' ? 'keys' : event.key === 't' && of ? 'field' : '';
      if (wish === '' || !singleKeys() || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest('input, select, textarea, [role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      show(true);
      want(wish);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [of]);
  const label = t(of ? 'keys.open' : 'keys.title');
  return (
    <>
      <button
        type="button"
        class="icon"
        data-act="keyboard"
        aria-expanded={open}
        aria-label={label}
        title={label}
        onClick={() => show(!open)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" class="line-icon" aria-hidden="true">
          <path d="M3 6.5h18v11H3ZM6.5 10h.1M10 10h.1M13.9 10h.1M17.4 10h.1M6.5 14h.1M9.5 14h5M17.4 14h.1" />
        </svg>
      </button>
      {open && (
        <section class="keyboard" aria-label={label} data-keyboard="">
          {of && <TypeMove words={words} of={of} field={field} />}
          <h2 tabIndex={-1} ref={heading}>
            {t('keys.title')}
          </h2>
          <KeyList words={words} typed={of !== null} steps={steps} />
        </section>
      )}
    </>
  );
}

/** What came of what was typed. */
type Said = { kind: 'unclear' | 'refused' | 'now'; text: string } | { kind: 'choice'; moves: readonly string[] } | null;

function TypeMove({ words, of, field }: { words: TableSpeech; of: Typist; field: RefObject<HTMLInputElement> }) {
  const { t, language } = words.speech;
  const [said, say] = useState<Said>(null);
  const choices = useRef<HTMLUListElement>(null);
  const state = of.boardState();
  const legal = state?.legal ?? [];
  // A choice is about the position it was made in.
  useEffect(() => say(null), [state?.confirmed]);
  useEffect(() => choices.current?.querySelector('button')?.focus(), [said]);
  const style = of.notation ?? usualNotation(language);
  const [first] = legal;
  const other = first === undefined ? '' : of.written(first, style === 'usi' ? 'western' : style);
  const play = (usi: string): void => {
    if (field.current) field.current.value = '';
    say(null);
    of.move(usi);
    field.current?.focus();
  };
  const read = (): void => {
    const text = field.current?.value.trim() ?? '';
    if (text === '' || !of.loaded) return;
    // While the other side thinks, the next move may be planned.
    const planned = state?.active != null && state.active !== state.shown.turn ? readPlanned(legal, text) : null;
    if (planned !== null) {
      play(planned);
      return;
    }
    if (state?.active !== state?.shown.turn || !state) {
      of.attempt(null);
      say({ kind: 'now', text });
      return;
    }
    const typed = of.typed(text, words.naming(of.loaded.art));
    if (typed.kind === 'move') play(typed.usi);
    else if (typed.kind === 'choice') say(typed);
    else {
      if (typed.kind === 'refused') of.attempt(typed.usi);
      say({ kind: typed.kind, text });
    }
  };
  const wrong = said !== null && said.kind !== 'choice';
  return (
    <form
      class="type-move"
      data-typed={said?.kind ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || said === null) return;
        say(null);
        field.current?.focus();
      }}
    >
      <label for="typed-move">{t('typed.label')}</label>
      <div class="row">
        <input
          id="typed-move"
          ref={field}
          type="text"
          data-typed-field=""
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="go"
          aria-invalid={wrong}
          aria-describedby="typed-hint typed-said"
        />
        <button type="submit" class="quiet" data-act="type-move">
          {t('typed.play')}
        </button>
      </div>
      <p id="typed-hint" class="hint">
        {first === undefined ? '' : t('typed.hint', { usi: first, other })}
      </p>
      <p id="typed-said" class={said === null ? 'unseen' : 'said'} role="status">
        {said === null ? '' : said.kind === 'choice' ? t('typed.choice') : t(SAID[said.kind], { text: said.text })}
      </p>
      {said?.kind === 'choice' && (
        <ul ref={choices} aria-label={t('typed.choice')}>
          {said.moves.map((usi) => (
            <li key={usi}>
              <button type="button" class="quiet" data-act="typed-choice" data-usi={usi} onClick={() => play(usi)}>
                <b aria-hidden="true">{of.written(usi, style)}</b>{' '}
                {words.candidate(usi, said.moves, state?.shown.board ?? new Map())}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

const SAID = { unclear: 'typed.unclear', refused: 'typed.refused', now: 'typed.now' };

/** A key, or the words for it, what it does, and where there is that. */
const KEYS: [key: string, meaning: string, when?: 'typed' | 'steps'][] = [
  ['key.tab', 'keys.tab'],
  ['key.arrows', 'keys.arrows'],
  ['key.ends', 'keys.ends'],
  ['key.enter', 'keys.enter', 'typed'],
  ['key.escape', 'keys.escape', 'typed'],
  ['m', 'keys.moves'],
  ['o · a', 'keys.notes'],
  ['t', 'keys.type', 'typed'],
  ['f', 'keys.turn', 'steps'],
  ['key.history', 'keys.history', 'steps'],
  ['?', 'keys.help'],
];

function KeyList({ words, typed, steps }: { words: TableSpeech; typed: boolean; steps: boolean }) {
  const { t, has } = words.speech;
  const [single, setSingle] = useState(singleKeys);
  const there = { typed, steps };
  return (
    <>
      <dl>
        {KEYS.filter(([, , when]) => when === undefined || there[when]).map(([key, meaning]) => (
          <div key={key}>
            <dt>{(has(key) ? t(key) : key).split(' · ').map((one) => [<kbd key={one}>{one}</kbd>, ' '])}</dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <label class="single-keys">
        <input
          type="checkbox"
          data-act="single-keys"
          checked={single}
          onChange={(event) => {
            setSingle(event.currentTarget.checked);
            rememberSingleKeys(event.currentTarget.checked);
          }}
        />{' '}
        {t('keys.single', { keys: [typed ? 't' : '', steps ? 'f' : '', '?'].filter(Boolean).join(', ') })}
      </label>
    </>
  );
}
