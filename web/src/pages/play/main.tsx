/*
 * Entry of the page of games on this device, /<language>/play/<game>/. The game on the board is named behind the #, so
 * that a reload and the way back find it.
 */
import '../../style/pages/play.css';
import { games } from 'virtual:games';
import { hydrate, render } from 'preact';
import type { EngineClient } from '../../client/engine_client.ts';
import { dropGame, type KeptGame, keptGames, watchKept } from '../../client/kept.ts';
import { type Loaded, loadGame } from '../../client/loading.ts';
import { applyTheme } from '../../i18n/choice.ts';
import { loadSpeech } from '../../i18n/load.ts';
import { isLanguage } from '../../i18n/words.ts';
import type { Chosen } from '../agreed.ts';
import { Controller } from '../table/controller.ts';
import { LocalGame, newGame, settingsHere } from './local.ts';
import { type Playing, PlayPage } from './page.tsx';

applyTheme();

const root = document.getElementById('page');
const kind = document.querySelector<HTMLElement>('[data-here]')?.dataset.here ?? '';
const { lang } = document.documentElement;
const summary = games.find(({ name }) => name === kind);
if (!root || !isLanguage(lang) || !summary) throw new Error('this script belongs to the page of games on this device');
const { seal } = JSON.parse(root.dataset.pictures ?? '{}') as { seal: string };
const speech = await loadSpeech(lang);
let engine: Promise<EngineClient> | null = null;
const { title } = document;
let loaded: Promise<Loaded> | null = null;
let playing: Playing | null = null;
let trouble: Parameters<typeof PlayPage>[0]['trouble'] = '';
let version = 0;
/** As the page was built, until it is alive. */
let kept: KeptGame[] = [];

const page = () => (
  <PlayPage
    {...{ speech, seal, kind, rules: summary.rules, kept, playing, trouble, version }}
    begin={(computer, chosen) => void begin(computer, chosen)}
    open={(id) => void open(id, true)}
    drop={(id) => {
      dropGame(id);
      draw();
    }}
    leave={() => {
      history.pushState(null, '', location.pathname);
      leave();
    }}
  />
);

function draw(): void {
  version++;
  kept = keptGames().filter((game) => game.kind === kind);
  const id = playing?.game.game.id;
  if (id && location.hash !== `#${id}`) history.replaceState(null, '', `#${id}`);
  const turn = playing && playing.game.game.computer !== null && playing.controller.active !== null;
  document.title = `${turn ? '● ' : ''}${title}`;
  if (root) render(page(), root);
}

/** Fetched once, and again when it failed. */
function load(): Promise<Loaded> {
  loaded ??= loadGame(kind).catch((error) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

/** Its script comes when it is needed; one engine for all games of this page. */
function thinker(): Promise<EngineClient> {
  engine ??= import('../../client/engine.ts').then(({ openEngine }) => openEngine());
  return engine;
}

async function enter(make: (loaded: Loaded) => KeptGame, push: boolean): Promise<void> {
  leave();
  let parts: Loaded;
  let mind: EngineClient;
  try {
    [parts, mind] = await Promise.all([load(), thinker()]);
  } catch (error) {
    console.error(error);
    engine = null; // asked for again
    trouble = 'trouble.core';
    draw();
    return;
  }
  try {
    const game = make(parts);
    if (push) history.pushState(null, '', `#${game.id}`);
    const settings = settingsHere(game.computer !== null, true);
    let keeper: LocalGame | null = null;
    const controller = new Controller('', draw, {
      keeper: (changed) => {
        keeper = new LocalGame(game, parts.core, mind, changed);
        return keeper;
      },
      settings,
      load: async () => parts,
    });
    if (keeper) playing = { game: keeper, controller };
    trouble = '';
    controller.start();
    scrollTo(0, 0); // what was pressed may have been far below
  } catch (error) {
    console.error(error);
    trouble = 'play.broken';
    draw();
  }
}

const begin = (computer: boolean, chosen: Chosen) => enter(({ core }) => newGame(kind, core, computer, chosen), true);

async function open(id: string, push: boolean): Promise<void> {
  const game = keptGames().find((one) => one.id === id && one.kind === kind);
  if (game) await enter(() => game, push);
}

function leave(): void {
  playing?.game.leave();
  playing?.controller.forget();
  playing = null;
  draw();
}

/** Shows what the address names. */
async function follow(): Promise<void> {
  const id = location.hash.slice(1);
  if (playing?.game.game.id === id) return;
  if (playing) leave();
  await open(id, false);
}

hydrate(page(), root);
draw();
void follow();
addEventListener('popstate', () => void follow());
addEventListener('online', () => playing?.game.hurry());
watchKept(() => {
  const game = keptGames().find(({ id }) => id === playing?.game.game.id);
  if (game) playing?.game.follow(game);
  else draw();
});
