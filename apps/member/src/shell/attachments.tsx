import { Button, ImageChooser } from '@banyan/ui'
import { toast } from './app.ts'
import styles from './attachments.module.css'
import { FileField } from './file-field.tsx'
import { pictureTexts } from './picture-texts.ts'
import { useTexts } from './texts/texts.ts'
import type { Uploads } from './use-uploads.ts'

/** Chooses the pictures and files of a text, and shows how far their upload is. */
export function Attachments({ uploads, max }: { uploads: Uploads; max: number }) {
  const t = useTexts(pictureTexts)
  const { images, choose, sending, failed, retry } = uploads
  return (
    <div className={styles.attachments}>
      <ImageChooser
        images={images}
        onChange={choose}
        max={max}
        label={t('attach')}
        onProblem={problem => toast(problem, 'danger')}
      />
      <FileField uploads={uploads} />
      {sending.count > 0 && (
        <p className="cap" role="status">
          {t('uploading', { share: Math.round(sending.share * 100) })}
        </p>
      )}
      {failed.count > 0 && (
        <p className="cap" role="alert">
          {t('uploadFailed', { why: failed.why })}{' '}
          <Button tone="quiet" size="small" onClick={retry}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  )
}
