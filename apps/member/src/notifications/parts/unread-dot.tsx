import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { unreadQuery } from '../unread.ts'
import { badgeText } from '../unread-call.ts'

/** Shows that notifications are unread, for the tab of Mine; nothing when all are read. */
export function NotificationsDot({ className }: { className: string | undefined }) {
  const t = useTexts(texts)
  const count = badgeText(useQuery(unreadQuery).data?.unread ?? 0)
  useLive('notifications', { invalidate: ['notifications'] })
  if (!count) return null
  return (
    <i className={className}>
      <span className="visually-hidden">{t('unread', { n: count })}</span>
    </i>
  )
}
