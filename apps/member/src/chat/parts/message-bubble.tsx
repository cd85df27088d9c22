import type { ChatMessage } from '@banyan/domain'
import { Chip, ImagePreview, RelativeTime, Skeleton } from '@banyan/ui'
import { useState } from 'react'
import { useAuthorisedPictures, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './chat.module.css'

/** One message. Its text is text: a link in it leads nowhere. */
export function MessageBubble({ message, mark }: { message: ChatMessage; mark: string | null }) {
  const t = useTexts(texts)
  const { own, by, text, pictures, at } = message
  return (
    <li className={styles.message} data-own={own} data-staff={by === 'staff'}>
      <span className={`cap ${styles.who}`}>
        {by === 'staff' ? <Chip tone="warn">{t('staff')}</Chip> : t(own ? 'me' : by)}
        <RelativeTime time={at} />
      </span>
      {text !== '' && <p className={styles.text}>{text}</p>}
      {pictures.length > 0 && <Pictures ids={pictures} />}
      {mark && <span className="cap">{mark}</span>}
    </li>
  )
}

function Pictures({ ids }: { ids: readonly string[] }) {
  const t = useTexts(texts)
  const [at, setAt] = useState<number | null>(null)
  const pictures = useAuthorisedPictures(ids)
  const name = (index: number) => t('pictureN', { n: index + 1 })
  return (
    <div className={styles.pictures}>
      {pictures.map(({ query, url }, index) => (
        <button
          key={ids[index]}
          type="button"
          className={styles.picture}
          aria-label={query.isError ? t('failed') : name(index)}
          onClick={query.isError ? () => void query.refetch() : () => setAt(index)}
        >
          {url ? <img src={url} alt={name(index)} /> : <Skeleton height="100%" />}
        </button>
      ))}
      <ImagePreview
        images={pictures.map(({ url }, index) => ({ src: url ?? '', name: name(index) }))}
        at={at}
        onClose={() => setAt(null)}
      />
    </div>
  )
}
