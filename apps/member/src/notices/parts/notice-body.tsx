import { type NoticeBlock, type NoticeSpan, noticePicturePath } from '@banyan/domain'
import { ImagePreview, Skeleton } from '@banyan/ui'
import { Fragment, useState } from 'react'
import { useAuthorisedPictures, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './body.module.css'

type Picture = Extract<NoticeBlock, { kind: 'picture' }>
const pathOf = (id: string) => `${noticePicturePath}/${id}`

/** The text of a notice, element by element: it contains no HTML. */
export function NoticeBody({ blocks }: { blocks: readonly NoticeBlock[] }) {
  const t = useTexts(texts)
  const [at, setAt] = useState<number | null>(null)
  const pictures = blocks.filter((block): block is Picture => block.kind === 'picture')
  const drawn = useAuthorisedPictures(
    pictures.map(one => one.id),
    pathOf,
  )
  const nameOf = ({ alt }: Picture) => alt || t('unnamed')
  return (
    <div className={styles.body}>
      {blocks.map((block, index) => {
        const place = block.kind === 'picture' ? pictures.indexOf(block) : -1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of a notice is identified by its index.
          <Fragment key={index}>
            {block.kind === 'picture' ? (
              <figure>
                <PictureButton
                  name={nameOf(block)}
                  drawn={drawn[place]}
                  onOpen={() => setAt(place)}
                />
                {block.alt && <figcaption className="cap">{block.alt}</figcaption>}
              </figure>
            ) : (
              <Words block={block} />
            )}
          </Fragment>
        )
      })}
      <ImagePreview
        images={pictures.map((one, index) => ({ src: drawn[index]?.url ?? '', name: nameOf(one) }))}
        at={at}
        onClose={() => setAt(null)}
      />
    </div>
  )
}

function Words({ block }: { block: Exclude<NoticeBlock, Picture> }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    )
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h3' : 'h4'
    return (
      <Heading>
        <Spans spans={block.spans} />
      </Heading>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is identified by its index.
        <li key={index}>
          <Spans spans={spans} />
        </li>
      ))}
    </List>
  )
}

const Spans = ({ spans }: { spans: readonly NoticeSpan[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a span is identified by its index.
  spans.map((span, index) => <Span key={index} span={span} />)

function Span({ span: { text, strong, em, href } }: { span: NoticeSpan }) {
  const emphasised = em ? <em>{text}</em> : text
  const words = strong ? <strong>{emphasised}</strong> : emphasised
  return href === undefined ? words : <Way href={href}>{words}</Way>
}

/** A page of this app opens here, anything else in a separate window without access to this one. */
function Way({ href, children }: { href: string; children: React.ReactNode }) {
  const t = useTexts(texts)
  if (href.startsWith('/')) return <a href={`#${href}`}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <span className="visually-hidden">{t('elsewhere')}</span>
    </a>
  )
}

interface PictureButtonProps {
  name: string
  drawn: ReturnType<typeof useAuthorisedPictures>[number] | undefined
  onOpen: () => void
}

function PictureButton({ name, drawn, onOpen }: PictureButtonProps) {
  const t = useTexts(texts)
  const failed = drawn?.query.isError ?? false
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={failed ? t('pictureFailed') : t('picture', { name })}
      onClick={failed ? () => void drawn?.query.refetch() : onOpen}
    >
      {drawn?.url ? (
        <img src={drawn.url} alt="" />
      ) : failed ? (
        <span className="sub">{t('pictureFailed')}</span>
      ) : (
        <Skeleton height="180px" />
      )}
    </button>
  )
}
