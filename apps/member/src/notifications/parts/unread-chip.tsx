import { UNREAD_COUNTED } from '@banyan/domain'
import { Chip } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { unreadQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** How much the member has not read yet, beside the way to it; nothing when all is read. */
export default function UnreadChip() {
  const t = useTexts(texts)
  const { data } = useQuery(unreadQuery)
  useLive('notifications', { invalidate: ['notifications'] })
  const count = data?.unread ?? 0
  if (count === 0) return null
  return (
    <Chip tone="accent">
      {count >= UNREAD_COUNTED ? t('unreadMany') : t('unread', { n: count })}
    </Chip>
  )
}
