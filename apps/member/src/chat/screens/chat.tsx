import type { TradeView } from '@banyan/domain'
import { useQuery } from '@tanstack/react-query'
import {
  nav,
  pages,
  QueryView,
  useLive,
  usePageQuery,
  usePageTitle,
  useTexts,
} from '../../shell/index.ts'
import { isMissing, Missing } from '../../shell/missing.tsx'
import { Conversation } from '../parts/conversation.tsx'
import { tradeQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The chat of a trade between its two parties, and its arbitrators in a case. */
export default function ChatScreen() {
  const { id } = usePageQuery(pages.more.chat)
  const t = useTexts(texts)
  const query = useQuery(tradeQuery(id))
  useLive('chat', { invalidate: ['chat'] })
  if (isMissing(query.error))
    return (
      <Missing back={t('missingBack')} onBack={() => nav.relaunch(pages.market)}>
        {t('missing')}
      </Missing>
    )
  return <QueryView query={query}>{trade => <Chat trade={trade} />}</QueryView>
}

function Chat({ trade }: { trade: TradeView }) {
  const buys = trade.side === 'buy'
  usePageTitle((buys ? trade.seller : trade.buyer).nickname)
  return <Conversation tradeId={trade.id} side={buys ? 'buyer' : 'seller'} />
}
