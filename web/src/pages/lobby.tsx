/*
 * The lobby on the first page: looking for an opponent, tables that wait for somebody, games being played. Written as
 * HTML at build time without lists; it connects when it comes into view or is used, and not while the page is hidden
 * unless somebody is looked for.
 */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedPlayer, ListedTable } from '../../../protocol/wire.ts';
import { Lobby, type Search } from '../client/lobby.ts';
import { rememberLanguage } from '../i18n/choice.ts';
import type { Speech } from '../i18n/words.ts';
import { type Chosen, type Item, itemsOf, itemWords, readChosen, SETTINGS } from './agreed.ts';
import type { GameSummary } from './landing.tsx';

interface LobbyProps {
  speech: Speech;
  games: readonly GameSummary[];
  /** Opens a table instead of looking on. */
  open: (game: GameSummary, opponent: 'computer' | 'friend', chosen: Chosen) => void;
  /** Why a table was not opened. */
  refused: { game: string; text: string } | null;
}

const TIMES = ['0', '30', '60'] as const;
/** How many rows of each list are shown at first. */
const FEW = { open: 5, live: 3 };

/** The lobby of this page, from when it is first wanted. */
function useLobby(speech: Speech): { lobby: Lobby | null; wanted: () => Lobby; place: RefObject<HTMLElement> } {
  const [, redraw] = useState(0);
  const held = useRef<Lobby | null>(null);
  const place = useRef<HTMLElement>(null);
  const wanted = (): Lobby => {
    held.current ??= new Lobby({
      changed: () => redraw((count) => count + 1),
      paired: (table) => {
        rememberLanguage(speech.language);
        location.assign(`/t/${table}`);
      },
    });
    held.current.start();
    return held.current;
  };
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && wanted(), {
      rootMargin: '200px',
    });
    if (place.current) seen.observe(place.current);
    const hidden = () => {
      if (document.visibilityState === 'visible') {
        held.current?.start();
        held.current?.hurry();
      } else if (!held.current?.search) held.current?.stop();
    };
    const left = () => held.current?.stop();
    const shown = ({ persisted }: PageTransitionEvent) => persisted && held.current?.start();
    const online = () => held.current?.hurry();
    document.addEventListener('visibilitychange', hidden);
    addEventListener('pagehide', left);
    addEventListener('pageshow', shown);
    addEventListener('online', online);
    return () => {
      seen.disconnect();
      held.current?.stop();
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', left);
      removeEventListener('pageshow', shown);
      removeEventListener('online', online);
    };
  }, []);
  return { lobby: held.current, wanted, place };
}

export function LobbySection({ speech, games, open, refused }: LobbyProps) {
  const { lobby, wanted, place } = useLobby(speech);
  const [turn, setTurn] = useState<string>('30');
  const [rated, setRated] = useState(false);
  const [given, setInstead] = useState('');
  const search = lobby?.search ?? null;
  const instead = (opponent: 'computer' | 'friend') => {
    const game = games.find(({ name }) => name === search?.game);
    if (!search || !game) return;
    const own = { turn_seconds: String(search.turnSeconds), rated: search.rated ? 'on' : 'off', listed: 'on' };
    lobby?.cancel();
    setInstead(game.name);
    open(game, opponent, opponent === 'friend' ? own : {});
  };
  return (
    <section class="lobby" ref={place} data-lobby="" data-link={lobby?.link} aria-labelledby="lobby-title">
      {search ? (
        <Waiting speech={speech} search={search} lobby={lobby} instead={instead} />
      ) : (
        <Pairing
          speech={speech}
          games={games}
          turn={turn}
          setTurn={setTurn}
          rated={rated}
          setRated={setRated}
          trouble={lobby?.trouble ?? ''}
          refused={refused?.game === given ? refused.text : ''}
          look={(game) => wanted().look({ game, rated, turnSeconds: Number(turn) })}
        />
      )}
      <Tables speech={speech} games={games} lobby={lobby} />
    </section>
  );
}

/** What had the focus goes away with a search: it is given to what comes in its place. */
const lastSearched = { game: '' };

interface PairingProps {
  speech: Speech;
  games: readonly GameSummary[];
  turn: string;
  setTurn: (turn: string) => void;
  rated: boolean;
  setRated: (rated: boolean) => void;
  trouble: string;
  refused: string;
  look: (game: string) => void;
}

function Pairing({ speech, games, turn, setTurn, rated, setRated, trouble, refused, look }: PairingProps) {
  const { t, has } = speech;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lastSearched.game) box.current?.querySelector<HTMLElement>(`[data-game="${lastSearched.game}"]`)?.focus();
    lastSearched.game = '';
  }, []);
  const wrong = trouble === 'replaced' || trouble === 'lost' ? `lobby.${trouble}` : `error.${trouble}`;
  return (
    <div class="pairing" ref={box}>
      <h2 id="lobby-title">{t('lobby.title')}</h2>
      <p class="hint">{t('lobby.text')}</p>
      <Choice
        name="turn"
        legend={t('setting.turn_seconds')}
        values={TIMES.map((value) => [
          value,
          value === '0' ? t('setting.turn_seconds.0') : t('lobby.seconds', { seconds: value }),
        ])}
        value={turn}
        choose={setTurn}
      />
      <Choice
        name="rated"
        legend={t('setting.rated')}
        values={[
          ['off', t('setting.rated.off')],
          ['on', t('setting.rated.on')],
        ]}
        value={rated ? 'on' : 'off'}
        choose={(value) => setRated(value === 'on')}
      />
      {rated && <p class="hint">{t('setting.rated.text')}</p>}
      <div class="pair-with">
        {games.map(({ name }) => (
          <button
            key={name}
            type="button"
            class="secondary"
            data-act="pair"
            data-game={name}
            aria-label={t('settings.pair', { name: t('lobby.title'), value: speech.game(name).name })}
            onClick={() => look(name)}
          >
            {speech.game(name).name}
          </button>
        ))}
      </div>
      <p class="trouble" role="status">
        {trouble ? t(has(wrong) ? wrong : 'error.other') : refused}
      </p>
    </div>
  );
}

interface ChoiceProps {
  name: string;
  legend: string;
  values: readonly (readonly [string, string])[];
  value: string;
  choose: (value: string) => void;
}

/** One of a few, side by side. */
function Choice({ name, legend, values, value, choose }: ChoiceProps) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div>
        {values.map(([one, said]) => (
          <label key={one}>
            <input
              type="radio"
              name={`pair-${name}`}
              value={one}
              checked={one === value}
              data-pair={name}
              onChange={() => choose(one)}
            />
            <span>{said}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface WaitingProps {
  speech: Speech;
  search: Search;
  lobby: Lobby | null;
  instead: (opponent: 'computer' | 'friend') => void;
}

function Waiting({ speech, search, lobby, instead }: WaitingProps) {
  const { t } = speech;
  const [, tick] = useState(0);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    lastSearched.game = search.game;
    cancel.current?.focus({ preventScroll: true });
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((lobby?.waited() ?? 0) / 1_000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const game = speech.game(search.game).name;
  const { rating, range } = search;
  return (
    <div class="pairing waiting" data-waiting={search.game} data-rated={String(search.rated)} data-range={range ?? ''}>
      <h2 id="lobby-title">{t('lobby.searching', { game })}</h2>
      <p class="waited" role="timer">
        {time}
      </p>
      <p role="status">{lobby?.link === 'open' ? t(search.rated ? 'lobby.rated' : 'lobby.friendly') : t('landing.waiting')}</p>
      {search.rated && rating !== null && (
        <p class="hint">
          {range === null ? t('lobby.range.any') : t('lobby.range', { least: rating - range, most: rating + range })}
        </p>
      )}
      <p class="hint">
        {search.turnSeconds > 0
          ? t('lobby.turn', { seconds: search.turnSeconds })
          : t('settings.pair', { name: t('setting.turn_seconds'), value: t('setting.turn_seconds.0') })}
      </p>
      <button
        type="button"
        class="primary"
        data-act="pair-cancel"
        ref={cancel}
        disabled={search.cancelled}
        onClick={() => lobby?.cancel()}
      >
        {t('lobby.cancel')}
      </button>
      <div class="instead">
        <p>{t('lobby.instead')}</p>
        <button type="button" class="quiet" data-act="wait-computer" onClick={() => instead('computer')}>
          {t('landing.computer')}
        </button>
        <button type="button" class="quiet" data-act="wait-listed" onClick={() => instead('friend')}>
          {t('lobby.list')}
        </button>
      </div>
    </div>
  );
}

type Row = ListedTable & { kind: string };

function Tables({ speech, games, lobby }: { speech: Speech; games: readonly GameSummary[]; lobby: Lobby | null }) {
  const { t } = speech;
  const rows = (which: 'open' | 'live'): Row[] =>
    games
      .flatMap(({ name }) => (lobby?.lists.get(name)?.[which] ?? []).map((row) => ({ ...row, kind: name })))
      .sort((a, b) => b.at - a.at);
  const open = rows('open');
  const live = rows('live');
  const known = lobby !== null && lobby.lists.size > 0;
  return (
    <div class="tables">
      <h2>{t('lobby.open')}</h2>
      {open.length === 0 && <p class="hint">{t(known ? 'lobby.open.none' : 'lobby.open.text')}</p>}
      <TableList rows={open} few={FEW.open} speech={speech} games={games} you={lobby?.you ?? ''} />
      {live.length > 0 && (
        <>
          <h2>{t('lobby.live')}</h2>
          <TableList rows={live} few={FEW.live} speech={speech} games={games} you={lobby?.you ?? ''} />
        </>
      )}
    </div>
  );
}

interface ListProps {
  rows: readonly Row[];
  few: number;
  speech: Speech;
  games: readonly GameSummary[];
  you: string;
}

function TableList({ rows, few, speech, games, you }: ListProps) {
  const [all, setAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <>
      <ul class="listed">
        {(all ? rows : rows.slice(0, few)).map((row) => (
          <TableRow
            key={row.table}
            row={row}
            speech={speech}
            rules={games.find(({ name }) => name === row.kind)?.rules ?? []}
            you={you}
          />
        ))}
      </ul>
      {!all && rows.length > few && (
        <button type="button" class="disclosure" data-act="all-tables" onClick={() => setAll(true)}>
          {speech.t('lobby.all', { count: rows.length })}
        </button>
      )}
    </>
  );
}

/** What somebody who might come wants to know; how the page looks, or who is sente, is not among it. */
const TOLD = new Set(['turn_seconds', 'rated', 'on_timeout']);

function TableRow({ row, speech, rules, you }: { row: Row; speech: Speech; rules: GameSummary['rules']; you: string }) {
  const { t } = speech;
  const free = row.b.who === '' || row.w.who === '';
  const own = row.b.who === you || row.w.who === you;
  const chosen: Chosen = { ...readChosen(row.rules), ...readChosen(row.settings) };
  const said = (item: Item): string => {
    const words = itemWords(speech, row.kind, item);
    const value = chosen[item.name] ?? item.initial;
    if (item.name === 'turn_seconds') return t('lobby.turn', { seconds: value });
    if (item.name === 'rated') return words.value(value);
    return t('settings.pair', { name: words.name, value: words.value(value) });
  };
  const differs = [...SETTINGS.filter(({ name }) => TOLD.has(name)), ...itemsOf(rules)].filter(
    ({ name, initial }) => chosen[name] !== undefined && chosen[name] !== initial,
  );
  const progress = row.moves > 0 ? t('lobby.moves', { moves: row.moves }) : t('lobby.begun');
  const people = [row.b, row.w].filter(({ who }) => who !== '').map((player) => playerName(speech, player, you));
  return (
    <li>
      <a
        href={`/t/${row.table}`}
        data-open-table={free ? row.table : undefined}
        data-live-table={free ? undefined : row.table}
        data-kind={row.kind}
        onClick={() => rememberLanguage(speech.language)}
      >
        <span class="what">
          <strong>{speech.game(row.kind).name}</strong>
          <span class="people">{people.join(' – ')}</span>
        </span>
        <span class="how">{[...(free ? [] : [progress]), ...differs.map(said)].join(' · ') || t('settings.default')}</span>
        <span class="do">{t(own ? 'lobby.own' : free ? 'lobby.join' : 'lobby.watch')}</span>
      </a>
    </li>
  );
}

function playerName(speech: Speech, { who, name, rating, provisional }: ListedPlayer, you: string): string {
  const { t } = speech;
  const level = /^cpu:(\d+)$/.exec(who)?.[1];
  if (level) return t('seat.computer', { level });
  const said = who === you ? t('seat.you') : name || t('seat.guest');
  return rating === undefined ? said : t('lobby.player', { name: said, rating: `${rating}${provisional ? '?' : ''}` });
}
