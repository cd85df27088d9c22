import { ImagePreview, Skeleton } from '@banyan/ui'
import { useState } from 'react'
import { useAuthorisedPictures, useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './evidence.module.css'

/** Pictures that only those concerned may see; a tap shows one in full, to be zoomed. */
export function PictureRow({ ids, name }: { ids: readonly string[]; name: (n: number) => string }) {
  const t = useTexts(tradeTexts)
  const [at, setAt] = useState<number | null>(null)
  const pictures = useAuthorisedPictures(ids)
  if (ids.length === 0) return null
  return (
    <div className={styles.pictures}>
      {pictures.map(({ query, url }, index) => {
        const retry = () => void query.refetch()
        return (
          <button
            key={ids[index]}
            type="button"
            className={styles.picture}
            aria-label={query.isError ? t('evidence.retry') : name(index + 1)}
            onClick={query.isError ? retry : () => setAt(index)}
          >
            {url ? (
              <img className="thumb" src={url} alt={name(index + 1)} />
            ) : query.isError ? (
              <span>
                {t('evidence.failed')}
                <br />
                {t('evidence.retry')}
              </span>
            ) : (
              <Skeleton height="100%" />
            )}
          </button>
        )
      })}
      <ImagePreview
        images={pictures.map(({ url }, index) => ({ src: url ?? '', name: name(index + 1) }))}
        at={at}
        onClose={() => setAt(null)}
      />
    </div>
  )
}
