/*
 * What is stored, how long, and how to have it forgotten. HTML only; read without a script.
 */
import type { Speech } from '../i18n/words.ts';
import { PLAYER_PATH } from './player/page.tsx';
import { Shell } from './shell.tsx';

const PRIVACY_PATH = 'privacy/';
const PARTS = ['stored', 'not', 'seen', 'browser', 'long', 'yours', 'host'] as const;

export function PrivacyPage({ speech, seal }: { speech: Speech; seal: string }) {
  const { t, language } = speech;
  return (
    <Shell speech={speech} seal={seal} path={PRIVACY_PATH}>
      <main class="player privacy">
        <h1>{t('privacy.title')}</h1>
        <p class="lead">{t('privacy.lead')}</p>
        {PARTS.map((part) => (
          <section key={part} id={part}>
            <h2>{t(`privacy.${part}.title`)}</h2>
            <p>{t(`privacy.${part}.text`)}</p>
          </section>
        ))}
        <p>
          <a class="primary button" href={`/${language}/${PLAYER_PATH}`}>
            {t('privacy.go')}
          </a>
        </p>
      </main>
    </Shell>
  );
}
