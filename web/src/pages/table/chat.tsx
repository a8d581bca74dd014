/*
 * Talking at the table: a section of the panel, and on phones a button above the board that leads there. It stands below
 * the board and beside the buttons, so opening it moves neither. What people write is shown as it is, never as markup or
 * links.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ServerLine } from '../../../../protocol/wire.ts';
import { charactersOf, LINE_CHARACTERS } from '../../client/chat.ts';
import type { PanelProps } from './panel.tsx';
import type { TableSpeech } from './speech.ts';

const FEW_LEFT = 40;
const LATE_DIGITS = 4;

/** Author of a line in words: you, the side, or a watcher who can be told from the others. */
function author(line: ServerLine, you: string | null, words: TableSpeech): string {
  const { t } = words.speech;
  if (line.who === you) return t('seat.you');
  if (line.side) return line.name ? t('chat.player', { name: line.name, side: words.side(line.side) }) : words.side(line.side);
  return line.name || t('chat.watcher', { sign: line.who.slice(-LATE_DIGITS) });
}

function useHeard({ controller }: Pick<PanelProps, 'controller'>): ServerLine[] {
  const { chat, muted } = controller.session.talker;
  return chat.lines.filter(({ who }) => !muted.includes(who));
}

/** Above the board on phones: that there is something to be read, and the way there. */
export function ChatBell({ controller, words }: PanelProps) {
  const { t, n } = words.speech;
  const { on, chat } = controller.session.talker;
  if (!controller.canTalk || !on) return null;
  const label = chat.unread > 0 ? n('chat.unread', chat.unread) : t('chat.title');
  return (
    <button
      type="button"
      class="chat-bell"
      data-act="chat-toggle"
      data-unread={chat.unread}
      aria-label={label}
      title={label}
      aria-expanded={controller.chatOpen}
      aria-controls="chat"
      onClick={() => {
        const open = !controller.chatOpen;
        controller.openChat(open);
        if (open) requestAnimationFrame(() => document.getElementById('chat')?.scrollIntoView({ block: 'nearest' }));
        else scrollTo({ top: 0 });
      }}
    >
      <Bubble />
      {chat.unread > 0 && <span class="unread">{chat.unread}</span>}
    </button>
  );
}

function Bubble() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="line-icon">
      <path d="M4 5.5h16v10.500H11l-4.500 3.500v-3.500H4Z" />
    </svg>
  );
}

export function ChatPanel({ controller, words }: PanelProps) {
  const { t, n } = words.speech;
  const { session, chatOpen } = controller;
  const { talker } = session;
  if (!controller.canTalk) return null;
  if (!talker.on)
    return (
      <section class="chat off" id="chat" data-chat="off">
        <span>{t('chat.off.text')}</span>
        <button type="button" class="quiet" data-act="chat-on" onClick={() => talker.turn(true)}>
          {t('chat.on')}
        </button>
      </section>
    );
  return (
    <section class="chat" id="chat" data-chat={chatOpen ? 'open' : 'closed'} data-unread={talker.chat.unread}>
      <div class="chat-top">
        <h2>
          <button
            type="button"
            class="chat-head"
            data-act="chat-toggle"
            aria-expanded={chatOpen}
            onClick={() => controller.openChat(!chatOpen)}
          >
            {t('chat.title')}
            {talker.chat.unread > 0 && <span class="unread">{n('chat.unread', talker.chat.unread)}</span>}
          </button>
        </h2>
        {chatOpen && (
          <button type="button" class="plain" data-act="chat-off" onClick={() => talker.turn(false)}>
            {t('chat.off')}
          </button>
        )}
      </div>
      {chatOpen && (
        <>
          <RatedNote controller={controller} words={words} />
          <Lines controller={controller} words={words} />
          <Say controller={controller} words={words} />
          <Muted controller={controller} words={words} />
        </>
      )}
      <Voice controller={controller} words={words} />
    </section>
  );
}

/** Who hears whom in a rated game. */
function RatedNote({ controller, words }: PanelProps) {
  const { table } = controller.state;
  if (table?.settings.rated !== 'on' || table.result) return null;
  return <p class="hint">{words.speech.t(controller.mine.length > 0 ? 'chat.rated.player' : 'chat.rated.watcher')}</p>;
}

function Lines({ controller, words }: PanelProps) {
  const heard = useHeard({ controller });
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const newest = heard.at(-1)?.number ?? 0;
  useEffect(() => {
    const element = list.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [newest, heard.length]);
  if (heard.length === 0) return <p class="hint">{words.speech.t('chat.empty')}</p>;
  return (
    // Long talk is scrolled with keys too.
    <ol
      ref={list}
      class="chat-lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keys.
      tabIndex={0}
      aria-label={words.speech.t('chat.lines')}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        atEnd.current = scrollTop + clientHeight > scrollHeight - 8;
      }}
    >
      {heard.map((line) => (
        <Line key={line.number} line={line} controller={controller} words={words} />
      ))}
    </ol>
  );
}

function Line({ line, controller, words }: PanelProps & { line: ServerLine }) {
  const { t } = words.speech;
  const { talker } = controller.session;
  const [more, showMore] = useState(false);
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (more) choices.current?.scrollIntoView({ block: 'nearest' });
  }, [more]);
  const mine = line.who === controller.state.you;
  const name = author(line, controller.state.you, words);
  const report = talker.chat.reports[line.who]?.state;
  return (
    <li class={mine ? 'mine' : line.side ? 'player' : ''} data-chat-line={line.number} data-who={line.who} data-side={line.side}>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        <bdi>{line.text}</bdi>
      </p>
      {!mine && (
        <button
          type="button"
          class="icon tiny"
          data-act="chat-more"
          aria-expanded={more}
          aria-label={t('chat.more', { who: name })}
          onClick={() => showMore(!more)}
        >
          ⋯
        </button>
      )}
      {more && (
        <div class="chat-more" ref={choices}>
          <button type="button" class="quiet" data-act="mute" onClick={() => talker.mute(line.who, true)}>
            {t('chat.mute', { who: name })}
          </button>
          <button
            type="button"
            class="quiet"
            data-act="report"
            data-report={report}
            disabled={report === 'asked' || report === 'done'}
            onClick={() => talker.report(line.who)}
          >
            {t(report === 'done' ? 'chat.reported' : 'chat.report')}
          </button>
          <p class="hint" role="status">
            {report === 'done' ? t('chat.reported.text') : report === 'refused' ? t('chat.report.failed') : ''}
          </p>
        </div>
      )}
    </li>
  );
}

function Say({ controller, words }: PanelProps) {
  const { t, n, has } = words.speech;
  const { talker } = controller.session;
  const { pending, refusal } = talker.chat;
  const [text, setText] = useState('');
  const sent = useRef('');
  const count = charactersOf(text.trim());
  const left = LINE_CHARACTERS - count;
  useEffect(() => {
    // Confirmed: the field is free for the next one, unless that has been begun. Refused: it keeps what was written.
    const arrived = pending === null && refusal === null ? sent.current : '';
    if (arrived) setText((now) => (now.trim() === arrived.trim() ? '' : now));
    sent.current = pending?.text ?? '';
  }, [pending, refusal]);
  const code = refusal !== null && has(`chat.refused.${refusal}`) ? refusal : 'other';
  return (
    <form
      class="chat-say"
      onSubmit={(event) => {
        event.preventDefault();
        if (left >= 0) talker.say(text);
      }}
    >
      <input
        type="text"
        value={text}
        autocomplete="off"
        enterkeyhint="send"
        aria-label={t('chat.field')}
        aria-describedby="chat-word"
        aria-invalid={left < 0}
        placeholder={t('chat.field')}
        data-chat-field=""
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.stopPropagation()}
      />
      <button type="submit" class="primary" data-act="chat-send" disabled={count === 0 || left < 0 || pending !== null}>
        {t('chat.send')}
      </button>
      <p id="chat-word" class={`hint${left < 0 || refusal !== null ? ' lost' : ''}`} role="status" data-refused={refusal ?? ''}>
        {left < 0
          ? n('chat.over', -left)
          : refusal !== null
            ? t(`chat.refused.${code}`)
            : left <= FEW_LEFT
              ? n('chat.left', left)
              : ''}
      </p>
    </form>
  );
}

/** Those whose lines are not shown on this device; only as far as they spoke here. */
function Muted({ controller, words }: PanelProps) {
  const { talker } = controller.session;
  const here = talker.muted.filter((who) => talker.chat.lines.some((line) => line.who === who));
  if (here.length === 0) return null;
  return (
    <button
      type="button"
      class="plain"
      data-act="unmute"
      onClick={() => {
        for (const who of here) talker.mute(who, false);
      }}
    >
      {words.speech.n('chat.muted', here.length)}
    </button>
  );
}

/** Tells screen readers what came: the words where they are shown, otherwise that there are some. */
function Voice({ controller, words }: PanelProps) {
  const heard = useHeard({ controller });
  const { state, chatOpen } = controller;
  const newest = heard.at(-1);
  const [said, say] = useState('');
  const told = useRef(newest?.number ?? 0);
  useEffect(() => {
    if (!newest || newest.number <= told.current) return;
    told.current = newest.number;
    if (newest.who === state.you || newest.old) return;
    const who = author(newest, state.you, words);
    say(chatOpen ? words.speech.t('chat.said', { who, text: newest.text }) : words.speech.t('chat.news', { who }));
  }, [newest?.number]);
  return (
    <p class="unseen" aria-live="polite" data-chat-said="">
      {said}
    </p>
  );
}
