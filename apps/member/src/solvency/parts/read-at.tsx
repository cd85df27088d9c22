import { Moment } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

/** The block at which an address was read, and when; or that it has not been read yet. */
export function ReadAt({ block, readAt }: { block: number | null; readAt: string | null }) {
  const t = useTexts(texts)
  if (readAt === null) return t('unread')
  return (
    <>
      {t('block', { block: block ?? '—' })} · <Moment time={readAt} />
    </>
  )
}
