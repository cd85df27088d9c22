import { fileLimits, refusalMessage, refusals } from '@banyan/domain'
import { type ChosenFile, FileChooser, type Taken } from '@banyan/ui'
import { toast } from './app.ts'
import { fileAbout } from './file-about.ts'
import { pictureTexts } from './picture-texts.ts'
import { useLanguage, useTexts } from './texts/texts.ts'
import type { Uploads, WrittenFile } from './use-uploads.ts'

const MB = 1024 ** 2
const limits = {
  seconds: fileLimits.maxVideoSeconds,
  video: fileLimits.maxVideoBytes / MB,
  pdf: fileLimits.maxDocumentBytes / MB,
}

/** Chooses the videos and documents of what is being written; each row says how its file is doing. */
export function FileField({ uploads, disabled }: { uploads: Uploads; disabled?: boolean }) {
  const t = useTexts(pictureTexts)
  const language = useLanguage()
  const { files, progressOf, addFiles, removeFile, retryFile } = uploads

  /** What would be refused for its size is not sent first. */
  function add(taken: readonly Taken[]) {
    const problems = new Set(taken.map(one => tooLarge(one)).filter(one => one !== null))
    for (const { text, max } of problems) toast(refusalMessage(text, language, { max }), 'danger')
    addFiles(taken.filter(one => tooLarge(one) === null))
  }
  const shown = (file: WrittenFile): ChosenFile => {
    const progress = progressOf(file.id)
    const isFailed = progress?.phase === 'failed'
    return {
      id: file.id,
      name: file.name,
      isVideo: file.kind === 'video',
      about: fileAbout(file),
      share: progress?.phase === 'sending' ? progress.share : undefined,
      problem: isFailed ? progress.why : undefined,
      again:
        isFailed && !progress.final
          ? { text: t('retry'), onClick: () => retryFile(file.id) }
          : undefined,
    }
  }
  return (
    <>
      <FileChooser
        files={files.map(shown)}
        onChoose={add}
        onRemove={removeFile}
        accept="video/mp4,video/quicktime,.mp4,.mov,application/pdf,.pdf"
        max={fileLimits.perText}
        label={t('attachFile')}
        onProblem={problem => toast(problem, 'danger')}
        {...(disabled ? { disabled } : {})}
      />
      <p className="cap">{t('fileHint', limits)}</p>
    </>
  )
}

const bounds = {
  video: { bytes: fileLimits.maxVideoBytes, text: refusals.videoTooLarge, max: limits.video },
  document: {
    bytes: fileLimits.maxDocumentBytes,
    text: refusals.documentTooLarge,
    max: limits.pdf,
  },
} as const

/** The bound that a file is beyond; null for one within it. */
function tooLarge({ file, seconds }: Taken) {
  const bound = seconds === null ? bounds.document : bounds.video
  return file.size > bound.bytes ? bound : null
}
