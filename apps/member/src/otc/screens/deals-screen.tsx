import { type TradeStatus, tradeExportPath, tradeStatuses } from '@banyan/domain'
import { Button, Empty, FilterChips, IconButton } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CardList,
  fetchFile,
  HeadActions,
  isRefused,
  isTransport,
  nav,
  PagedList,
  pages,
  saveFile,
  toast,
  transportText,
  usePage,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { DealCard } from '../parts/deal-card.tsx'
import { dealsQuery } from '../queries.ts'
import type { Side } from '../stages.ts'
import { stateTexts } from '../state-texts.ts'
import { texts } from '../texts.ts'
import { useTradeNews } from '../use-news.ts'

/** Own trades of the side that the address names, by status. */
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
        <ExportButton />
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
        {deals => <CardList items={deals}>{trade => <DealCard trade={trade} />}</CardList>}
      </PagedList>
    </div>
  )
}

/** All own trades of both sides as a table to keep. */
function ExportButton() {
  const t = useTexts(texts)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await fetchFile(tradeExportPath), 'banyan-trades.csv')
    } catch (error) {
      if (isTransport(error)) toast(transportText(error), 'danger')
      else if (!isRefused(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      name="download"
      label={t('deals.export')}
      aria-disabled={busy}
      onClick={() => void (busy || save())}
    />
  )
}
