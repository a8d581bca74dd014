/*
 * What one can do about who one is. Everything that cannot be taken back says first what will happen, and asks.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { EXPORT_PATH, tell } from '../../client/people.ts';
import { forgetTables } from '../../client/recent.ts';
import type { Speech } from '../../i18n/words.ts';

interface OwnProps {
  speech: Speech;
  /** Who one is, or what is known of it, is another now. */
  changed: () => void;
}

type Answer = Awaited<ReturnType<typeof tell>>;

/** Why it was refused; '' when it was not. */
function troubleOf({ t, has }: Speech, answer: Answer): string {
  if (answer.t !== 'error') return '';
  if (answer.rule && has(`name.fault.${answer.rule}`)) return t(`name.fault.${answer.rule}`);
  if (answer.code === 'too_long' && answer.at === 'name') return t('name.fault.name_long');
  if (answer.code === 'lost') return t('landing.waiting');
  if (answer.at === 'code')
    return t(answer.code === 'busy' ? 'transfer.often' : answer.code === 'forbidden' ? 'transfer.same' : 'transfer.bad');
  return t(has(`error.${answer.code}`) ? `error.${answer.code}` : 'error.other');
}

export function Own({ speech, changed }: OwnProps) {
  return (
    <>
      <Transfer speech={speech} changed={changed} />
      <section class="data">
        <h2>{speech.t('data.title')}</h2>
        <p>{speech.t('data.text')}</p>
        <p class="choices">
          <a class="secondary button" href={EXPORT_PATH} download="shogikan.json" data-act="my-data">
            {speech.t('data.get')}
          </a>
          <a href={`/${speech.language}/privacy/`}>{speech.t('privacy.title')}</a>
        </p>
      </section>
      <Forget speech={speech} changed={changed} />
    </>
  );
}

export function OwnName({ speech, name, changed }: OwnProps & { name: string }) {
  const { t } = speech;
  const [text, setText] = useState(name);
  const [said, say] = useState<{ text: string; bad: boolean }>({ text: '', bad: false });
  const [busy, setBusy] = useState(false);
  // What is being written is not replaced by a name that comes to be known meanwhile.
  const writing = useRef(false);
  useEffect(() => {
    if (!writing.current) setText(name);
  }, [name]);
  const save = async () => {
    writing.current = false;
    setBusy(true);
    say({ text: '', bad: false });
    const answer = await tell({ t: 'name', name: text.normalize('NFC') });
    const bad = troubleOf(speech, answer);
    say({ text: bad || t(text.trim() ? 'name.saved' : 'name.removed'), bad: bad !== '' });
    setBusy(false);
    if (!bad) changed();
  };
  return (
    <section class="own-name">
      <h2>{t('name.title')}</h2>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label for="own-name">{t('name.label')}</label>
        <input
          id="own-name"
          type="text"
          autocomplete="nickname"
          dir="auto"
          maxLength={40}
          value={text}
          aria-describedby="name-hint name-said"
          aria-invalid={said.bad ? 'true' : undefined}
          data-name=""
          onInput={(event) => {
            writing.current = true;
            setText(event.currentTarget.value);
          }}
        />
        <button type="submit" class="primary" data-act="name" disabled={busy}>
          {t('name.save')}
        </button>
      </form>
      <p class="hint" id="name-hint">
        {t('name.hint')}
      </p>
      <p class={said.bad ? 'trouble' : 'said'} id="name-said" role="status" data-name-said={said.bad ? 'refused' : ''}>
        {said.text}
      </p>
    </section>
  );
}

function Transfer({ speech, changed }: OwnProps) {
  const { t, language } = speech;
  const [code, setCode] = useState<{ code: string; until: number } | null>(null);
  const [typed, setTyped] = useState('');
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [done, setDone] = useState('');
  const make = async () => {
    const answer = await tell({ t: 'transfer' });
    setTrouble(troubleOf(speech, answer));
    if (answer.t === 'code') setCode({ code: answer.code, until: answer.until });
  };
  const use = async () => {
    setAsking(false);
    const answer = await tell({ t: 'transfer_use', code: typed });
    setTrouble(troubleOf(speech, answer));
    if (answer.t !== 'self') return;
    setTyped('');
    setCode(null);
    setDone(t('transfer.done'));
    changed();
  };
  return (
    <section class="transfer">
      <h2>{t('transfer.title')}</h2>
      <p>{t('transfer.text')}</p>
      <p class="choices">
        <button type="button" class="secondary" data-act="transfer" onClick={() => void make()}>
          {t(code ? 'transfer.another' : 'transfer.make')}
        </button>
      </p>
      <p role="status" class="code-said">
        {code && (
          <>
            <code class="code" data-code="">
              {code.code}
            </code>
            <span>
              {t('transfer.until', {
                time: new Date(code.until).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' }),
              })}
            </span>
          </>
        )}
      </p>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          setDone('');
          if (typed.trim()) setAsking(true);
        }}
      >
        <label for="transfer-code">{t('transfer.label')}</label>
        <input
          id="transfer-code"
          type="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={30}
          value={typed}
          data-transfer-code=""
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" class="secondary" data-act="transfer-use">
          {t('transfer.use')}
        </button>
      </form>
      {asking && (
        <Sure
          question={t('transfer.sure')}
          yes={t('transfer.yes')}
          no={t('sure.no')}
          act="transfer-use-yes"
          agree={() => void use()}
          refuse={() => setAsking(false)}
        />
      )}
      <p class="trouble" role="status" data-transfer-said="">
        {trouble || done}
      </p>
    </section>
  );
}

function Forget({ speech, changed }: OwnProps) {
  const { t } = speech;
  const [asking, setAsking] = useState(false);
  const [said, say] = useState('');
  const forget = async () => {
    setAsking(false);
    const answer = await tell({ t: 'forget' });
    say(troubleOf(speech, answer) || t('forget.done'));
    if (answer.t !== 'self') return;
    forgetTables();
    changed();
  };
  return (
    <section class="forget">
      <h2>{t('forget.title')}</h2>
      <p>{t('forget.text')}</p>
      <p class="choices">
        <button type="button" class="quiet" data-act="forget" onClick={() => setAsking(true)}>
          {t('forget.ask')}
        </button>
      </p>
      {asking && (
        <Sure
          question={t('forget.sure')}
          yes={t('forget.yes')}
          no={t('sure.no')}
          act="forget-yes"
          agree={() => void forget()}
          refuse={() => setAsking(false)}
        />
      )}
      <p role="status" data-forget-said="">
        {said}
      </p>
    </section>
  );
}

interface SureProps {
  question: string;
  yes: string;
  no: string;
  act: string;
  agree: () => void;
  refuse: () => void;
}

/** A question whose harmless answer has the focus. */
function Sure({ question, yes, no, act, agree, refuse }: SureProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div
      class="sure"
      role="alertdialog"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key === 'Escape') refuse();
      }}
    >
      <p>{question}</p>
      <button type="button" class="quiet" ref={keep} data-act="sure-no" onClick={refuse}>
        {no}
      </button>
      <button type="button" class="danger" data-act={act} onClick={agree}>
        {yes}
      </button>
    </div>
  );
}
