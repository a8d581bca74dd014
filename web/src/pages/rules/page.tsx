/*
 * The rules of a game as a page to read, written as HTML at build time, from what the rules core says and from the words
 * that the table uses: why a move is refused is the same text here and there. Each refusal has the anchor rule-<code>.
 */
import { h } from 'preact';
import type { GameInfo, PieceInfo } from '../../../../wasm/types.ts';
import { type Movements, movesShapes, PICTURE, PICTURE_PIECE } from '../../board/moves.ts';
import { type Art, body, characters, HEIGHT, placements, promotedMark, WIDTH } from '../../board/shape.ts';
import type { Speech } from '../../i18n/words.ts';
import { itemsOf, itemWords, rangeWords, SETTINGS } from '../agreed.ts';
import { LessonLink } from '../learn/link.tsx';
import { ProblemsLink } from '../problems/link.tsx';
import { Shell } from '../shell.tsx';
import { refusalWords, TableSpeech } from '../table/speech.ts';
import type { Prose, ProseFrame } from './prose.ts';
import { Blocks, type Figures, Parts, Questions, Reading, Tips, Vocabulary } from './prose.tsx';

/** What the build knows of a game's rules. */
export interface GameRules {
  game: GameInfo;
  movements: Movements;
  art: Art;
  refusals: readonly string[];
}

export const rulesPath = (game: string): string => `rules/${game}/`;

interface RulesProps {
  speech: Speech;
  rules: GameRules;
  seal: string;
  /** Address of the picture of the start. */
  picture: string;
  text: RulesText;
}

/** What the game's folder says in one language. */
export interface RulesText {
  frame: ProseFrame;
  prose: Prose;
  figures: Figures;
}

/** Ends that every game at a table can have, beside those of its own rules. */
const EVERY_END = ['resignation', 'move_limit'];

export function RulesPage({ speech, rules, seal, picture, text }: RulesProps) {
  const { t } = speech;
  const { game } = rules;
  const said = speech.game(game.name);
  const promoting = game.pieces.some(({ promotes }) => promotes !== 0);
  const { prose, figures } = text;
  const sections = [
    ...['object', 'start', 'turn', 'pieces', ...(promoting ? ['promotion'] : []), 'special', 'refused', 'ends'],
    ...['variants', 'local', 'settings', 'vocabulary', 'questions', 'tips', 'about'],
  ];
  return (
    <Shell speech={speech} seal={seal} path={rulesPath(game.name)}>
      <main class="rules" data-rules={game.name}>
        <h1>{t('rules.title', { game: said.name })}</h1>
        <p class="facts">
          <span>{t('landing.players')}</span>
          <span>{t('landing.board', { files: game.files, ranks: game.ranks })}</span>
          <span>{t('landing.minutes', { minutes: game.minutes })}</span>
        </p>
        <p class="lead">{said.tagline}</p>
        <nav class="contents" aria-label={t('rules.contents')}>
          {sections.map((name) => (
            <a key={name} href={`#${name}`}>
              {t(`rules.${name}`)}
            </a>
          ))}
        </nav>
        <Play speech={speech} game={game.name} />
        <section id="object">
          <h2>{t('rules.object')}</h2>
          <Blocks body={prose.object} figures={figures} />
        </section>
        <section id="start">
          <h2>{t('rules.start')}</h2>
          <Blocks body={prose.start} figures={figures} />
          <img
            src={picture}
            alt={t('rules.picture', { game: said.name })}
            width={game.files * WIDTH + 68}
            height={game.ranks * HEIGHT + 68}
          />
        </section>
        <section id="turn">
          <h2>{t('rules.turn')}</h2>
          <Blocks body={prose.turn} figures={figures} />
        </section>
        <section id="pieces">
          <h2>{t('rules.pieces')}</h2>
          <Blocks body={prose.pieces} figures={figures} />
          <p>{t('rules.pieces.text')}</p>
          <Wood />
          <ul class="piece-list">
            {game.pieces.map((piece) => (
              <Piece key={piece.sfen} speech={speech} rules={rules} frame={text.frame} piece={piece} />
            ))}
          </ul>
        </section>
        {promoting && <Promotion speech={speech} game={game} text={text} />}
        <section id="special">
          <h2>{t('rules.special')}</h2>
          <Parts parts={prose.special} figures={figures} />
        </section>
        <section id="refused">
          <h2>{t('rules.refused')}</h2>
          <p>{t('rules.refused.text')}</p>
          <ul class="refusals">
            {rules.refusals.map((code) => (
              <li key={code} id={`rule-${code}`}>
                {refusalWords(speech, game.name, code)}
              </li>
            ))}
          </ul>
        </section>
        <section id="ends">
          <h2>{t('rules.ends')}</h2>
          <Blocks body={prose.ends} figures={figures} />
          <dl class="ends">
            {Object.entries(said.ends).map(([reason, text]) => (
              <End key={reason} speech={speech} reason={reason} text={text} />
            ))}
            {EVERY_END.map((reason) => (
              <End key={reason} speech={speech} reason={reason} text={t(`end.${reason}`)} />
            ))}
          </dl>
        </section>
        <section id="variants">
          <h2>{t('rules.variants')}</h2>
          <Blocks body={prose.variants} figures={figures} />
        </section>
        <Local speech={speech} game={game} />
        <Settings speech={speech} game={game} />
        <section id="vocabulary">
          <h2>{t('rules.vocabulary')}</h2>
          <Vocabulary speech={speech} frame={text.frame} prose={prose} />
        </section>
        <section id="questions">
          <h2>{t('rules.questions')}</h2>
          <Questions prose={prose} figures={figures} />
        </section>
        <section id="tips">
          <h2>{t('rules.tips')}</h2>
          <Tips prose={prose} />
        </section>
        <About speech={speech} game={game} text={text} />
      </main>
    </Shell>
  );
}

function End({ speech, reason, text }: { speech: Speech; reason: string; text: string }) {
  return (
    <div id={`end-${reason}`}>
      <dt>{speech.t(`reason.${reason}`)}</dt>
      <dd>{text}</dd>
    </div>
  );
}

/** The colour of the wood, once for all pieces of the page. */
function Wood() {
  return (
    <svg width="0" height="0" aria-hidden="true" class="piece-defs">
      <linearGradient id="piece-wood" x1="0" y1="0" x2=".6" y2="1">
        <stop offset="0" class="wood-light" />
        <stop offset="1" class="wood-deep" />
      </linearGradient>
    </svg>
  );
}

function PieceFigure({
  art,
  kind,
  ...place
}: {
  art: Art;
  kind: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}) {
  const size = art.pieces[kind]?.size ?? 1;
  const { face, edge } = body(size, false);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      class={kind.startsWith('+') ? 'piece promoted' : 'piece'}
      aria-hidden="true"
      {...place}
    >
      <path d={edge} class="piece-edge" />
      <path d={face} class="piece-face" fill="url(#piece-wood)" />
      <g class="piece-word">
        {placements(art, characters(art, kind, 'b', 'one'), size).map(({ d, transform }) => (
          <path key={transform} d={d} transform={transform} />
        ))}
      </g>
      {kind.startsWith('+') && <path d={promotedMark(size, false)} class="piece-mark" />}
    </svg>
  );
}

function Piece({ speech, rules, frame, piece }: { speech: Speech; rules: GameRules; frame: ProseFrame; piece: PieceInfo }) {
  const { game, movements, art } = rules;
  const card = new TableSpeech(speech, game.name).movement(piece.sfen, null, game, movements);
  const names = art.pieces[piece.sfen];
  const japanese = [names?.two, names?.gote?.two].filter(Boolean).join('・');
  const reading = frame.readings[piece.sfen];
  if (!reading) throw new Error(`nothing says how ${japanese} is read`);
  return (
    <li id={`piece-${piece.sfen}`}>
      <svg viewBox={`0 0 ${PICTURE} ${PICTURE}`} class="moves-picture" aria-hidden="true">
        {movesShapes(card.reaches).map(([name, attributes], i) => h(name, { ...attributes, key: i }))}
        <PieceFigure art={art} kind={piece.sfen} {...PICTURE_PIECE} />
      </svg>
      <div>
        <h3>
          {card.title}{' '}
          {speech.language === 'ja' ? (
            <ruby class="reading">
              {japanese}
              <rt>{reading[0]}</rt>
            </ruby>
          ) : (
            <Reading speech={speech} word={[japanese, ...reading]} />
          )}
        </h3>
        <p>{card.spoken}</p>
        {card.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </li>
  );
}

function Promotion({ speech, game, text }: { speech: Speech; game: GameInfo; text: RulesText }) {
  const { t, n } = speech;
  const words = new TableSpeech(speech, game.name);
  const kinds = game.pieces.filter(({ promotes }) => promotes !== 0);
  const named = (kind: number): string => words.piece(game.pieces.find((piece) => piece.kind === kind)?.sfen ?? '');
  return (
    <section id="promotion">
      <h2>{t('rules.promotion')}</h2>
      <p>{n('rules.zone', game.zone)}</p>
      <Blocks body={text.prose.promotion} figures={text.figures} />
      <table>
        <thead>
          <tr>
            <th scope="col">{t('rules.before')}</th>
            <th scope="col">{t('rules.after')}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((piece) => (
            <tr key={piece.sfen}>
              <td>{words.piece(piece.sfen)}</td>
              <td>{named(piece.promotes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What can be agreed on before a game; the usual is marked. */
function Local({ speech, game }: { speech: Speech; game: GameInfo }) {
  const { t } = speech;
  return (
    <section id="local">
      <h2>{t('rules.local')}</h2>
      <p>{t('rules.local.text')}</p>
      {itemsOf(game.rules).map((item) => {
        const said = itemWords(speech, game.name, item);
        return (
          <article key={item.name} id={`local-${item.name}`}>
            <h3>{said.name}</h3>
            <p>{said.text}</p>
            {item.values ? (
              <dl>
                {item.values.map((value) => (
                  <div key={value} data-value={value} data-default={value === item.initial ? '' : undefined}>
                    <dt>
                      {said.value(value)}
                      {value === item.initial && <span class="usual">{t('rules.usual')}</span>}
                    </dt>
                    <dd>
                      {said.short(value) && <p class="short">{said.short(value)}</p>}
                      {said.long(value) && <p>{said.long(value)}</p>}
                    </dd>
                  </div>
                ))}
              </dl>
            ) : (
              <p data-value={item.initial} data-default="">
                {rangeWords(speech, item)}
                <span class="usual">{t('settings.pair', { name: t('rules.usual'), value: said.value(item.initial) })}</span>
              </p>
            )}
          </article>
        );
      })}
    </section>
  );
}

/** What holds at every table of the house, whatever the game. */
const HOUSE = ['players', 'away', 'draws'];

/** How a table is set when nobody changes anything. */
function Settings({ speech, game }: { speech: Speech; game: GameInfo }) {
  const { t } = speech;
  return (
    <section id="settings">
      <h2>{t('rules.settings')}</h2>
      <p>{t('rules.settings.text')}</p>
      <dl class="settings">
        {HOUSE.map((name) => (
          <div key={name} id={`setting-${name}`}>
            <dt>{t(`rules.house.${name}`)}</dt>
            <dd>
              {t(`rules.house.${name}.text`)}
              <p>{t('rules.fixed')}</p>
            </dd>
          </div>
        ))}
        {[...itemsOf(game.rules), ...SETTINGS].map((item) => {
          const said = itemWords(speech, game.name, item);
          return (
            <div key={item.name} id={`setting-${item.name}`} data-setting={item.name} data-value={item.initial}>
              <dt>{said.name}</dt>
              <dd>
                <strong>{said.value(item.initial)}</strong>
                <p>{said.text}</p>
                <p>
                  {item.values
                    ? t('settings.pair', { name: t('rules.free'), value: item.values.map(said.value).join(' · ') })
                    : rangeWords(speech, item)}
                </p>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function About({ speech, game, text }: { speech: Speech; game: GameInfo; text: RulesText }) {
  const { t, language } = speech;
  const { changed } = text.frame;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(changed));
  return (
    <section id="about">
      <h2>{t('rules.about')}</h2>
      <p>{t('rules.length', { minutes: game.minutes })}</p>
      <Blocks body={text.prose.source} figures={text.figures} />
      <p>
        {t('rules.changed')} <time dateTime={changed}>{day}</time>
      </p>
      <Play speech={speech} game={game.name} />
    </section>
  );
}

/** What can go wrong while a table is opened: codes of base/error.h, and 'banned'. */
const OPENING_ERRORS = ['banned', 'busy', 'store', 'version', 'other'];

/** What to do with what was read: a table with these rules, the lesson, the problems. open.ts opens the table. */
function Play({ speech, game }: { speech: Speech; game: string }) {
  const { t, language } = speech;
  const said = {
    opening: t('landing.opening'),
    waiting: t('landing.waiting'),
    ...Object.fromEntries(OPENING_ERRORS.map((code) => [code, t(`error.${code}`)])),
  };
  return (
    <div class="play">
      <p class="choices">
        <a
          class="primary button"
          href={`/${language}/#${game}`}
          data-act="play-computer"
          data-opponent="computer"
          data-game={game}
        >
          {t('rules.play')}
        </a>
        <a class="secondary button" href={`/${language}/#${game}`} data-act="play-friend" data-opponent="friend" data-game={game}>
          {t('rules.friends')}
        </a>
        <LessonLink speech={speech} game={game} class="secondary button" />
        <ProblemsLink speech={speech} game={game} class="secondary button" />
      </p>
      <p class="trouble" role="status" data-said={JSON.stringify(said)} />
    </div>
  );
}
