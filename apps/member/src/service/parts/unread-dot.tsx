import { useQuery } from '@tanstack/react-query'
import { useLive, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { unreadQuery } from '../unread-query.ts'

/** Shows that a message of the service is unread, for the tab of Mine; nothing otherwise. */
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
