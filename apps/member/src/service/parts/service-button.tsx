import { IconButton } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { nav, pages, useLive, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { unreadQuery } from '../unread-query.ts'

/** The link to the service, with a dot for unread messages. */
export default function ServiceButton() {
  const t = useTexts(texts)
  const unread = useQuery(unreadQuery).data?.unread ?? 0
  useLive('service', { invalidate: ['service'] })
  return (
    <IconButton
      name="chat"
      label={unread > 0 ? t('openUnread', { n: unread }) : t('open')}
      dot={unread > 0}
      onClick={() => nav.to(pages.homeArea.service)}
    />
  )
}
