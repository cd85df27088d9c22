import { ImagePreview, Skeleton } from '@banyan/ui'
import { useState } from 'react'
import { pictureTexts } from './picture-texts.ts'
import { useAuthorisedPictures } from './pictures.ts'
import { useTexts } from './texts/texts.ts'

export interface MessagePicturesProps {
  ids: readonly string[]
  /** Label of the group, and of each picture in it. */
  className: string | undefined
  pictureClassName: string | undefined
}

/** The pictures of a message, each of which opens large; nothing without pictures. */
export function MessagePictures({ ids, className, pictureClassName }: MessagePicturesProps) {
  const t = useTexts(pictureTexts)
  const [at, setAt] = useState<number | null>(null)
  const pictures = useAuthorisedPictures(ids)
  const name = (index: number) => t('nth', { n: index + 1 })
  if (ids.length === 0) return null
  return (
    <div className={className}>
      {pictures.map(({ query, url }, index) => (
        <button
          key={ids[index]}
          type="button"
          className={pictureClassName}
          aria-label={query.isError ? t('failed') : name(index)}
          onClick={query.isError ? () => void query.refetch() : () => setAt(index)}
        >
          {url ? <img className="thumb" src={url} alt={name(index)} /> : <Skeleton height="100%" />}
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
