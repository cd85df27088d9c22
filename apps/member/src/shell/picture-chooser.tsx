import { Button, ImageChooser } from '@banyan/ui'
import { toast } from './app.ts'
import { pictureTexts } from './picture-texts.ts'
import { useTexts } from './texts/texts.ts'
import type { usePictures } from './use-pictures.ts'

/** Chooses the pictures of a message, and shows their upload progress. */
export function PictureChooser({
  pictures,
  max,
}: {
  pictures: ReturnType<typeof usePictures>
  max: number
}) {
  const t = useTexts(pictureTexts)
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
