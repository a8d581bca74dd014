/* The end of a lesson: what one knows now, and a first game against the weakest computer. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { openTable } from '../../client/open.ts';
import { rememberLanguage } from '../../i18n/choice.ts';
import type { Speech } from '../../i18n/words.ts';
import { ProblemsLink } from '../problems/link.tsx';
import { type LessonText, lessonPath } from './text.ts';

interface FinishProps {
  speech: Speech;
  kind: string;
  text: LessonText;
  others: readonly string[];
  restart(): void;
}

export function Finish({ speech, kind, text, others, restart }: FinishProps) {
  const { t, has } = speech;
  const { name } = speech.game(kind);
  const [opening, setOpening] = useState(false);
  const [trouble, setTrouble] = useState('');
  const cancel = useRef<(() => void) | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    // Coming back with the browser's button shows the page as it was left: ready again.
    const shown = () => setOpening(false);
    addEventListener('pageshow', shown);
    return () => {
      removeEventListener('pageshow', shown);
      cancel.current?.();
    };
  }, []);
  const play = () => {
    setOpening(true);
    setTrouble('');
    cancel.current = openTable(
      { game: kind, opponent: 'computer', rules: '', settings: 'level=1' },
      {
        answered: (table) => {
          // The table's address has no language.
          rememberLanguage(speech.language);
          location.assign(`/t/${table}`);
        },
        waiting: () => setTrouble(t('landing.waiting')),
        refused: (code) => {
          setOpening(false);
          setTrouble(t(has(`error.${code}`) ? `error.${code}` : 'error.other'));
        },
      },
    );
  };
  return (
    <main class="learn finish" data-finish={kind}>
      <h1 tabIndex={-1} ref={heading}>
        {t('learn.end', { game: name })}
      </h1>
      <ul class="learned">
        {text.learned.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p class="choices">
        <button type="button" class="primary" data-act="play-computer" data-game={kind} disabled={opening} onClick={play}>
          {t(opening ? 'landing.opening' : 'learn.play')}
        </button>
        <a class="to-rules" href={`/${speech.language}/rules/${kind}/`}>
          {t('rules.title', { game: name })}
        </a>
        <ProblemsLink speech={speech} game={kind} class="to-rules" />
        <button type="button" class="quiet" data-act="restart" onClick={restart}>
          {t('learn.restart')}
        </button>
      </p>
      <p class="trouble" role="status">
        {trouble}
      </p>
      {others.length > 0 && (
        <nav class="other-lessons" aria-label={t('learn.others')}>
          <span aria-hidden="true">{t('learn.others')}</span>
          {others.map((game) => (
            <a key={game} href={`/${speech.language}/${lessonPath(game)}`}>
              {speech.game(game).name}
            </a>
          ))}
        </nav>
      )}
    </main>
  );
}
