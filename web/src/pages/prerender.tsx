/*
 * The pages as HTML, written at build time by web/tools/build.mjs: what a browser without JavaScript, a search engine
 * or a link preview reads, and what the script brings to life.
 */
import { games } from 'virtual:games';
import { languages as known } from 'virtual:languages';
import { lessons } from 'virtual:lessons/all';
import { problems } from 'virtual:problems/all';
import { rules } from 'virtual:rules';
import { words } from 'virtual:words/all';
import { renderToString } from 'preact-render-to-string';
import { inLanguage, type Language, type Speech, speak } from '../i18n/words.ts';
import { Landing } from './landing.tsx';
import { LessonPage } from './learn/page.tsx';
import { PlayPage } from './play/page.tsx';
import { playPath } from './play/path.ts';
import { PlayerPage } from './player/page.tsx';
import { PrivacyPage } from './privacy.tsx';
import { ProblemsPage } from './problems/page.tsx';
import { RatingsPage } from './ratings/page.tsx';
import { RecordPage } from './record/page.tsx';
import { GlossaryPage } from './rules/glossary.tsx';
import { RulesPage } from './rules/page.tsx';
import { Shell } from './shell.tsx';

/** What the build knows and a page needs. */
export interface Parts {
  scripts: string[];
  styles: string[];
  preloads: string[];
  /** What the next page will need. */
  prefetches: string[];
  early: string;
  /** The script of every page: web/src/pages/app.ts. */
  app: string;
  icon: string;
  /** What a telephone puts on its home screen. */
  touchIcon: string;
  fonts: string[];
  /** What the scripts must know as well: the seal, and the picture of each game's board. */
  pictures: { seal: string; boards: Record<string, string> };
}

export const languages = Object.keys(known);

const speechIn = (language: Language): Speech => speak(language, inLanguage(words, language));

const MANIFEST = 'app.webmanifest';
/** As style/page.css has it. */
const PAPER = { light: '#f6f2e7', dark: '#171613' };

/** Shown when a new build is there. */
function Update({ speech: { t } }: { speech: Speech }) {
  return (
    <div class="update" role="status" data-update="" hidden>
      <p>{t('update.text')}</p>
      <button type="button" class="primary" data-act="update">
        {t('trouble.reload')}
      </button>
      <button type="button" class="quiet" data-act="later">
        {t('update.later')}
      </button>
    </div>
  );
}

/** `plain` and `full` are SVG, and `full` may be cut to any shape, as a `maskable` one in points. */
interface Icons {
  plain: string;
  full: string;
  points: readonly { src: string; size: number; purpose: string }[];
}

/** What a system that installs the page needs to know. */
export function manifest(language: Language, { plain, full, points }: Icons): string {
  const speech = speechIn(language);
  const names = games.map(({ name }) => speech.game(name).name).join(', ');
  const icon = (src: string, purpose: string) => ({ src, type: 'image/svg+xml', sizes: 'any', purpose });
  return JSON.stringify({
    id: '/',
    name: 'Shogikan',
    short_name: 'Shogikan',
    description: speech.t('landing.description', { games: names }),
    lang: language,
    start_url: `/${language}/`,
    scope: '/',
    display: 'standalone',
    background_color: PAPER.light,
    theme_color: PAPER.light,
    icons: [
      icon(plain, 'any'),
      icon(full, 'maskable'),
      ...points
        .filter(({ purpose }) => purpose !== 'touch')
        .map(({ src, size, purpose }) => ({ src, type: 'image/png', sizes: `${size}x${size}`, purpose })),
    ],
    shortcuts: games.map(({ name }) => ({
      name: speech.t('play.title', { game: speech.game(name).name }),
      url: `/${language}/${playPath(name)}`,
    })),
  });
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * A page that no search should find. What the others tell searches (the same page in every language) is for the server to
 * say, which knows the whole address: server/gateway/links.h.
 */
const NOINDEX = '<meta name="robots" content="noindex">';

function page(speech: Speech, title: string, description: string, parts: Parts, body: string, head = ''): string {
  const lines = [
    '<!doctype html>',
    `<html lang="${speech.language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<script src="${parts.early}"></script>`,
    `<link rel="icon" href="${parts.icon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${parts.touchIcon}">`,
    ...parts.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...parts.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...parts.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...parts.prefetches.map((href) => `<link rel="prefetch" href="${href}">`),
    `<link rel="manifest" href="/${speech.language}/${MANIFEST}">`,
    ...Object.entries(PAPER).map(
      ([scheme, colour]) => `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`,
    ),
    `<script type="module" src="${parts.app}"></script>`,
    ...parts.scripts.map((src) => `<script type="module" src="${src}"></script>`),
    head,
    '</head>',
    '<body>',
    `<div id="page" data-pictures="${escaped(JSON.stringify(parts.pictures))}">${body}</div>`,
    renderToString(<Update speech={speech} />),
    '</body>',
    '</html>',
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

export const gameNames = rules.map(({ game }) => game.name);

/** `diagrams`: addresses by "<game>-<diagram>". */
export function rulesPage(
  language: Language,
  name: string,
  parts: Parts,
  picture: string,
  diagrams: Record<string, string>,
): string {
  const speech = speechIn(language);
  const found = rules.find(({ game }) => game.name === name);
  if (!found || !picture) throw new Error(`no rules or no picture of ${name}`);
  const movements = { reaches: new Map(found.reaches), royal: new Set(found.royal) };
  const figures = Object.fromEntries(
    Object.entries(found.sizes).map(([id, size]) => {
      const src = diagrams[`${name}-${id}`];
      if (!src) throw new Error(`no picture of the diagram ${id} of ${name}`);
      return [id, { src, ...size }];
    }),
  );
  const { frame, prose } = found;
  const text = { frame, prose: prose[language], figures };
  const title = speech.t('rules.title', { game: speech.game(name).name });
  const body = renderToString(
    <RulesPage speech={speech} rules={{ ...found, movements }} seal={parts.pictures.seal} picture={picture} text={text} />,
  );
  return page(speech, `${title} · Shogikan`, speech.game(name).tagline, parts, body);
}

export function lessonPage(language: Language, name: string, parts: Parts): string {
  const speech = speechIn(language);
  const found = lessons[name]?.[language];
  if (!found) throw new Error(`no lesson of ${name}`);
  const { frame, text } = found;
  const title = speech.t('learn.title', { game: speech.game(name).name });
  const body = renderToString(
    <LessonPage
      speech={speech}
      seal={parts.pictures.seal}
      kind={name}
      ids={frame.steps.map(({ id }) => id)}
      text={text}
      player={null}
      trouble={false}
      version={0}
      others={[]}
    />,
  );
  return page(speech, `${title} · Shogikan`, text.lead, parts, body);
}

export function problemsPageOf(language: Language, name: string, parts: Parts): string {
  const speech = speechIn(language);
  const set = problems[name];
  if (!set) throw new Error(`no problems of ${name}`);
  const title = speech.t('problems.title', { game: speech.game(name).name });
  const body = renderToString(
    <ProblemsPage speech={speech} seal={parts.pictures.seal} kind={name} set={set} player={null} trouble={false} version={0} />,
  );
  return page(speech, `${title} · Shogikan`, speech.t('problems.how'), parts, body);
}

export function playPage(language: Language, name: string, parts: Parts): string {
  const speech = speechIn(language);
  const found = games.find((game) => game.name === name);
  if (!found) throw new Error(`no game ${name}`);
  const nothing = () => {};
  const body = renderToString(
    <PlayPage
      speech={speech}
      seal={parts.pictures.seal}
      kind={name}
      rules={found.rules}
      kept={[]}
      playing={null}
      trouble=""
      version={0}
      begin={nothing}
      open={nothing}
      drop={nothing}
      leave={nothing}
    />,
  );
  const title = speech.t('play.title', { game: speech.game(name).name });
  return page(speech, `${title} · Shogikan`, speech.t('play.lead'), parts, body);
}

export function glossaryPage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const sources = rules.map(({ game, frame, prose }) => ({ game: game.name, frame, prose: prose[language] }));
  const body = renderToString(<GlossaryPage speech={speech} seal={parts.pictures.seal} sources={sources} />);
  const { t } = speech;
  return page(speech, `${t('glossary.title')} · Shogikan`, t('glossary.lead'), parts, body);
}

export function recordPage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const body = renderToString(<RecordPage speech={speech} seal={parts.pictures.seal} viewer={null} version={0} />);
  const { t } = speech;
  return page(speech, `${t('record.title')} · Shogikan`, t('record.lead'), parts, body);
}

/** Of whoever the address names; without a name, one's own. */
export function playerPage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const body = renderToString(<PlayerPage speech={speech} seal={parts.pictures.seal} games={games} id="" />);
  return page(speech, `${speech.t('player.title')} · Shogikan`, speech.t('player.lead'), parts, body, NOINDEX);
}

export function ratingsPage(language: Language, game: string, parts: Parts): string {
  const speech = speechIn(language);
  const { t } = speech;
  const title = t('leaders.title', { game: speech.game(game).name });
  const body = renderToString(<RatingsPage speech={speech} seal={parts.pictures.seal} games={games} game={game} />);
  return page(speech, `${title} · Shogikan`, title, parts, body);
}

export function privacyPage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const { t } = speech;
  const body = renderToString(<PrivacyPage speech={speech} seal={parts.pictures.seal} />);
  return page(speech, `${t('privacy.title')} · Shogikan`, t('privacy.lead'), parts, body);
}

export function landingPage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const names = games.map(({ name }) => speech.game(name).name).join(', ');
  const body = renderToString(
    <Landing speech={speech} games={games} seal={parts.pictures.seal} picture={(game) => parts.pictures.boards[game] ?? ''} />,
  );
  return page(speech, `Shogikan · ${names}`, speech.t('landing.description', { games: names }), parts, body);
}

/** What is shown before the script of a page knows what its address is about. */
function openingPage(language: Language, parts: Parts, title: string, description: string): string {
  const speech = speechIn(language);
  const body = renderToString(
    <Shell speech={speech} seal={parts.pictures.seal} narrow>
      <main class="alone">
        <p role="status" class="opening">
          {speech.t('table.opening')}
        </p>
        <noscript>
          <p>{speech.t('landing.noscript')}</p>
        </noscript>
      </main>
    </Shell>,
  );
  return page(speech, `${speech.t(title)} · Shogikan`, speech.t(description), parts, body, NOINDEX);
}

export const tablePage = (language: Language, parts: Parts): string =>
  openingPage(language, parts, 'table.page', 'table.description');

export const gamePage = (language: Language, parts: Parts): string =>
  openingPage(language, parts, 'game.page', 'game.description');

/** In place of a page that needs the network, when there is none. Its form asks for the same address again. */
export function offlinePage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const { t } = speech;
  const body = renderToString(
    <Shell speech={speech} seal={parts.pictures.seal} narrow>
      <main class="alone offline" data-no-network="">
        <h1>{t('offline.title')}</h1>
        <p>{t('offline.text')}</p>
        <ul>
          {games.map(({ name }) => (
            <li key={name}>
              <a href={`/${language}/${playPath(name)}`} data-act="play-here" data-game={name}>
                {t('play.title', { game: speech.game(name).name })}
              </a>
            </li>
          ))}
        </ul>
        <form>
          <button type="submit" class="primary" data-act="retry">
            {t('offline.retry')}
          </button>
        </form>
      </main>
    </Shell>,
  );
  const alone = { ...parts, scripts: [], preloads: [], prefetches: [] };
  return page(speech, `${t('offline.title')} · Shogikan`, t('offline.title'), alone, body, NOINDEX);
}

export function missingPage(language: Language, parts: Parts): string {
  const speech = speechIn(language);
  const body = renderToString(
    <Shell speech={speech} seal={parts.pictures.seal} narrow>
      <main class="alone">
        <h1>{speech.t('missing.title')}</h1>
        <a class="primary button" href={`/${language}/`}>
          {speech.t('trouble.home')}
        </a>
      </main>
    </Shell>,
  );
  return page(
    speech,
    `${speech.t('missing.title')} · Shogikan`,
    speech.t('missing.title'),
    { ...parts, scripts: [], preloads: [], prefetches: [] },
    body,
  );
}
