import { dataOf, download, holdObjectUrl, releaseObjectUrl } from '@banyan/client'
import { casePicturePath, operatorFilePath, type SentFile } from '@banyan/domain'
import { Icon, ImagePreview } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, toast } from '../app.ts'
import { failureText } from '../failure.ts'
import { saveBlob } from '../save-blob.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './attachments.module.css'

/** A picture of a case or a conversation, as an address of this page; null until it is there. */
function usePicture(id: string): string | null {
  const { data } = useQuery({
    queryKey: ['pictures', id],
    queryFn: async ({ signal }) =>
      dataOf(await download(api, `${casePicturePath}/${id}`, { toast: false, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return
    setUrl(holdObjectUrl(data))
    return () => releaseObjectUrl(data)
  }, [data])
  return url
}

export interface AttachmentsProps {
  pictures: readonly string[]
  files: readonly SentFile[]
  /** Offers the bytes as they were sent. */
  originals?: boolean
  /** Called when the reader has opened one. */
  onOpened?: (id: string) => void
}

/** Pictures as thumbnails that open large, and files that can be saved. */
export function Attachments({ pictures, files, originals, onOpened }: AttachmentsProps) {
  const [open, setOpen] = useState<{ id: string; src: string } | null>(null)
  const t = useTexts(shellTexts)
  if (pictures.length + files.length === 0) return null
  const save = async (path: string, name: string, id: string) => {
    try {
      saveBlob(name, dataOf(await download(api, path, { toast: false })))
      onOpened?.(id)
    } catch (error) {
      toast(failureText(error), 'danger')
    }
  }
  return (
    <div className={styles.row}>
      {pictures.map((id, at) => (
        <figure key={id} className={styles.item}>
          <Thumb
            id={id}
            label={`${t.attachments.picture} ${at + 1}`}
            onOpen={src => {
              setOpen({ id, src })
              onOpened?.(id)
            }}
          />
          {originals && (
            <figcaption>
              <button
                type="button"
                className={styles.original}
                onClick={() => void save(`${casePicturePath}/${id}/original`, `${id}.original`, id)}
              >
                {t.attachments.original}
              </button>
            </figcaption>
          )}
        </figure>
      ))}
      {files.map(({ id, kind, name, bytes }) => (
        <button
          key={id}
          type="button"
          className={styles.file}
          onClick={() =>
            void save(
              `${operatorFilePath}/${id}`,
              name || `${id}.${kind === 'video' ? 'mp4' : 'pdf'}`,
              id,
            )
          }
        >
          <Icon name={kind === 'video' ? 'play' : 'file'} size={16} />
          <span className={styles.name}>{name || t.attachments[kind]}</span>
          <span className={styles.size}>{sizeText(bytes)}</span>
        </button>
      ))}
      <ImagePreview
        images={open ? [{ src: open.src, name: open.id }] : []}
        at={open ? 0 : null}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}

function Thumb(props: { id: string; label: string; onOpen: (src: string) => void }) {
  const src = usePicture(props.id)
  return (
    <button
      type="button"
      className={styles.thumb}
      aria-label={props.label}
      disabled={src === null}
      onClick={() => src && props.onOpen(src)}
    >
      {src && <img src={src} alt="" />}
    </button>
  )
}

/** 830 kB, 12.4 MB. */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
