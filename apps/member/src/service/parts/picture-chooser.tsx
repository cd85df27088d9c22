import { Button, ImageChooser } from '@banyan/ui'
import { toast, useTexts } from '../../shell/index.ts'
import type { usePictures } from '../../shell/use-pictures.ts'
import { texts } from '../texts.ts'

/** Chooses pictures, and says how far they are on their way. */
export function PictureChooser({
  pictures,
  max,
}: {
  pictures: ReturnType<typeof usePictures>
  max: number
}) {
  const t = useTexts(texts)
  return (
    <div>
      <ImageChooser
        images={pictures.images}
        onChange={pictures.choose}
        max={max}
        label={t('attach')}
        onProblem={problem => toast(problem, 'danger')}
      />
      {pictures.share !== null && (
        <p className="cap" role="status">
          {t('uploading', { share: Math.round(pictures.share * 100) })}
        </p>
      )}
      {pictures.failure !== null && (
        <p className="cap" role="alert">
          {t('uploadFailed', { why: pictures.failure })}{' '}
          <Button tone="quiet" size="small" onClick={pictures.retry}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  )
}
