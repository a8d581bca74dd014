/*
 * The list of moves with the buttons to step through it, and how it is written: used at the table and by the page that
 * shows a record. What stands in it comes from the rules core.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type MoveStyle, moveStyles } from '../../../wasm/types.ts';
import type { Loaded } from '../client/loading.ts';
import type { Ply } from '../client/replay.ts';
import type { TableSpeech } from './table/speech.ts';

interface MovesProps {
  words: TableSpeech;
  loaded: Loaded;
  plies: readonly Ply[];
  texts: readonly string[];
  /** How many plies led to what is shown. */
  at: number;
  notation: MoveStyle;
  setNotation: (style: MoveStyle) => void;
  lookAt: (ply: number) => void;
  /** Plies that have something to read: a comment. */
  marked?: ReadonlySet<number>;
  /** How plies were judged, "??"; what it means is said elsewhere, so it is read out as it is. */
  signs?: ReadonlyMap<number, string>;
  /** What opens below the head, and the button for it. */
  record: (open: boolean) => ComponentChildren;
}

/** How much room a text takes, in halves of an em. */
const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0);

export function MoveList(props: MovesProps) {
  const { words, plies, texts, at, notation, lookAt, marked, signs } = props;
  const { t } = words.speech;
  const list = useRef<HTMLOListElement>(null);
  const count = plies.length;
  // Scrolls the list only, never the page.
  const seek = () => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current) list.current.scrollTop = current ? current.offsetTop - list.current.clientHeight / 2 : 0;
  };
  useEffect(seek, [at, count, notation]);
  // What comes above or below it takes room from the list: the result, a question.
  useEffect(() => {
    if (!list.current) return;
    const room = new ResizeObserver(seek);
    room.observe(list.current);
    return () => room.disconnect();
  }, [count > 0]);
  const width = texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const steps: [string, number, boolean][] = [
    ['first', 0, at === 0],
    ['previous', at - 1, at === 0],
    ['next', at + 1, at === count],
    ['last', count, at === count],
  ];
  if (count === 0)
    return (
      <section class="moves" aria-label={t('moves.label')}>
        <p class="no-moves">{t('moves.none')}</p>
      </section>
    );
  return (
    <section class="moves some" aria-label={t('moves.label')}>
      <MovesHead {...props} />
      <ol ref={list} class={width > 14 ? 'longest' : width > 8 ? 'long' : ''} data-notation={notation}>
        {plies.map((ply, i) => (
          <li key={`${i}${ply.usi}`}>
            <button
              type="button"
              data-ply={i + 1}
              title={words.spoken(ply)}
              aria-current={at === i + 1 ? 'step' : undefined}
              onClick={() => lookAt(i + 1)}
            >
              <span class="number">{i + 1}</span>
              <span class={`sign ${ply.side}`} aria-hidden="true" />
              <span class="written" lang={notation === 'japanese' || notation === 'kif' ? 'ja' : undefined} aria-hidden="true">
                {texts[i]}
              </span>
              <span class="unseen">{words.spoken(ply)}</span>
              {signs?.has(i + 1) && <span class="judged">{signs.get(i + 1)}</span>}
              {marked?.has(i + 1) && (
                <span class="marked" title={t('record.comment')}>
                  <span class="unseen">{t('record.comment')}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      <div class="steps">
        {steps.map(([name, to, off]) => (
          <button
            key={name}
            type="button"
            class="icon"
            data-act={name}
            aria-label={t(`moves.${name}`)}
            disabled={off}
            onClick={() => lookAt(to)}
          >
            <StepIcon name={name} />
          </button>
        ))}
      </div>
    </section>
  );
}

/** How the moves are written, what the signs mean, and the game as a record. */
function MovesHead({ words, loaded, notation, setNotation, record }: MovesProps) {
  const { t } = words.speech;
  const [open, setOpen] = useState<'' | 'legend' | 'record'>('');
  const toggle = (which: 'legend' | 'record') => setOpen(open === which ? '' : which);
  return (
    <div class="moves-head">
      <select
        data-act="notation"
        aria-label={t('notation.label')}
        title={t('notation.label')}
        value={notation}
        onChange={(event) => {
          const style = moveStyles.find((one) => one === event.currentTarget.value);
          if (style) setNotation(style);
        }}
      >
        {moveStyles.map((style) => (
          <option key={style} value={style} selected={style === notation}>
            {t(`notation.${style}`)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="icon small"
        data-act="legend"
        aria-expanded={open === 'legend'}
        aria-label={t('notation.legend')}
        title={t('notation.legend')}
        onClick={() => toggle('legend')}
      >
        ?
      </button>
      <button
        type="button"
        class="icon small"
        data-act="record"
        aria-expanded={open === 'record'}
        aria-label={t('record.save')}
        title={t('record.save')}
        onClick={() => toggle('record')}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" class="line-icon" aria-hidden="true">
          <path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14" />
        </svg>
      </button>
      {open === 'legend' && <Legend words={words} loaded={loaded} notation={notation} />}
      {record(open === 'record')}
    </div>
  );
}

/** What can stand in a move: the sign, what it means, and whether the game has it. */
type Sign = [sign: string, meaning: string, when?: 'promotes' | 'drops' | 'twice'];
const PROMOTION: Sign[] = [
  ['成', 'sign.promotes', 'promotes'],
  ['不成', 'sign.keeps', 'promotes'],
];
const TWICE: Sign[] = [
  ['５六・６五', 'sign.over', 'twice'],
  ['居喰い', 'sign.stays', 'twice'],
  ['じっと', 'sign.passes', 'twice'],
];
const SIGNS: Record<MoveStyle, Sign[]> = {
  japanese: [['同', 'sign.same'], ...PROMOTION, ['打', 'sign.drops', 'drops'], ['右 左 直 上 寄 引', 'sign.which'], ...TWICE],
  kif: [['(77)', 'sign.origin'], ['同', 'sign.same'], ...PROMOTION, ['打', 'sign.drops', 'drops'], ...TWICE],
  usi: [
    ['7g7f', 'sign.squares'],
    ['+', 'sign.promotes', 'promotes'],
    ['P*5e', 'sign.drops', 'drops'],
    ['6g6f7e', 'sign.over', 'twice'],
  ],
  western: [
    ['-', 'sign.moves'],
    ['x', 'sign.takes'],
    ['G7b', 'sign.origin'],
    ['+', 'sign.promotes', 'promotes'],
    ['=', 'sign.keeps', 'promotes'],
    ['*', 'sign.drops', 'drops'],
    ['x!', 'sign.stays', 'twice'],
    ['--', 'sign.passes', 'twice'],
  ],
};

function Legend({ words, loaded, notation }: { words: TableSpeech; loaded: Loaded; notation: MoveStyle }) {
  const { t } = words.speech;
  const { game } = loaded.core;
  const has = {
    promotes: game.pieces.some(({ promotes }) => promotes !== 0),
    drops: game.drops,
    twice: [...loaded.movements.reaches.values()].some((reaches) => reaches.some(({ how }) => how === 'twice')),
  };
  const plain = game.pieces.filter(({ promoted }) => !promoted);
  return (
    <dl class="legend" data-legend="">
      {SIGNS[notation]
        .filter(([, , when]) => when === undefined || has[when])
        .map(([sign, meaning]) => (
          <div key={sign}>
            <dt>{sign}</dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      {(notation === 'western' || (notation === 'usi' && game.drops)) && (
        <div class="letters">
          <dt>{t('sign.letters')}</dt>
          <dd>{plain.map(({ sfen }) => `${sfen} ${words.piece(sfen)}`).join(' · ')}</dd>
        </div>
      )}
    </dl>
  );
}

function StepIcon({ name }: { name: string }) {
  const paths: Record<string, string> = {
    first: 'M7 6v12M18 6l-8 6 8 6Z',
    previous: 'M16 6l-8 6 8 6Z',
    next: 'M8 6l8 6-8 6Z',
    last: 'M17 6v12M6 6l8 6-8 6Z',
  };
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" class="line-icon filled" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
