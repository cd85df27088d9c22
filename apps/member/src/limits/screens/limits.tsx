import { Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, QueryView, useLive, useTexts } from '../../shell/index.ts'
import { MarketCards } from '../parts/market-cards.tsx'
import { MaximumCard } from '../parts/maximum-card.tsx'
import { WayCard } from '../parts/way-card.tsx'
import { investmentQuery, marketQuery, withdrawalQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { subscribing, withdrawing } from '../ways.ts'

/** Every limit of the member, what is used of it, and which one binds each way of putting in or taking out. */
export default function LimitsScreen() {
  const t = useTexts(texts)
  const investment = useQuery(investmentQuery)
  const market = useQuery(marketQuery)
  const withdrawals = useQuery(withdrawalQuery)
  useLive('subscriptions', { invalidate: investmentQuery.queryKey })
  useLive('wallets', { invalidate: investmentQuery.queryKey })
  useLive('wallets', { invalidate: marketQuery.queryKey })
  useLive('wallets', { invalidate: withdrawalQuery.queryKey })
  useLive('otc.trade', { invalidate: investmentQuery.queryKey })
  useLive('otc.trade', { invalidate: marketQuery.queryKey })
  return (
    <div className="page-pad stack">
      <QueryView query={investment}>
        {limits => (
          <>
            <MaximumCard limits={limits} />
            <WayCard name="subscribing" way={subscribing(limits)}>
              {limits.pausedUntil && (
                <Note tone="warn">
                  {t('pausedUntil')} <Moment time={limits.pausedUntil} />
                </Note>
              )}
            </WayCard>
          </>
        )}
      </QueryView>
      <QueryView query={market}>{terms => <MarketCards terms={terms} />}</QueryView>
      <QueryView query={withdrawals}>
        {terms => (
          <WayCard name="withdrawing" way={withdrawing(terms)} windowMs={terms.windowMs}>
            {terms.frozenUntil && (
              <Note tone="warn">
                {t('withdrawalsFrozen')} <Moment time={terms.frozenUntil} />
              </Note>
            )}
          </WayCard>
        )}
      </QueryView>
      <p className="cap">
        <Link page={pages.more.rules}>{t('rules')}</Link>
      </p>
    </div>
  )
}
