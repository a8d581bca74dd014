/*
 * What stands around every page: name, language, light or dark, footer.
 */
import { languages } from 'virtual:languages';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { rememberLanguage, toggleTheme } from '../i18n/choice.ts';
import type { Language, Speech } from '../i18n/words.ts';

function Sun() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="line-icon sun">
      <circle cx="12" cy="12" r="4.2" />
      <path d="M12 3v2.4M12 18.6V21M3 12h2.4M18.6 12H21M5.6 5.6l1.7 1.7M16.7 16.7l1.7 1.7M18.4 5.6l-1.7 1.7M7.3 16.7l-1.7 1.7" />
    </svg>
  );
}

function Moon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" class="line-icon moon">
      <path d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z" />
    </svg>
  );
}

/** Both pictures are there; the style sheet shows the one that fits the theme. */
function ThemeButton({ speech }: { speech: Speech }) {
  const label = speech.t('theme');
  return (
    <button type="button" class="icon theme" data-act="theme" aria-label={label} title={label} onClick={() => toggleTheme()}>
      <Sun />
      <Moon />
    </button>
  );
}

interface ShellProps {
  speech: Speech;
  /** Address of the seal, the mark of the house. */
  seal: string;
  /** Changes the language in place; without it the languages are links. */
  onLanguage?: (language: Language) => void;
  /** Where this page is, behind the language: "rules/x/". */
  path?: string;
  narrow?: boolean;
  children: ComponentChildren;
}

export function Shell({ speech, seal, onLanguage, path = '', narrow, children }: ShellProps) {
  // A page is HTML before it is alive: until then early.js keeps what is pressed.
  useEffect(() => {
    document.documentElement.dataset.alive = '';
  }, []);
  return (
    <>
      <header class="top">
        <a class="name" href={`/${speech.language}/`}>
          <img src={seal} alt="" width="32" height="32" />
          <span>Shogikan</span>
        </a>
        <nav class="languages" aria-label={speech.t('language')}>
          {Object.entries(languages).map(([code, { name, short }]) => (
            <a
              key={code}
              href={`/${code}/${path}`}
              lang={code}
              hreflang={code}
              aria-current={code === speech.language ? 'true' : undefined}
              onClick={(event) => {
                rememberLanguage(code);
                if (!onLanguage) return;
                event.preventDefault();
                onLanguage(code);
              }}
            >
              <span class="long">{name}</span>
              <span class="short" aria-hidden="true">
                {short}
              </span>
            </a>
          ))}
        </nav>
        <ThemeButton speech={speech} />
      </header>
      {children}
      {!narrow && (
        <footer class="bottom">
          <p>
            <a href={`/${speech.language}/record/`}>{speech.t('footer.record')}</a>
          </p>
          <p>
            <a href={`/${speech.language}/glossary/`}>{speech.t('glossary.title')}</a>
          </p>
          <p>
            <a href={`/${speech.language}/player/`}>{speech.t('footer.player')}</a>
          </p>
          <p>
            <a href={`/${speech.language}/privacy/`}>{speech.t('footer.privacy')}</a>
          </p>
          <p>{speech.t('footer.free')}</p>
          <p>{speech.t('footer.fonts')}</p>
        </footer>
      )}
    </>
  );
}
