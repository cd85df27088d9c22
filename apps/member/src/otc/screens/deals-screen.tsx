import { type TradeStatus, tradeExportPath, tradeStatuses } from '@banyan/domain'
import { Button, Empty, FilterChips } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  HeadActions,
  nav,
  PagedList,
  pages,
  usePage,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { DealRecord } from '../parts/deal-record.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Records } from '../parts/records.tsx'
import { dealsQuery } from '../queries.ts'
import type { Side } from '../stages.ts'
import { stateTexts } from '../state-texts.ts'
import { texts } from '../texts.ts'
import { useTradeNews } from '../use-news.ts'

/** Own trades of the side in the address, by status. */
export default function DealsScreen() {
  const side: Side = usePage().path === pages.otc.buy.deals.path ? 'buy' : 'sell'
  const page = pages.otc[side].deals
  const { status } = usePageQuery(page)
  const t = useTexts(texts)
  if (status !== null && !isStatus(status)) {
    return (
      <Empty
        icon="search"
        action={
          <Button tone="secondary" size="small" onClick={() => nav.retune(page)}>
            {t('deals.showAll')}
          </Button>
        }
      >
        {t('deals.unknown')}
      </Empty>
    )
  }
  return <Deals side={side} status={status} />
}

const isStatus = (text: string): text is TradeStatus =>
  (tradeStatuses as readonly string[]).includes(text)

function Deals({ side, status }: { side: Side; status: TradeStatus | null }) {
  const page = pages.otc[side].deals
  const t = useTexts(texts)
  const tt = useTexts(stateTexts)
  const query = useInfiniteQuery(dealsQuery(side, status))
  useTradeNews()
  return (
    <div className="page-pad stack">
      <HeadActions>
        <ExportButton path={tradeExportPath} name="banyan-trades.csv" />
      </HeadActions>
      <FilterChips
        label={t('deals.filter')}
        value={status ?? 'all'}
        onValueChange={next => nav.retune(page, next === 'all' ? {} : { status: next })}
        choices={[
          { value: 'all', label: t('all') },
          ...tradeStatuses.map(value => ({ value, label: tt(`status.${value}`) })),
        ]}
      />
      <PagedList
        query={query}
        empty={
          status === null ? (
            <Empty
              action={
                <Button
                  tone="secondary"
                  size="small"
                  onClick={() => nav.relaunch(pages.market, { side })}
                >
                  {t('deals.toMarket')}
                </Button>
              }
            >
              {t(side === 'buy' ? 'deals.emptyBuy' : 'deals.emptySell')}
            </Empty>
          ) : (
            <Empty>{t('deals.emptyStatus')}</Empty>
          )
        }
      >
        {deals => <Records items={deals}>{trade => <DealRecord trade={trade} />}</Records>}
      </PagedList>
    </div>
  )
}
