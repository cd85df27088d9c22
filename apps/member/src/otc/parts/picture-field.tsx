import { Button, ImageChooser } from '@banyan/ui'
import type { CSSProperties } from 'react'
import { toast, useTexts } from '../../shell/index.ts'
import type { Uploads } from '../../shell/use-uploads.ts'
import { pictureTexts } from '../picture-texts.ts'
import styles from './picture-field.module.css'

interface PictureFieldProps {
  uploads: Uploads
  /** On the empty field, and for screen readers. */
  label: string
  error: string | undefined
  disabled: boolean
}

/** Pictures that are uploaded when chosen, their progress, and their errors. */
export function PictureField({ uploads, label, error, disabled }: PictureFieldProps) {
  return (
    <>
      <ImageChooser
        images={uploads.images}
        onChange={uploads.choose}
        label={label}
        onProblem={text => toast(text, 'danger')}
        disabled={disabled}
      />
      <Sent uploads={uploads} error={error} />
    </>
  )
}

interface SentProps {
  uploads: Uploads
  error: string | undefined
}

/** The upload progress of the pictures, and their errors. */
export function Sent({ uploads: { sending, failed, retry }, error }: SentProps) {
  const t = useTexts(pictureTexts)
  return (
    <>
      {sending.count > 0 && (
        <div
          className={styles.sending}
          role="progressbar"
          aria-label={t('uploading', { count: sending.count })}
          aria-valuenow={Math.round(sending.share * 100)}
          style={{ '--share': sending.share } as CSSProperties}
        >
          {t('uploading', { count: sending.count })}
          <i />
        </div>
      )}
      {failed.count > 0 && (
        <div className={styles.failed} role="alert">
          <span>{t('uploadFailed', { count: failed.count, why: failed.why })}</span>
          <Button tone="secondary" size="small" onClick={retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
