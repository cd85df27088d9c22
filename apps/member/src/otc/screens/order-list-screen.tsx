import { orderExportPath } from '@banyan/domain'
import { Button, Empty, Segmented } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  HeadActions,
  nav,
  PagedList,
  pages,
  useLive,
  usePage,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { termsQuery } from '../market-queries.ts'
import { ExportButton } from '../parts/export-button.tsx'
import { OrderRecord } from '../parts/order-record.tsx'
import { Records } from '../parts/records.tsx'
import { SellingFrozen } from '../parts/selling-frozen.tsx'
import { ordersQuery } from '../queries.ts'
import type { Side } from '../stages.ts'
import { texts } from '../texts.ts'
import { useOrderNews } from '../use-news.ts'

const nothing = {
  buy: { open: 'orders.emptyOpenBuy', done: 'orders.emptyDoneBuy' },
  sell: { open: 'orders.emptyOpen', done: 'orders.emptyDone' },
} as const

/** Own orders of the side in the address: open and ended ones. */
export default function OrderListScreen() {
  const side: Side = usePage().path === pages.otc.buy.orders.path ? 'buy' : 'sell'
  const page = pages.otc[side].orders
  const { tab } = usePageQuery(page)
  const t = useTexts(texts)
  const open = tab === 'open'
  const query = useInfiniteQuery(ordersQuery(side, open))
  const { data: terms } = useQuery({ ...termsQuery, enabled: side === 'sell' })
  useOrderNews()
  useLive('session', { invalidate: termsQuery.queryKey })
  return (
    <div className="page-pad stack">
      <HeadActions>
        <ExportButton path={orderExportPath} name="banyan-orders.csv" />
      </HeadActions>
      {side === 'sell' && <SellingFrozen terms={terms} />}
      <Segmented
        label={t('orders.which')}
        value={tab}
        onValueChange={next => nav.retune(page, { tab: next })}
        choices={[
          { value: 'open', label: t('orders.open') },
          { value: 'done', label: t('orders.done') },
        ]}
      />
      <PagedList
        query={query}
        empty={
          <Empty
            action={
              open && (
                <Button
                  tone="secondary"
                  size="small"
                  onClick={() => nav.relaunch(pages.market, { side })}
                >
                  {t(side === 'sell' ? 'selling.publish' : 'selling.publishBuy')}
                </Button>
              )
            }
          >
            {t(nothing[side][tab])}
          </Empty>
        }
      >
        {own => <Records items={own}>{order => <OrderRecord order={order} />}</Records>}
      </PagedList>
    </div>
  )
}
