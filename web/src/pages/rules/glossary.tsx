/*
 * The words of all games on one page to be read, made of the vocabularies of their rules: a word that several games have
 * stands once, with what it means in each where that differs.
 */
import { Fragment } from 'preact';
import type { Language, Speech } from '../../i18n/words.ts';
import { Shell } from '../shell.tsx';
import { rulesPath } from './page.tsx';
import type { Prose, ProseFrame } from './prose.ts';
import { Reading, Words } from './prose.tsx';

const GLOSSARY_PATH = 'glossary/';

export interface GlossarySource {
  game: string;
  frame: ProseFrame;
  prose: Prose;
}

export interface Entry {
  term: string;
  word: [written: string, kana: string, latin: string];
  /** What it means, and in which games, with the id of the word there. */
  meanings: { text: string; games: { game: string; id: string }[] }[];
}

/** The words of all games, each once, in the order of the language. */
export function glossaryOf(language: Language, sources: readonly GlossarySource[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { game, frame, prose } of sources)
    for (const [id, word] of Object.entries(frame.words)) {
      const said = prose.vocabulary[id];
      if (!said) throw new Error(`the word ${id} of ${game} is not explained in ${language}`);
      const key = `${word[0]} ${said.term}`;
      const entry = entries.get(key) ?? { term: said.term, word, meanings: [] };
      entries.set(key, entry);
      const meaning = entry.meanings.find(({ text }) => text === said.text);
      if (meaning) meaning.games.push({ game, id });
      else entry.meanings.push({ text: said.text, games: [{ game, id }] });
    }
  const { compare } = new Intl.Collator(language);
  const sorted = ({ term, word }: Entry): string => (language === 'ja' ? word[1] : term);
  return [...entries.values()].sort((a, b) => compare(sorted(a), sorted(b)));
}

export function GlossaryPage({ speech, seal, sources }: { speech: Speech; seal: string; sources: readonly GlossarySource[] }) {
  const { t, language } = speech;
  return (
    <Shell speech={speech} seal={seal} path={GLOSSARY_PATH}>
      <main class="rules" data-glossary="">
        <h1>{t('glossary.title')}</h1>
        <p class="lead">{t('glossary.lead')}</p>
        <dl class="vocabulary">
          {glossaryOf(language, sources).map(({ term, word, meanings }) => (
            <div key={`${word[0]} ${term}`}>
              <dt>
                {term} <Reading speech={speech} word={word} />
              </dt>
              {meanings.map(({ text, games }) => (
                <dd key={text}>
                  <Words text={text} />{' '}
                  <span class="reading">
                    {games.map(({ game, id }, i) => (
                      <Fragment key={game}>
                        {i > 0 && ' · '}
                        <a href={`/${language}/${rulesPath(game)}#word-${id}`}>{speech.game(game).name}</a>
                      </Fragment>
                    ))}
                  </span>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </main>
    </Shell>
  );
}
