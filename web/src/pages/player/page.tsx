/*
 * A player: name, ratings and how they went, recent games. On one's own page also what can be done about it: the name,
 * another device, one's data, being forgotten.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { dayOf, type PlayedGame, type Profile, readOwn, readPlayer, signed } from '../../client/people.ts';
import type { Speech } from '../../i18n/words.ts';
import type { GameSummary } from '../landing.tsx';
import { Plot } from '../plot.tsx';
import { RatingNumber } from '../rating.tsx';
import { Shell } from '../shell.tsx';
import { Own, OwnName } from './own.tsx';

export const PLAYER_PATH = 'player/';

interface PlayerPageProps {
  speech: Speech;
  seal: string;
  games: readonly GameSummary[];
  /** Public id; '': oneself. */
  id: string;
}

type Found = { own: boolean; profile: Profile | null };

async function find(id: string): Promise<Found> {
  const me = await readOwn();
  if (id === '' || me?.id === id) return { own: true, profile: me };
  return { own: false, profile: await readPlayer(id) };
}

export function PlayerPage({ speech, seal, games, id }: PlayerPageProps) {
  const { t } = speech;
  const [found, setFound] = useState<Found | 'trouble' | null>(null);
  const asked = useRef(0);
  const load = () => {
    const mine = ++asked.current;
    const take = (answer: Found | 'trouble') => {
      if (mine === asked.current) setFound(answer); // otherwise a newer one is on its way
    };
    find(id)
      .then(take)
      .catch(() => take('trouble'));
  };
  useEffect(load, []);
  const shown = found !== null && found !== 'trouble' ? found : null;
  const profile = shown?.profile ?? null;
  const title = profile?.name || t(shown?.own ? 'player.own' : 'seat.guest');
  useEffect(() => {
    if (shown) document.title = `${title} · Shogikan`;
  }, [title, shown !== null]);
  return (
    <Shell speech={speech} seal={seal} path={`${PLAYER_PATH}${id}`}>
      <main class="player" data-player={profile?.id}>
        {!shown && (
          <>
            <h1>{t('player.title')}</h1>
            <p role="status">{t(found === 'trouble' ? 'player.trouble' : 'player.loading')}</p>
            <noscript>
              <p>{t('landing.noscript')}</p>
            </noscript>
          </>
        )}
        {shown && !shown.own && !profile && (
          <>
            <h1>{t('player.title')}</h1>
            <p data-nobody="">{t('player.nobody')}</p>
          </>
        )}
        {shown && (shown.own || profile) && (
          <>
            <h1>
              <bdi>{title}</bdi>
            </h1>
            {shown.own && <p class="lead">{t('player.lead')}</p>}
            {shown.own && <OwnName speech={speech} name={profile?.name ?? ''} changed={load} />}
            <Ratings speech={speech} games={games} profile={profile} />
            <Games speech={speech} profile={profile} own={shown.own} />
            {shown.own && <Own speech={speech} changed={load} />}
          </>
        )}
      </main>
    </Shell>
  );
}

function Ratings({ speech, games, profile }: { speech: Speech; games: readonly GameSummary[]; profile: Profile | null }) {
  const { t, n } = speech;
  const known = games.flatMap(({ name }) => (profile?.ratings ?? []).filter(({ kind }) => kind === name));
  return (
    <section class="ratings">
      <h2>{t('ratings.title')}</h2>
      {known.length === 0 && <p>{t('ratings.none')}</p>}
      {known.map(({ kind, value, games: played }) => {
        const changes = (profile?.history ?? []).filter((change) => change.kind === kind);
        return (
          <article key={kind} data-kind={kind}>
            <h3>{speech.game(kind).name}</h3>
            <p class="facts">
              <strong>
                <RatingNumber speech={speech} value={value} games={played} />
              </strong>
              <span>{n('ratings.games', played)}</span>
            </p>
            {changes.length > 0 && <Plot speech={speech} kind={kind} changes={changes} />}
          </article>
        );
      })}
      <nav class="kinds" aria-label={t('ratings.leaders')}>
        <span aria-hidden="true">{t('ratings.leaders')}</span>
        {games.map(({ name }) => (
          <a key={name} href={`/${speech.language}/ratings/${name}/`}>
            {speech.game(name).name}
          </a>
        ))}
      </nav>
    </section>
  );
}

/** So many games are shown at first. */
const GAMES_SHOWN = 10;

function Games({ speech, profile, own }: { speech: Speech; profile: Profile | null; own: boolean }) {
  const { t, n } = speech;
  const [all, setAll] = useState(false);
  const games = profile?.games ?? [];
  const hidden = all ? 0 : Math.max(0, games.length - GAMES_SHOWN);
  return (
    <section class="played">
      <h2>{t('games.title')}</h2>
      {games.length === 0 && <p>{t(own ? 'games.none' : 'games.hidden')}</p>}
      {own && games.length > 0 && <p class="hint">{t('games.own')}</p>}
      <ul>
        {games.slice(0, games.length - hidden).map((game) => (
          <li key={game.game}>
            <Played speech={speech} game={game} id={profile?.id ?? ''} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" class="quiet more" data-act="more-games" onClick={() => setAll(true)}>
          {n('games.more', hidden)}
        </button>
      )}
    </section>
  );
}

/** Who sat there, as a list names them. */
function Sitter({ speech, who, name }: { speech: Speech; who: string; name: string }) {
  const { t, language } = speech;
  if (who.startsWith('cpu:')) return <>{t('seat.computer', { level: who.slice(4) })}</>;
  if (who === '' || who.startsWith('gone:')) return <>{t('seat.guest')}</>;
  return (
    <a href={`/${language}/${PLAYER_PATH}${who}`}>
      <bdi>{name || t('seat.guest')}</bdi>
    </a>
  );
}

function Played({ speech, game, id }: { speech: Speech; game: PlayedGame; id: string }) {
  const { t, language } = speech;
  const side = game.b === id ? 'b' : 'w';
  const outcome = game.winner === 'd' ? 'draw' : game.winner === side ? 'won' : 'lost';
  const [other, name] = side === 'b' ? [game.w, game.w_name] : [game.b, game.b_name];
  return (
    <>
      <a class="what" href={`/g/${game.game}`} data-game={game.game}>
        {t('games.game', { game: speech.game(game.kind).name, day: dayOf(game.at, language) })}
      </a>
      <span class={`outcome ${outcome}`} data-outcome={outcome}>
        {t(`outcome.${outcome}`)}
      </span>
      <span class="against">
        {t('games.against')} <Sitter speech={speech} who={other} name={name} />
      </span>
      {game.rated === 1 && <span class="change">{signed(game.change)}</span>}
    </>
  );
}
