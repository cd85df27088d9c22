import { Empty, Money, shortAddress } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  CardList,
  Link,
  PagedList,
  pages,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { RecordCard, RecordLine } from '../../shell/page/record.tsx'
import { OrderDetail } from '../parts/order-detail.tsx'
import { OrderFlow } from '../parts/order-flow.tsx'
import { CancelButton, StatusChip } from '../parts/order-parts.tsx'
import { listQuery } from '../queries.ts'
import type { Order } from '../stages.ts'
import { texts } from '../texts.ts'

/** Own withdrawal orders, or the one in the address. */
export default function OrderListScreen() {
  const { id } = usePageQuery(pages.mineArea.orderList)
  useLive('withdrawals', { invalidate: ['withdrawals'] })
  return id === null ? <Orders /> : <OrderDetail id={id} />
}

function Orders() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(listQuery)
  return (
    <div className="page-pad stack">
      <PagedList
        query={query}
        empty={
          <Empty action={<Link page={pages.mineArea.withdrawal}>{t('withdraw')}</Link>}>
            {t('empty')}
          </Empty>
        }
      >
        {orders => <CardList items={orders}>{order => <OrderCard order={order} />}</CardList>}
      </PagedList>
    </div>
  )
}

function OrderCard({ order }: { order: Order }) {
  const t = useTexts(texts)
  return (
    <RecordCard
      figure={<Money value={order.amount} unit="USDT" size="num" />}
      state={<StatusChip order={order} />}
      outcome={<span className="num">{shortAddress(order.address)}</span>}
      at={order.requestedAt}
    >
      {order.waits && <OrderFlow order={order} />}
      {order.refusal && <p className="sub">{t('refusal', { text: order.refusal })}</p>}
      {order.reason === 'lossShared' && <p className="cap">{t('lossShared')}</p>}
      {order.reason === 'returned' && <p className="cap">{t('returnedText')}</p>}
      <RecordLine>
        <Link page={pages.mineArea.orderList} query={{ id: order.id }}>
          {t('order')}
        </Link>
        <CancelButton order={order} />
      </RecordLine>
    </RecordCard>
  )
}
