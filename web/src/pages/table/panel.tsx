/*
 * Beside the board: the moves, the invitation, what can be done, and what is agreed on.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { otherSide } from '../../board/sfen.ts';
import { keepLevel } from '../../client/level.ts';
import { endingOf } from '../../client/record.ts';
import type { Link } from '../../client/socket.ts';
import { asksOf, isComputer } from '../../client/table.ts';
import { usualNotation } from '../../i18n/choice.ts';
import { itemsOf, readChosen } from '../agreed.ts';
import { AgreedList } from '../agreedlist.tsx';
import { Keyboard } from '../keyboard.tsx';
import { Looks } from '../looks.tsx';
import { MoveList } from '../moves.tsx';
import { Options } from '../options.tsx';
import { SaveRecord } from '../save.tsx';
import { Promoting } from './ahead.tsx';
import type { Controller } from './controller.ts';
import { isStray, type Press } from './guard.ts';
import type { TableSpeech } from './speech.ts';

export interface PanelProps {
  controller: Controller;
  words: TableSpeech;
}

/** `children`: what else can be done. */
export function Actions({ controller, words, children }: PanelProps & { children?: ComponentChildren }) {
  const { t } = words.speech;
  const { state, mine } = controller;
  const [asking, setAsking] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const resign = useRef<HTMLButtonElement>(null);
  const askedAt = useRef<Press | null>(null);
  const table = state.table;
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
  const stray = (event: MouseEvent): boolean => askedAt.current !== null && isStray(event, askedAt.current);
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
      <div class="icons">
        <Looks speech={words.speech} of={controller} />
        <Promoting controller={controller} words={words} />
        <Keyboard words={words} of={mine.length > 0 ? controller : null} steps />
      </div>
      {playing && (
        <button
          type="button"
          class="quiet"
          data-act="resign"
          ref={resign}
          disabled={state.pending !== null}
          onClick={(event) => {
            askedAt.current = event;
            setAsking(true);
          }}
        >
          {t('act.resign')}
        </button>
      )}
      {table.result && !controller.session.here && (
        <a class="quiet button" data-act="game" href={`/g/${table.game}`}>
          {t('act.game')}
        </a>
      )}
      {playing && !controller.session.here && <Requests controller={controller} words={words} />}
      {children}
    </div>
  );
}

/** What can be asked for in a friendly game. */
function Requests({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const { mine, session } = controller;
  const { table, pending } = controller.state;
  const [side, both] = mine;
  if (!table || !side || both || table.settings.rated === 'on') return null;
  const own = table.seats[side];
  const other = table.seats[otherSide(side)];
  if (other.who === '' || own.plays !== undefined || other.plays !== undefined) return null;
  const person = !isComputer(other);
  const asking = asksOf(own).length + asksOf(other).length > 0;
  const plies = controller.turn === side ? 2 : 1;
  const button = (what: 'draw' | 'takeback', possible = true) => (
    <button
      type="button"
      class="quiet"
      data-act={what}
      disabled={!possible || pending !== null || asking || table.settled[side].includes(what)}
      onClick={() => session.offer(what)}
    >
      {t(`act.${what}`)}
    </button>
  );
  return (
    <div class="requests">
      {person && button('draw')}
      {button('takeback', table.moves.length >= plies)}
      {person && (
        <button
          type="button"
          class="quiet"
          data-act="lend-seat"
          disabled={pending !== null}
          onClick={() => session.computer(true)}
        >
          {t('act.lend')}
        </button>
      )}
    </div>
  );
}

export function Moves({ controller, words }: PanelProps) {
  const { speech } = words;
  const { table } = controller.state;
  if (!controller.loaded || !table) return null;
  const notation = controller.notation ?? usualNotation(speech.language);
  // Two people at one device have no names.
  const alone = controller.session.here && controller.mine.length === 2;
  const game = {
    sfen: table.start,
    rules: table.rules,
    moves: table.moves,
    about: {
      sente: alone ? '' : words.player(table.seats.b),
      gote: alone ? '' : words.player(table.seats.w),
      ...endingOf(table.result),
      headers: [['場所', 'Shogikan'] as [string, string]],
    },
  };
  return (
    <MoveList
      words={words}
      loaded={controller.loaded}
      plies={controller.moves}
      texts={controller.texts(notation)}
      at={controller.ply ?? controller.moves.length}
      notation={notation}
      setNotation={(style) => controller.setNotation(style)}
      lookAt={(ply) => controller.lookAt(ply)}
      record={(open) => open && <SaveRecord speech={speech} kind={table.kind} game={game} />}
    />
  );
}

export function Invitation({ controller, words }: PanelProps) {
  const { t } = words.speech;
  const [copied, setCopied] = useState<'' | 'done' | 'failed'>('');
  const [code, setCode] = useState<{ path: string; size: number } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const link = location.origin + location.pathname;
  const table = controller.state.table;
  const seats = table?.seats;
  const rated = table?.settings.rated === 'on';
  const free = (['b', 'w'] as const).find((side) => seats?.[side].who === '');
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
      <p>{t(table?.settings.listed === 'on' ? 'invite.listed' : 'invite.text')}</p>
      {rated && <p>{t('invite.rated')}</p>}
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
      <div class="other-ways">
        {typeof navigator.share === 'function' && (
          <button
            type="button"
            class="quiet"
            data-act="share"
            onClick={() => void navigator.share({ url: link }).catch(() => {})}
          >
            {t('invite.share')}
          </button>
        )}
        {!rated && (
          <button
            type="button"
            class="quiet"
            data-act="start-computer"
            disabled={controller.state.pending !== null || !free}
            onClick={() => free && controller.session.computer(true, free)}
          >
            {t('invite.computer')}
          </button>
        )}
      </div>
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

/** What is agreed on for this table; who made it may change it until the first move. */
export function Agreed({ controller, words }: PanelProps) {
  const { table } = controller.state;
  const rules = controller.loaded?.core.game.rules;
  if (!table || !rules) return null;
  const { speech } = words;
  const host = table.host === controller.state.you;
  const open = !table.fixed && table.result === null;
  const chosen = { ...readChosen(table.rules), ...table.settings, ...(open && host ? controller.session.wishes : {}) };
  // Nobody's friendly game becomes a rated one under them, and none against the computer does; what a rated game is about
  // is fixed when both have sat down.
  const full = table.seats.b.who !== '' && table.seats.w.who !== '';
  const rated = table.settings.rated === 'on';
  const { here } = controller.session;
  const note = here ? 'play.open' : table.host === '' ? 'settings.paired' : host ? 'settings.yours' : 'settings.theirs';
  return (
    <AgreedList
      speech={speech}
      kind={table.kind}
      items={[...itemsOf(rules), ...controller.settings]}
      chosen={chosen}
      title={speech.t(here ? 'play.agreed' : 'settings.title')}
      note={speech.t(!open ? 'settings.fixed' : full && rated && table.host !== '' ? 'settings.rated' : note)}
      form={
        open &&
        host && (
          <Options
            speech={speech}
            game={table.kind}
            rules={rules}
            chosen={chosen}
            settings={controller.settings}
            choose={(name, value) => {
              if (name === 'level') keepLevel(table.kind, value);
              controller.session.set(name, value);
            }}
            {...(full && (rated ? { only: 'rated' } : { without: 'rated' }))}
          />
        )
      }
    />
  );
}

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
