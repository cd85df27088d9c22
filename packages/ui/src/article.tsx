import { Fragment, type ReactNode, useState } from 'react'
import styles from './article.module.css'
import { Card } from './card.tsx'
import { ImagePreview } from './image-preview.tsx'
import { Skeleton } from './states.tsx'

/** Text with its style. A line break is a "\n" in it. */
export interface ArticleSpan {
  text: string
  strong?: boolean | undefined
  em?: boolean | undefined
  /** A page of this app, beginning with "/", or an address elsewhere. */
  href?: string | undefined
}

/** A part of an article. */
export type ArticleBlock =
  | { kind: 'paragraph'; spans: ArticleSpan[] }
  | { kind: 'heading'; level: 2 | 3; spans: ArticleSpan[] }
  | { kind: 'list'; ordered: boolean; items: ArticleSpan[][] }
  | { kind: 'picture'; id: string; alt: string }

type Picture = Extract<ArticleBlock, { kind: 'picture' }>

/** A picture as far as it is loaded. */
export interface ArticlePicture {
  url: string | undefined
  failed: boolean
  retry: () => void
}

export interface ArticleTexts {
  /** The name of the button that opens a picture. */
  picture: (name: string) => string
  pictureFailed: string
  /** The name of a picture without one. */
  unnamed: string
  /** Read aloud after a link to another website. */
  elsewhere: string
}

export interface ArticleBodyProps {
  blocks: readonly ArticleBlock[]
  /** The pictures of the blocks, in their order. */
  pictures: readonly (ArticlePicture | undefined)[]
  texts: ArticleTexts
}

/** The pictures of an article, in their order. */
export const picturesOfArticle = (blocks: readonly ArticleBlock[]): string[] =>
  blocks.flatMap(block => (block.kind === 'picture' ? [block.id] : []))

/** A title, facts about it and a text of blocks, on one card. */
export function Article(
  props: ArticleBodyProps & { title: string; lang: string; facts: ReactNode; factsLang: string },
) {
  const { title, lang, facts, factsLang, ...body } = props
  return (
    <Card>
      <article lang={lang}>
        <h2 className={styles.title}>{title}</h2>
        <p className={`cap ${styles.facts}`} lang={factsLang}>
          {facts}
        </p>
        <ArticleBody {...body} />
      </article>
    </Card>
  )
}

/** The text of an article, element by element: it contains no HTML. */
function ArticleBody({ blocks, pictures, texts }: ArticleBodyProps) {
  const [at, setAt] = useState<number | null>(null)
  const shown = blocks.filter((block): block is Picture => block.kind === 'picture')
  const nameOf = ({ alt }: Picture) => alt || texts.unnamed
  return (
    <div className={styles.body}>
      {blocks.map((block, index) => {
        const place = block.kind === 'picture' ? shown.indexOf(block) : -1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of an article is identified by its index.
          <Fragment key={index}>
            {block.kind === 'picture' ? (
              <figure>
                <PictureButton
                  name={nameOf(block)}
                  picture={pictures[place]}
                  texts={texts}
                  onOpen={() => setAt(place)}
                />
                {block.alt && <figcaption className="cap">{block.alt}</figcaption>}
              </figure>
            ) : (
              <Words block={block} elsewhere={texts.elsewhere} />
            )}
          </Fragment>
        )
      })}
      <ImagePreview
        images={shown.map((one, index) => ({ src: pictures[index]?.url ?? '', name: nameOf(one) }))}
        at={at}
        onClose={() => setAt(null)}
      />
    </div>
  )
}

interface WordsProps {
  block: Exclude<ArticleBlock, Picture>
  elsewhere: string
}

function Words({ block, elsewhere }: WordsProps) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} elsewhere={elsewhere} />
      </p>
    )
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h3' : 'h4'
    return (
      <Heading>
        <Spans spans={block.spans} elsewhere={elsewhere} />
      </Heading>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its index.
        <li key={index}>
          <Spans spans={spans} elsewhere={elsewhere} />
        </li>
      ))}
    </List>
  )
}

const Spans = ({ spans, elsewhere }: { spans: readonly ArticleSpan[]; elsewhere: string }) =>
  spans.map(({ text, strong, em, href }, index) => {
    const emphasised = em ? <em>{text}</em> : text
    const words = strong ? <strong>{emphasised}</strong> : emphasised
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a span is identified by its index.
      <Fragment key={index}>
        {href === undefined ? (
          words
        ) : (
          <Way href={href} elsewhere={elsewhere}>
            {words}
          </Way>
        )}
      </Fragment>
    )
  })

/** A page of this app opens here, anything else in a separate window without access to this one. */
function Way(props: { href: string; elsewhere: string; children: ReactNode }) {
  const { href, elsewhere, children } = props
  if (href.startsWith('/')) return <a href={`#${href}`}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="visually-hidden">{elsewhere}</span>
    </a>
  )
}

interface PictureButtonProps {
  name: string
  picture: ArticlePicture | undefined
  texts: ArticleTexts
  onOpen: () => void
}

function PictureButton({ name, picture, texts, onOpen }: PictureButtonProps) {
  const failed = picture?.failed ?? false
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={failed ? texts.pictureFailed : texts.picture(name)}
      onClick={failed ? picture?.retry : onOpen}
    >
      {picture?.url ? (
        <img src={picture.url} alt="" />
      ) : failed ? (
        <span className="sub">{texts.pictureFailed}</span>
      ) : (
        <Skeleton height="180px" />
      )}
    </button>
  )
}
