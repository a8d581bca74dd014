/*
 * The game as a record: to be saved as a file or copied. Loads the core that writes records when it is opened.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Core, RecordFormat } from '../../../wasm/core.ts';
import { loadRecords } from '../client/loading.ts';
import { fileName, formatsOf, type Played, writeRecord } from '../client/record.ts';
import type { Speech } from '../i18n/words.ts';

interface SaveProps {
  speech: Speech;
  kind: string;
  game: Played;
}

export function SaveRecord({ speech, kind, game }: SaveProps) {
  const { t } = speech;
  const [core, setCore] = useState<Core | 'failed' | null>(null);
  const [wanted, setWanted] = useState<RecordFormat>(game.original?.format ?? 'kif');
  const [copied, setCopied] = useState<'' | 'done' | 'failed'>('');
  const byHand = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    let gone = false;
    loadRecords(kind).then(
      (loaded) => gone || setCore(loaded),
      () => gone || setCore('failed'),
    );
    return () => {
      gone = true;
    };
  }, [kind]);
  useEffect(() => byHand.current?.select(), [copied]);
  // Which formats there are is the same throughout a game.
  const formats = useMemo(() => (core && core !== 'failed' ? formatsOf(core, game) : []), [core]);
  const format = formats.includes(wanted) ? wanted : (formats[0] ?? wanted);
  if (core === 'failed') return <p class="save trouble">{t('trouble.core')}</p>;
  if (!core) return <p class="save">{t('record.loading')}</p>;
  const save = () => {
    const text = writeRecord(core, game, format);
    if (text === null) return;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = fileName(kind, format, new Date());
    link.click();
    URL.revokeObjectURL(address);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(writeRecord(core, game, format) ?? '');
      setCopied('done');
    } catch {
      // No permission, or a page without TLS: the text is shown and selected, so that it can be copied by hand.
      setCopied('failed');
    }
  };
  return (
    <div class="save" data-save="">
      <select
        data-act="record-format"
        aria-label={t('record.format')}
        value={format}
        onChange={(event) => {
          setCopied('');
          setWanted(event.currentTarget.value as RecordFormat);
        }}
      >
        {formats.map((one) => (
          <option key={one} value={one} selected={one === format}>
            {t(`format.${one}`)}
          </option>
        ))}
      </select>
      <button type="button" class="quiet" data-act="save-record" onClick={save}>
        {t('record.file')}
      </button>
      <button type="button" class="quiet" data-act="copy-record" onClick={() => void copy()}>
        {t(copied === 'done' ? 'invite.copied' : 'record.copy')}
      </button>
      <p role="status" class="unseen">
        {copied === 'done' ? t('invite.copied') : ''}
      </p>
      {copied === 'failed' && (
        <>
          <p>{t('record.byhand')}</p>
          <textarea ref={byHand} readOnly rows={4} aria-label={t('record.text')} value={writeRecord(core, game, format) ?? ''} />
        </>
      )}
    </div>
  );
}
