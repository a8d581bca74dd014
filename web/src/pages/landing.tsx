/*
 * The first page: what this is, and for each game two buttons. Written as HTML at build time, brought to life in the
 * browser.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Opponent } from '../../../protocol/wire.ts';
import { openTable } from '../client/open.ts';
import type { Speech } from '../i18n/words.ts';
import { Shell } from './shell.tsx';

interface LandingProps {
  speech: Speech;
  games: readonly string[];
  seal: string;
  /** Address of the picture of a game's board. */
  picture: (game: string) => string;
}

type Waiting = { game: string; opponent: Opponent } | null;

export function Landing({ speech, games, seal, picture }: LandingProps) {
  const [waiting, setWaiting] = useState<Waiting>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);
  // Coming back with the browser's button shows the page as it was left: ready again.
  useEffect(() => {
    const shown = () => setWaiting(null);
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  const open = (game: string, opponent: Opponent) => {
    cancel.current?.();
    setTrouble(null);
    setWaiting({ game, opponent });
    cancel.current = openTable(game, opponent, {
      opened: (table) => location.assign(`/t/${table}`),
      waiting: () => setTrouble(speech.t('landing.waiting')),
      refused: (code) => {
        setWaiting(null);
        setTrouble(speech.t(speech.has(`error.${code}`) ? `error.${code}` : 'error.other'));
      },
    });
  };
  const label = (game: string, opponent: Opponent, key: string) =>
    waiting?.game === game && waiting.opponent === opponent ? speech.t('landing.opening') : speech.t(key);

  return (
    <Shell speech={speech} seal={seal}>
      <main class="landing">
        {games.map((game, i) => {
          const words = speech.game(game);
          const Title = i === 0 ? 'h1' : 'h2';
          return (
            <section class="hero" key={game}>
              <div class="hero-words">
                <Title>{i === 0 ? speech.t('landing.title', { game: words.name }) : words.name}</Title>
                <p class="lead">{words.tagline}</p>
                <div class="choices">
                  <button
                    type="button"
                    class="primary"
                    data-act="play-computer"
                    data-game={game}
                    disabled={waiting !== null}
                    onClick={() => open(game, 'computer')}
                  >
                    {label(game, 'computer', 'landing.computer')}
                  </button>
                  <button
                    type="button"
                    class="secondary"
                    data-act="play-friend"
                    data-game={game}
                    disabled={waiting !== null}
                    onClick={() => open(game, 'friend')}
                  >
                    {label(game, 'friend', 'landing.friend')}
                  </button>
                </div>
                {i === 0 && (
                  <p class="trouble" role="status">
                    {trouble ?? ''}
                  </p>
                )}
                {i === 0 && (
                  <noscript>
                    <p class="trouble">{speech.t('landing.noscript')}</p>
                  </noscript>
                )}
              </div>
              <div class="hero-board">
                <img
                  src={picture(game)}
                  alt={speech.t('landing.picture', { game: words.name })}
                  width="968"
                  height="1040"
                  decoding="async"
                />
              </div>
            </section>
          );
        })}
        <section class="reasons">
          {(['start', 'why', 'keep'] as const).map((reason) => (
            <article key={reason}>
              <h2>{speech.t(`promise.${reason}.title`)}</h2>
              <p>{speech.t(`promise.${reason}.text`)}</p>
            </article>
          ))}
        </section>
      </main>
    </Shell>
  );
}
