import { ImagePreview, Skeleton } from '@banyan/ui'
import { useState } from 'react'
import { useAuthorisedPictures, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './service.module.css'

/** The pictures of a message or of feedback, each of which opens large. */
export function Pictures({ ids }: { ids: readonly string[] }) {
  const t = useTexts(texts)
  const [at, setAt] = useState<number | null>(null)
  const pictures = useAuthorisedPictures(ids)
  const name = (index: number) => t('pictureN', { n: index + 1 })
  if (ids.length === 0) return null
  return (
    <div className={styles.pictures} data-alone={ids.length === 1}>
      {pictures.map(({ query, url }, index) => (
        <button
          key={ids[index]}
          type="button"
          className={styles.picture}
          aria-label={query.isError ? t('pictureFailed') : name(index)}
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
