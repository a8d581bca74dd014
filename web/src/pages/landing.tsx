/*
 * The first page: what this is, for each game its picture, two buttons, and what can be chosen beforehand, and the
 * lobby. Written as HTML at build time, brought to life in the browser.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Opponent } from '../../../protocol/wire.ts';
import type { RuleInfo } from '../../../wasm/core.ts';
import { FIRST_LEVEL, keepLevel, levelFor } from '../client/level.ts';
import { openTable } from '../client/open.ts';
import { type RecentTable, recentTables } from '../client/recent.ts';
import { rememberLanguage } from '../i18n/choice.ts';
import type { Speech } from '../i18n/words.ts';
import { type Chosen, itemsOf, keepChosen, keptChosen, SETTINGS, writeChosen } from './agreed.ts';
import { LessonLink } from './learn/link.tsx';
import { LevelChoice } from './levelchoice.tsx';
import { LobbySection } from './lobby.tsx';
import { Options } from './options.tsx';
import { playPath } from './play/path.ts';
import { ProblemsLink } from './problems/link.tsx';
import { Shell } from './shell.tsx';

/** What the page knows of a game before its core is loaded: read from the core at build time. */
export interface GameSummary {
  name: string;
  minutes: number;
  files: number;
  ranks: number;
  rules: RuleInfo[];
}

interface LandingProps {
  speech: Speech;
  games: readonly GameSummary[];
  seal: string;
  /** Address of the picture of a game's board. */
  picture: (game: string) => string;
}

/** Fetches what the table will need while the server sets it up; both stay in the browser's cache. */
async function warmUp(game: string): Promise<void> {
  const { cores } = await import('virtual:cores');
  const parts = cores[game];
  if (parts) await Promise.allSettled([fetch(parts.core), parts.art()]);
}

type Waiting = { game: string; opponent: Opponent } | null;

export function Landing({ speech, games, seal, picture }: LandingProps) {
  const [waiting, setWaiting] = useState<Waiting>(null);
  const [trouble, setTrouble] = useState<{ game: string; text: string } | null>(null);
  const cancel = useRef<(() => void) | null>(null);
  useEffect(() => () => cancel.current?.(), []);
  // Coming back with the browser's button shows the page as it was left: ready again.
  useEffect(() => {
    const shown = () => setWaiting(null);
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  const open = (game: GameSummary, opponent: Opponent, chosen: Chosen) => {
    cancel.current?.();
    if (opponent === 'computer' && chosen.rated === 'on') {
      setTrouble({ game: game.name, text: speech.t('landing.unrated') });
      return;
    }
    void warmUp(game.name);
    setTrouble(null);
    setWaiting({ game: game.name, opponent });
    const level = opponent === 'computer' ? { level: levelFor(game.name) } : {};
    const wish = {
      game: game.name,
      opponent,
      rules: writeChosen(itemsOf(game.rules), chosen),
      settings: writeChosen(SETTINGS, { ...level, ...chosen }),
    };
    cancel.current = openTable(wish, {
      answered: (table) => {
        // The table's address has no language: it speaks that of the page it was opened from.
        rememberLanguage(speech.language);
        keepChosen(game.name, {});
        location.assign(`/t/${table}`);
      },
      waiting: () => setTrouble({ game: game.name, text: speech.t('landing.waiting') }),
      refused: (code) => {
        setWaiting(null);
        setTrouble({ game: game.name, text: speech.t(speech.has(`error.${code}`) ? `error.${code}` : 'error.other') });
      },
    });
  };

  const section = (game: GameSummary) => (
    <GameSection
      key={game.name}
      first={game === games[0]}
      speech={speech}
      game={game}
      picture={picture(game.name)}
      waiting={waiting}
      trouble={trouble?.game === game.name ? trouble.text : ''}
      open={(opponent, chosen) => open(game, opponent, chosen)}
    />
  );

  return (
    <Shell speech={speech} seal={seal}>
      <main class="landing">
        <Unconnected speech={speech} games={games} />
        <Resume speech={speech} games={games} />
        {games.slice(0, 1).map(section)}
        <LobbySection speech={speech} games={games} open={open} refused={trouble} />
        {games.length > 1 && <div class="games">{games.slice(1).map(section)}</div>}
        <section class="reasons">
          {(['start', 'why', 'keep'] as const).map((reason) => (
            <article key={reason}>
              <h2>{speech.t(`promise.${reason}.title`)}</h2>
              <p>{speech.t(`promise.${reason}.text`)}</p>
            </article>
          ))}
        </section>
        <Install speech={speech} />
      </main>
    </Shell>
  );
}

/** The browser's own question whether to install the page, put off until the viewer asks. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Hears events of the window as long as the element is there. */
function useHeard(heard: Readonly<Record<string, (event: Event) => void>>): void {
  useEffect(() => {
    const all = Object.entries(heard);
    for (const [kind, listener] of all) addEventListener(kind, listener);
    return () => {
      for (const [kind, listener] of all) removeEventListener(kind, listener);
    };
  }, []);
}

/** Without a network: what still works. */
function Unconnected({ speech, games }: { speech: Speech; games: readonly GameSummary[] }) {
  const [missing, setMissing] = useState(false);
  const look = () => setMissing(!navigator.onLine);
  useEffect(look, []);
  useHeard({ online: look, offline: look });
  const { t } = speech;
  if (!missing) return null;
  return (
    <nav class="resume" aria-label={t('offline.title')} data-offline="">
      <span role="status">{t('offline.landing')}</span>
      {games.map(({ name }) => (
        <a key={name} href={`/${speech.language}/${playPath(name)}`}>
          {speech.game(name).name}
        </a>
      ))}
    </nav>
  );
}

/** A button to install the page, where the browser offers that: below everything, as it comes late and must not move anything. */
function Install({ speech }: { speech: Speech }) {
  const [install, setInstall] = useState<InstallEvent | null>(null);
  useHeard({
    beforeinstallprompt: (event) => {
      event.preventDefault();
      setInstall(event as InstallEvent);
    },
    appinstalled: () => setInstall(null),
  });
  if (!install) return null;
  return (
    <p class="install">
      <button
        type="button"
        class="quiet"
        data-act="install"
        onClick={() => {
          void install.prompt();
          setInstall(null);
        }}
      >
        {speech.t('landing.install')}
      </button>
    </p>
  );
}

/** The way back to games that are not over. Known only to this device, so never part of the page as it was built. */
function Resume({ speech, games }: { speech: Speech; games: readonly GameSummary[] }) {
  const [tables, setTables] = useState<RecentTable[]>([]);
  useEffect(() => {
    const read = () => setTables(recentTables().filter(({ kind, over }) => !over && games.some(({ name }) => name === kind)));
    read();
    addEventListener('pageshow', read);
    return () => removeEventListener('pageshow', read);
  }, []);
  if (tables.length === 0) return null;
  return (
    <nav class="resume" aria-label={speech.t('landing.resume')} data-resume="">
      <span aria-hidden="true">{speech.t('landing.resume')}</span>
      {tables.slice(0, 3).map(({ table, kind, moves }) => (
        <a key={table} href={`/t/${table}`}>
          {speech.t('landing.table', { game: speech.game(kind).name, moves })}
        </a>
      ))}
    </nav>
  );
}

interface GameSectionProps {
  first: boolean;
  speech: Speech;
  game: GameSummary;
  picture: string;
  waiting: Waiting;
  trouble: string;
  open: (opponent: Opponent, chosen: Chosen) => void;
}

function GameSection({ first, speech, game, picture, waiting, trouble, open }: GameSectionProps) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [shown, setShown] = useState(false);
  const [usual, setUsual] = useState(FIRST_LEVEL);
  useEffect(() => {
    setChosen(keptChosen(game.name, [...itemsOf(game.rules), ...SETTINGS]));
    setUsual(levelFor(game.name));
  }, []);
  const chooseLevel = (level: string) => {
    keepLevel(game.name, level);
    setUsual(level);
  };
  const choose = (name: string, value: string) => {
    const next = { ...chosen, [name]: value };
    keepChosen(game.name, next);
    setChosen(next);
    if (name === 'level') chooseLevel(value);
  };
  const words = speech.game(game.name);
  const Title = first ? 'h1' : 'h2';
  const different = writeChosen([...itemsOf(game.rules), ...SETTINGS], chosen) !== '';
  const opening = (opponent: Opponent): boolean => waiting?.game === game.name && waiting.opponent === opponent;
  const button = (opponent: Opponent) => (
    <button
      type="button"
      class={opponent === 'computer' ? 'primary' : 'secondary'}
      data-act={`play-${opponent}`}
      data-game={game.name}
      disabled={waiting !== null}
      onClick={() => open(opponent, chosen)}
      aria-label={
        opening(opponent) ? undefined : speech.t('settings.pair', { name: speech.t(`landing.${opponent}`), value: words.name })
      }
    >
      {speech.t(opening(opponent) ? 'landing.opening' : `landing.${opponent}`)}
    </button>
  );
  return (
    <section class={first ? 'hero' : 'game'} id={game.name} data-section={game.name}>
      <div class="hero-words">
        <Title>{first ? speech.t('landing.title', { game: words.name }) : words.name}</Title>
        <p class="facts">
          <span>{speech.t('landing.players')}</span>
          <span>{speech.t('landing.board', { files: game.files, ranks: game.ranks })}</span>
          <span>{speech.t('landing.minutes', { minutes: game.minutes })}</span>
        </p>
        <p class="lead">{words.tagline}</p>
        <div class="choices">
          <div class="against">
            {button('computer')}
            <LevelChoice
              speech={speech}
              game={game.name}
              level={chosen.level ?? usual}
              choose={chosen.level === undefined ? chooseLevel : (level) => choose('level', level)}
            />
          </div>
          {button('friend')}
        </div>
        <button
          type="button"
          class={`disclosure${different ? ' changed' : ''}`}
          data-act="options"
          data-game={game.name}
          aria-expanded={shown}
          aria-label={speech.t('settings.pair', {
            name: speech.t(different ? 'options.changed' : 'options.title'),
            value: words.name,
          })}
          onClick={() => setShown(!shown)}
        >
          {speech.t(different ? 'options.changed' : 'options.title')}
        </button>
        <LessonLink speech={speech} game={game.name} class="to-rules" />
        <a
          class="to-rules"
          href={`/${speech.language}/rules/${game.name}/`}
          aria-label={speech.t('rules.title', { game: words.name })}
        >
          {speech.t('landing.rules')}
        </a>
        <ProblemsLink speech={speech} game={game.name} class="to-rules" />
        <a
          class="to-rules"
          href={`/${speech.language}/${playPath(game.name)}`}
          data-act="play-here"
          data-game={game.name}
          aria-label={speech.t('settings.pair', { name: speech.t('landing.here'), value: words.name })}
        >
          {speech.t('landing.here')}
        </a>
        {shown && (
          <Options
            speech={speech}
            game={game.name}
            rules={game.rules}
            chosen={chosen}
            settings={SETTINGS.map((item) => (item.name === 'level' ? { ...item, initial: usual } : item))}
            choose={choose}
          />
        )}
        <p class="trouble" role="status">
          {trouble}
        </p>
        {first && (
          <noscript>
            <p class="trouble">{speech.t('landing.noscript')}</p>
          </noscript>
        )}
      </div>
      <div class="hero-board">
        <img
          src={picture}
          alt={speech.t('landing.picture', { game: words.name })}
          width={game.files * 100 + 68}
          height={game.ranks * 108 + 68}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
        />
      </div>
    </section>
  );
}
