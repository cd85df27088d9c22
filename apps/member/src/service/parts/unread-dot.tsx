import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { unreadQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** That the service has written something unread, for the tab of Mine; nothing when it has not. */
export function ServiceDot({ className }: { className: string | undefined }) {
  const t = useTexts(texts)
  const unread = useQuery(unreadQuery).data?.unread ?? 0
  useLive('service', { invalidate: ['service'] })
  if (unread === 0) return null
  return (
    <i className={className}>
      <span className="visually-hidden">{t('openUnread', { n: unread })} </span>
    </i>
  )
}
