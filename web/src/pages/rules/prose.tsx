/* The prose of a game's rules as HTML: paragraphs, lists, pictures, vocabulary, questions, tips. */
import { Fragment } from 'preact';
import type { Speech } from '../../i18n/words.ts';
import { type Block, linksIn, type Part, type Prose, type ProseFrame } from './prose.ts';

/** A picture as a file, and how large it is. */
export interface Figure {
  src: string;
  width: number;
  height: number;
}

export type Figures = Readonly<Record<string, Figure>>;

export function Words({ text }: { text: string }) {
  return (
    <>
      {linksIn(text).map(({ text, href }, i) => (
        <Fragment key={i}>{href === null ? text : <a href={href}>{text}</a>}</Fragment>
      ))}
    </>
  );
}

export function Blocks({ body, figures }: { body: readonly Block[]; figures: Figures }) {
  return (
    <>
      {body.map((block) => {
        if (typeof block === 'string')
          return (
            <p key={block}>
              <Words text={block} />
            </p>
          );
        if ('list' in block)
          return (
            <ul key={block.list[0]} class="said">
              {block.list.map((item) => (
                <li key={item}>
                  <Words text={item} />
                </li>
              ))}
            </ul>
          );
        const figure = figures[block.diagram];
        if (!figure) throw new Error(`no picture of the diagram ${block.diagram}`);
        return (
          <figure key={block.diagram} class="diagram">
            <img {...figure} alt={block.alt} loading="lazy" />
            <figcaption>
              <Words text={block.caption} />
            </figcaption>
          </figure>
        );
      })}
    </>
  );
}

export function Parts({ parts, figures }: { parts: readonly Part[]; figures: Figures }) {
  return (
    <>
      {parts.map(({ id, title, body }) => (
        <div key={id} id={id} class="part">
          <h3>{title}</h3>
          <Blocks body={body} figures={figures} />
        </div>
      ))}
    </>
  );
}

/** How a word is written and said in Japanese. */
export function Reading({ speech, word: [written, kana, latin] }: { speech: Speech; word: ProseFrame['words'][string] }) {
  return (
    <span class="reading">
      {speech.language === 'ja' ? (
        kana
      ) : (
        <>
          <span lang="ja">{written}</span> <i lang="ja-Latn">{latin}</i>
        </>
      )}
    </span>
  );
}

export function Vocabulary({ speech, frame, prose }: { speech: Speech; frame: ProseFrame; prose: Prose }) {
  return (
    <dl class="vocabulary">
      {Object.entries(frame.words).map(([id, word]) => {
        const said = prose.vocabulary[id];
        if (!said) throw new Error(`the word ${id} is not explained in ${speech.language}`);
        return (
          <div key={id} id={`word-${id}`}>
            <dt>
              {said.term} <Reading speech={speech} word={word} />
            </dt>
            <dd>
              <Words text={said.text} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function Questions({ prose, figures }: { prose: Prose; figures: Figures }) {
  return (
    <>
      {prose.questions.map(({ id, question, answer }) => (
        <div key={id} id={`question-${id}`} class="part">
          <h3>{question}</h3>
          <Blocks body={answer} figures={figures} />
        </div>
      ))}
    </>
  );
}

export function Tips({ prose }: { prose: Prose }) {
  return (
    <ol class="tips">
      {prose.tips.map(({ id, title, text }) => (
        <li key={id} id={`tip-${id}`}>
          <strong>{title}</strong> <Words text={text} />
        </li>
      ))}
    </ol>
  );
}
