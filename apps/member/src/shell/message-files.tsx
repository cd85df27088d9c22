import { holdObjectUrl, releaseObjectUrl } from '@banyan/client'
import type { SentFile } from '@banyan/domain'
import { Button, classes, Icon, useLongPress } from '@banyan/ui'
import { useEffect, useRef, useState } from 'react'
import { fileAbout } from './file-about.ts'
import styles from './message-files.module.css'
import { pictureTexts } from './picture-texts.ts'
import { saveFile } from './save-file.ts'
import { fetchSentFile } from './sent-files.ts'
import { useTexts } from './texts/texts.ts'
import { failureText } from './transport-text.ts'

/** The videos and documents of a message or statement; nothing where there are none. */
export function MessageFiles({ files }: { files: readonly SentFile[] }) {
  if (files.length === 0) return null
  return (
    <div className={styles.files}>
      {files.map(file => (
        <OneFile key={file.id} file={file} />
      ))}
    </div>
  )
}

/** A video plays where it stands, a document is saved; a long press saves either. Nothing is fetched before a tap. */
function OneFile({ file }: { file: SentFile }) {
  const t = useTexts(pictureTexts)
  const { blob, url, share, failure, load } = useSentFile(file)
  const isVideo = file.kind === 'video'
  const save = async () => {
    const bytes = blob ?? (await load())
    if (bytes) saveFile(bytes, file.name)
  }
  const press = useLongPress(() => void save())
  // The name of a deleted file is empty.
  if (file.name === '') return <p className="cap">{t('gone')}</p>
  if (isVideo && url)
    return (
      <div className={styles.player}>
        {/* biome-ignore lint/a11y/useMediaCaption: a member's own recording has none. */}
        <video
          className={styles.video}
          src={`${url}#t=0.001`}
          controls
          playsInline
          preload="auto"
        />
        <div className={styles.below}>
          <span className={styles.name}>{file.name}</span>
          <Button tone="quiet" size="small" icon="download" onClick={() => void save()}>
            {t('save')}
          </Button>
        </div>
      </div>
    )
  const about = fileAbout(file)
  return (
    <button
      type="button"
      className={classes(styles.file, isVideo && styles.poster)}
      aria-label={t(file.kind, { name: file.name, about })}
      aria-busy={share !== null}
      onClick={() => void (isVideo ? load() : save())}
      {...press}
    >
      <span className={styles.mark}>
        <Icon name={isVideo ? 'play' : 'file'} size={22} />
      </span>
      <span className={styles.facts}>
        <span className={styles.name}>{file.name}</span>
        <span className={classes('num', styles.about, failure !== null && styles.failed)}>
          {share !== null
            ? t('loading', { share: Math.round(share * 100) })
            : failure !== null
              ? t('fileFailed', { why: failure })
              : about}
        </span>
      </span>
      {!isVideo && <Icon name="download" size={18} />}
    </button>
  )
}

/** The bytes of a file once they were asked for; what has come is kept when the rest does not. */
export function useSentFile(file: SentFile) {
  const parts = useRef<Blob[]>([])
  const running = useRef<AbortController | null>(null)
  const [blob, setBlob] = useState<Blob | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (!blob) return
    setUrl(holdObjectUrl(blob))
    return () => releaseObjectUrl(blob)
  }, [blob])

  async function load(): Promise<Blob | null> {
    if (running.current) return null
    const run = new AbortController()
    running.current = run
    setFailure(null)
    setShare(0)
    try {
      const options = { onProgress: setShare, signal: run.signal }
      const whole = await fetchSentFile(file, parts.current, options)
      setBlob(whole)
      return whole
    } catch (error) {
      if (!run.signal.aborted) setFailure(failureText(error))
      return null
    } finally {
      running.current = null
      setShare(null)
    }
  }
  return { blob, url, share, failure, load }
}
