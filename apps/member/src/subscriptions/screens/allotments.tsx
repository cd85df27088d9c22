import { Card, Chip, Empty, FilterChips, List, Moment, Money, Row } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  CardList,
  href,
  Link,
  nav,
  PagedList,
  pages,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { listQuery, type Subscription } from '../queries.ts'
import { isFilled, toneOf } from '../status.ts'
import { texts } from '../texts.ts'
import styles from './allotments.module.css'

const filters = ['all', 'pending', 'issued', 'part_issued', 'refunded', 'cancelled'] as const

/** What became of the own subscriptions, by issue status: asked for, obtained, returned. */
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
        {items => <CardList items={items}>{one => <Allotment one={one} />}</CardList>}
      </PagedList>
    </div>
  )
}

function Allotment({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  return (
    <Card>
      <div className={styles.line}>
        {isFilled(one) ? (
          <Money value={one.quantity} unit="LEAF" size="num" />
        ) : (
          <Money value={one.amount} unit="USDT" size="num" />
        )}
        <Chip tone={toneOf[one.status]}>{t(one.status)}</Chip>
      </div>
      <List>
        <Row label={t('asked')} value={<Money value={one.amount} unit="USDT" />} />
        {isFilled(one) && (
          <Row label={t('filled')} value={<Money value={one.filled} unit="USDT" />} />
        )}
        {one.refunded !== null && one.refunded !== '0' && (
          <Row label={t('refundedAmount')} value={<Money value={one.refunded} unit="USDT" />} />
        )}
        {isFilled(one) && (
          <Row label={t('price')} value={<Money value={one.guidePrice} unit="USDT" least={6} />} />
        )}
        {one.status === 'pending' && (
          <Row label={t('deals')} value={<Moment time={one.dealsAt} />} />
        )}
        <Row
          label={one.orderNumber}
          note={t(`kind_${one.kind}`)}
          href={href(pages.homeArea.subscribeList)}
        />
      </List>
    </Card>
  )
}
