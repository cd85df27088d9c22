import { Button, Empty, Segmented } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CardList, nav, PagedList, pages, usePageQuery, useTexts } from '../../shell/index.ts'
import { OrderCard } from '../parts/order-card.tsx'
import { ordersQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { useOrderNews } from '../use-news.ts'

/** Own sell orders: those that live and those that have ended. */
export default function SellListScreen() {
  const { tab } = usePageQuery(pages.otc.sell.orders)
  const t = useTexts(texts)
  const open = tab === 'open'
  const query = useInfiniteQuery(ordersQuery(open))
  useOrderNews()
  return (
    <div className="page-pad stack">
      <Segmented
        label={t('orders.which')}
        value={tab}
        onValueChange={next => nav.retune(pages.otc.sell.orders, { tab: next })}
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
                  onClick={() => nav.relaunch(pages.market, { side: 'sell' })}
                >
                  {t('selling.publish')}
                </Button>
              )
            }
          >
            {t(open ? 'orders.emptyOpen' : 'orders.emptyDone')}
          </Empty>
        }
      >
        {own => <CardList items={own}>{order => <OrderCard order={order} />}</CardList>}
      </PagedList>
    </div>
  )
}
