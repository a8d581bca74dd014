/*
 * Beside the board: the moves, the invitation, what can be done, and what is agreed on.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { written } from '../../board/notation.ts';
import type { Link } from '../../client/socket.ts';
import { BOARDS, PIECE_STYLES } from '../../i18n/choice.ts';
import type { Speech } from '../../i18n/words.ts';
import { type Chosen, type Item, itemsOf, itemWords, readChosen, SETTINGS } from '../agreed.ts';
import type { Controller } from './controller.ts';
import type { TableSpeech } from './speech.ts';

export interface PanelProps {
  controller: Controller;
  words: TableSpeech;
}

/** So long after the question appears, a click in the same place is not an answer. */
const STRAY_MS = 300;

export function Actions({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { state, mine } = controller;
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const resign = useRef<HTMLButtonElement>(null);
  const askedAt = useRef({ time: 0, x: 0, y: 0 });
  const table = state.table;
  const other = PIECE_STYLES[(PIECE_STYLES.indexOf(controller.style) + 1) % PIECE_STYLES.length] ?? 'one';
  const pieces = t(`act.pieces.${other}`);
  const nextLook = BOARDS[(BOARDS.indexOf(controller.look) + 1) % BOARDS.length] ?? 'wood';
  const look = t(`act.board.${nextLook}`);
  const begun = controller.moves.length > 0 || !controller.waitsForGuest;
  const playing = table !== null && table.result === null && mine.length > 0 && begun;
  const back = useRef(false);
  const stopAsking = () => {
    back.current = question.current?.contains(document.activeElement) ?? false;
    setAsking(false);
  };
  useEffect(() => {
    if (!asking && back.current) resign.current?.focus();
    back.current = false;
  }, [asking]);
  useEffect(() => setAsking(false), [table?.game, playing]);
  // A question that nobody answers goes away, so that a tap much later does not resign.
  useEffect(() => {
    if (!asking) return;
    question.current?.querySelector('button')?.focus();
    const forget = window.setTimeout(stopAsking, 15_000);
    return () => window.clearTimeout(forget);
  }, [asking]);
  if (!table) return null;
  // The second half of a double click, and a key that is still held, must not answer.
  const stray = (event: MouseEvent): boolean => {
    const { time, x, y } = askedAt.current;
    if (event.timeStamp - time > STRAY_MS) return false;
    return event.detail === 0 || Math.hypot(event.clientX - x, event.clientY - y) < 12;
  };
  if (playing && asking)
    return (
      <div
        key="asking"
        class="asking"
        role="alertdialog"
        aria-labelledby="resign-question"
        ref={question}
        onKeyDown={(event) => {
          if (event.key === 'Escape') stopAsking();
          else if (event.key !== 'Enter' || !event.repeat) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <p id="resign-question">{t('act.resign.question')}</p>
        <button type="button" class="quiet" data-act="keep-playing" onClick={(event) => stray(event) || stopAsking()}>
          {t('act.resign.no')}
        </button>
        <button type="button" class="danger" data-act="confirm" onClick={(event) => stray(event) || controller.session.resign()}>
          {t('act.resign.yes')}
        </button>
      </div>
    );
  return (
    <div key="actions" class="actions">
      {playing && (
        <button
          type="button"
          class="quiet"
          data-act="resign"
          ref={resign}
          disabled={state.pending !== null}
          onClick={(event) => {
            askedAt.current = { time: event.timeStamp, x: event.clientX, y: event.clientY };
            setAsking(true);
          }}
        >
          {t('act.resign')}
        </button>
      )}
      <button
        type="button"
        class="icon"
        data-act="flip"
        aria-label={t('act.flip')}
        title={t('act.flip')}
        onClick={() => controller.flip()}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" class="line-icon" aria-hidden="true">
          <path d="M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5" />
        </svg>
      </button>
      <button
        type="button"
        class="icon"
        data-act="pieces"
        aria-label={pieces}
        title={pieces}
        onClick={() => controller.setStyle(other)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" class="line-icon" aria-hidden="true">
          <path d="M12 2.5 18.5 6 21 21.5H3L5.5 6Z" />
          <path d={{ one: 'M8.5 14h7', two: 'M9 11h6M9 16.5h6', moves: 'M12 9v9M8.5 17l7-6M8.5 11l7 6' }[other]} />
        </svg>
      </button>
      <button
        type="button"
        class="icon"
        data-act="board"
        aria-label={look}
        title={look}
        onClick={() => controller.setLook(nextLook)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" class="line-icon" aria-hidden="true">
          <path d="M4 4h16v16H4ZM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16" />
        </svg>
      </button>
    </div>
  );
}

export function Moves({ controller, words }: PanelProps) {
  const { t, language } = words.speech;
  const list = useRef<HTMLOListElement>(null);
  const count = controller.moves.length;
  const at = controller.ply ?? count;
  // Scrolls the list only, never the page.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current) list.current.scrollTop = current ? current.offsetTop - list.current.clientHeight / 2 : 0;
  }, [at, count]);
  const art = controller.loaded?.art;
  if (!art) return null;
  const notation = language === 'ja' ? 'japanese' : 'western';
  const texts = controller.moves.map((ply) => written(ply, notation, art));
  const long = texts.some((text) => text.length > 6);
  const steps: [string, number, boolean][] = [
    ['first', -count, at === 0],
    ['previous', -1, at === 0],
    ['next', 1, at === count],
    ['last', count, at === count],
  ];
  return (
    <section class={`moves${count > 0 ? ' some' : ''}`} aria-label={t('moves.label')}>
      {count === 0 ? (
        <p class="no-moves">{t('moves.none')}</p>
      ) : (
        <ol ref={list} class={long ? 'long' : ''}>
          {controller.moves.map((ply, i) => (
            <li key={`${i}${ply.usi}`}>
              <button
                type="button"
                data-ply={i + 1}
                title={words.spoken(ply)}
                aria-current={at === i + 1 ? 'step' : undefined}
                onClick={() => controller.lookAt(i + 1)}
              >
                <span class="number">{i + 1}</span>
                <span class={`sign ${ply.side}`} aria-hidden="true" />
                <span lang={notation === 'japanese' ? 'ja' : undefined}>{texts[i]}</span>
                <span class="unseen">{words.spoken(ply)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {count > 0 && (
        <div class="steps">
          {steps.map(([name, by, off]) => (
            <button
              key={name}
              type="button"
              class="icon"
              data-act={name}
              aria-label={t(`moves.${name}`)}
              disabled={off}
              onClick={() => controller.step(by)}
            >
              <StepIcon name={name} />
            </button>
          ))}
        </div>
      )}
    </section>
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

export function Invitation({ words }: { words: TableSpeech }) {
  const { t } = words.speech;
  const [copied, setCopied] = useState<'' | 'done' | 'failed'>('');
  const [code, setCode] = useState<{ path: string; size: number } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const link = location.origin + location.pathname;
  useEffect(() => {
    // uqr: MIT, no dependencies, 4 kB, and loaded only where somebody is invited.
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(link, { ecc: 'M', border: 2 });
      const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
      setCode({ path, size });
    });
  }, [link]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied('done');
    } catch {
      // No permission, or a page without TLS: the link is selected, so that it can be copied by hand.
      field.current?.select();
      setCopied('failed');
    }
  };
  return (
    <section class="invitation">
      <h2>{t('invite.title')}</h2>
      <p>{t('invite.text')}</p>
      <div class="link">
        <input
          ref={field}
          type="text"
          readOnly
          value={link}
          aria-label={t('invite.link')}
          data-invitation=""
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" class="primary" data-act="copy" onClick={copy}>
          {t(copied === 'done' ? 'invite.copied' : 'invite.copy')}
        </button>
      </div>
      {typeof navigator.share === 'function' && (
        <button
          type="button"
          class="quiet share"
          data-act="share"
          onClick={() => void navigator.share({ url: link }).catch(() => {})}
        >
          {t('invite.share')}
        </button>
      )}
      <p class="hint" role="status">
        {copied === 'failed' ? t('invite.byhand') : ''}
      </p>
      {code && (
        <svg class="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t('invite.qr')}>
          <rect width={code.size} height={code.size} />
          <path d={code.path} />
        </svg>
      )}
    </section>
  );
}

/** What is agreed on for this table; what differs from the usual is marked and listed first. */
export function Agreed({ controller, words }: PanelProps) {
  const { speech } = words;
  const { table } = controller.state;
  const rules = controller.loaded?.core.game.rules;
  if (!table || !rules) return null;
  const chosen: Chosen = { ...readChosen(table.rules), ...table.settings };
  const rows = [...itemsOf(rules), ...SETTINGS].map((item) => ({ item, value: chosen[item.name] ?? item.initial }));
  const different = rows.filter(({ item, value }) => value !== item.initial);
  const usual = rows.filter(({ item, value }) => value === item.initial);
  return (
    <details class="agreed" data-agreed="">
      <summary>
        <h2>{speech.t('settings.title')}</h2>
        <span class={different.length > 0 ? 'differs' : ''}>
          {different.length > 0
            ? different.map(({ item, value }) => saidValue(speech, table.kind, item, value)).join(' · ')
            : speech.t('settings.default')}
        </span>
      </summary>
      <dl>
        {[...different, ...usual].map(({ item, value }) => {
          const said = itemWords(speech, table.kind, item);
          const changed = value !== item.initial;
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
    </details>
  );
}

const saidValue = (speech: Speech, kind: string, item: Item, value: string): string => {
  const said = itemWords(speech, kind, item);
  return speech.t('settings.pair', { name: said.name, value: said.value(value) });
};

export function Connection({ link, watchers, words }: { link: Link; watchers: number; words: TableSpeech }) {
  const { t, n } = words.speech;
  return (
    <p class={`connection ${link}`} data-link={link} role="status">
      <span class="dot" aria-hidden="true" />
      <span>{t(`link.${link}`)}</span>
      {watchers > 0 && <span class="watchers">{n('watchers', watchers)}</span>}
    </p>
  );
}
