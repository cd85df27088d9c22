import { Empty, FilterChips } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  CardList,
  Link,
  nav,
  PagedList,
  pages,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { SubscriptionRecord } from '../parts/subscription-record.tsx'
import { listQuery } from '../queries.ts'
import { texts } from '../texts.ts'

const filters = ['all', 'pending', 'issued', 'part_issued', 'refunded', 'cancelled'] as const

/** The same records as in the list of subscriptions, by issue status. */
export default function AllotmentsScreen() {
  const t = useTexts(texts)
  const page = pages.communityArea.subscribeList
  const { status } = usePageQuery(page)
  const query = useInfiniteQuery(listQuery(status))
  useLive('subscriptions', { invalidate: ['subscriptions'] })
  return (
    <div className="page-pad stack">
      <FilterChips
        label={t('filter')}
        value={status}
        onValueChange={next => nav.retune(page, { status: next })}
        choices={filters.map(value => ({ value, label: t(value) }))}
      />
      <PagedList
        query={query}
        empty={
          status === 'all' ? (
            <Empty action={<Link page={pages.home}>{t('toHome')}</Link>}>{t('empty')}</Empty>
          ) : (
            <Empty>{t('noneOfStatus')}</Empty>
          )
        }
      >
        {items => (
          <CardList items={items}>{one => <SubscriptionRecord subscription={one} />}</CardList>
        )}
      </PagedList>
    </div>
  )
}
