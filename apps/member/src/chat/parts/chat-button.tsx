import { IconButton } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { nav, pages, useLive, useTexts } from '../../shell/index.ts'
import { unreadQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The link to the chat of a trade; its dot and its label show whether something is unread. */
export default function ChatButton({ tradeId }: { tradeId: string }) {
  const t = useTexts(texts)
  const unread = useQuery(unreadQuery).data?.items.find(one => one.tradeId === tradeId)?.unread ?? 0
  useLive('chat', { invalidate: ['chat'] })
  return (
    <IconButton
      name="chat"
      label={unread > 0 ? `${t('title')} ${t('unread', { n: unread })}` : t('title')}
      dot={unread > 0}
      onClick={() => nav.to(pages.more.chat, { id: tradeId })}
    />
  )
}
