/*
 * The highest ratings of a game: of those who have played enough, or of everybody.
 */
import { useEffect, useState } from 'preact/hooks';
import { type Leader, PROVISIONAL, readLeaders } from '../../client/people.ts';
import type { Speech } from '../../i18n/words.ts';
import type { GameSummary } from '../landing.tsx';
import { PLAYER_PATH } from '../player/page.tsx';
import { RatingNumber } from '../rating.tsx';
import { Shell } from '../shell.tsx';

const ratingsPath = (game: string): string => `ratings/${game}/`;

interface RatingsPageProps {
  speech: Speech;
  seal: string;
  games: readonly GameSummary[];
  game: string;
}

export function RatingsPage({ speech, seal, games, game }: RatingsPageProps) {
  const { t, language } = speech;
  const [all, setAll] = useState(false);
  const [players, setPlayers] = useState<Leader[] | 'trouble' | null>(null);
  useEffect(() => {
    let wanted = true;
    readLeaders(game, all)
      .then((found) => wanted && setPlayers(found))
      .catch(() => wanted && setPlayers('trouble'));
    return () => {
      wanted = false;
    };
  }, [all]);
  return (
    <Shell speech={speech} seal={seal} path={ratingsPath(game)}>
      <main class="player leaders">
        <h1>{t('leaders.title', { game: speech.game(game).name })}</h1>
        <nav class="kinds" aria-label={t('leaders.kinds')}>
          {games.map(({ name }) => (
            <a key={name} href={`/${language}/${ratingsPath(name)}`} aria-current={name === game ? 'page' : undefined}>
              {speech.game(name).name}
            </a>
          ))}
        </nav>
        <p class="lead">{t('leaders.lead', { count: PROVISIONAL })}</p>
        <label class="all">
          <input type="checkbox" data-act="leaders-all" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          {t('leaders.all')}
        </label>
        <div data-leaderboard={game} data-all={all ? '' : undefined} aria-live="polite">
          {players === null && <p>{t('player.loading')}</p>}
          {players === 'trouble' && <p>{t('player.trouble')}</p>}
          {Array.isArray(players) && players.length === 0 && <p>{t('leaders.none')}</p>}
          {Array.isArray(players) && players.length > 0 && <List speech={speech} players={players} />}
        </div>
        <noscript>
          <p>{t('landing.noscript')}</p>
        </noscript>
        <p class="hint">{t('leaders.how')}</p>
      </main>
    </Shell>
  );
}

function List({ speech, players }: { speech: Speech; players: readonly Leader[] }) {
  const { t, language } = speech;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('leaders.rank')}</th>
          <th scope="col">{t('player.title')}</th>
          <th scope="col">{t('rating.title')}</th>
          <th scope="col">{t('leaders.games')}</th>
        </tr>
      </thead>
      <tbody>
        {players.map(({ id, name, value, games }) => (
          <tr key={id} data-player={id}>
            {/* Who has the same rating has the same place. */}
            <td class="number">{players.findIndex((other) => other.value === value) + 1}</td>
            <td>
              <a href={`/${language}/${PLAYER_PATH}${id}`}>
                <bdi>{name || t('seat.guest')}</bdi>
              </a>
            </td>
            <td class="number">
              <RatingNumber speech={speech} value={value} games={games} />
            </td>
            <td class="number">{games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
