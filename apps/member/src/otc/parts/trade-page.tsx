import type { TradeView } from '@banyan/domain'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import {
  nav,
  pages,
  QueryView,
  usePage,
  usePageQuery,
  useShown,
  useTexts,
} from '../../shell/index.ts'
import { isMissing, Missing } from '../../shell/missing.tsx'
import { tradeQuery } from '../queries.ts'
import { type Place, rightPlace, type Side } from '../stages.ts'
import { tradeTexts } from '../trade-texts.ts'
import { useTradeNews } from '../use-news.ts'
import { NewestTrade } from './later.tsx'
import { TradeHead } from './trade-head.tsx'
import { TradeSkeleton } from './trade-skeleton.tsx'

interface TradePageProps {
  /** The stage that this address names. */
  stage: Place['stage']
  children: (trade: TradeView) => ReactNode
}

/**
 * One trade, refetched on live events, at its deadline and on every return. When the trade is at
 * another stage than the address, the right address replaces it.
 */
export function TradePage({ stage, children }: TradePageProps) {
  const { path } = usePage()
  const side: Side = path === pages.otc.buy[stage].path ? 'buy' : 'sell'
  const { id } = usePageQuery(pages.otc[side][stage])
  return id === null ? (
    <NewestTrade side={side} />
  ) : (
    <Known id={id} side={side} stage={stage}>
      {children}
    </Known>
  )
}

/** The trade in the address. */
function Known({ id, side, stage, children }: TradePageProps & { id: string; side: Side }) {
  const query = useQuery(tradeQuery(id))
  const right = query.data ? rightPlace({ side, stage }, query.data) : null
  const shown = useShown()
  const t = useTexts(tradeTexts)
  useTradeNews()
  useEffect(() => {
    if (shown && right) nav.replace(pages.otc[right.side][right.stage], { id })
  }, [shown, right, id])
  if (isMissing(query.error))
    return (
      <Missing back={t('missingBack')} onBack={() => nav.relaunch(pages.market)}>
        {t('missing')}
      </Missing>
    )
  return (
    <QueryView
      query={query}
      skeleton={
        <div className="page-pad">
          <TradeSkeleton />
        </div>
      }
    >
      {trade =>
        right ? (
          <div className="page-pad">
            <TradeSkeleton />
          </div>
        ) : (
          <>
            {stage !== 'submitAppeal' && <TradeHead trade={trade} />}
            {children(trade)}
          </>
        )
      }
    </QueryView>
  )
}
