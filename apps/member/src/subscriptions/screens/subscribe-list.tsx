import { Empty } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CardList, Link, PagedList, pages, useLive, useTexts } from '../../shell/index.ts'
import { SubscriptionRecord } from '../parts/subscription-record.tsx'
import { listQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Own subscriptions: a pending one can be cancelled, the first one can be undone for a day. */
export default function SubscribeListScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(listQuery())
  useLive('subscriptions', { invalidate: ['subscriptions'] })
  return (
    <div className="page-pad stack">
      <PagedList
        query={query}
        empty={<Empty action={<Link page={pages.home}>{t('toHome')}</Link>}>{t('empty')}</Empty>}
      >
        {items => (
          <CardList items={items}>{one => <SubscriptionRecord subscription={one} />}</CardList>
        )}
      </PagedList>
    </div>
  )
}
