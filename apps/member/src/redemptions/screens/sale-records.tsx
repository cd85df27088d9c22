import { Button, Empty, FilterChips, Segmented } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  CardList,
  Link,
  nav,
  PagedList,
  PageHead,
  pages,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { RedemptionCard } from '../parts/redemption-card.tsx'
import { SaleCard } from '../parts/sale-card.tsx'
import { listQuery, type SaleFilter, salesQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** Coins sold through the market and through exchange, and every exchange and undo. */
export default function SaleRecordsScreen() {
  const t = useTexts(texts)
  const { tab, type } = usePageQuery(pages.communityArea.saleRecords)
  useLive('redemptions', { invalidate: ['redemptions'] })
  useLive('otc.trade', { invalidate: ['redemptions', 'sales'] })
  return (
    <>
      <PageHead title={t('title')} />
      <div className="page-pad stack">
        <Segmented
          label={t('views')}
          value={tab}
          onValueChange={next => nav.retune(pages.communityArea.saleRecords, { tab: next })}
          choices={[
            { value: 'sold', label: t('sold') },
            { value: 'queue', label: t('queue') },
          ]}
        />
        {tab === 'queue' ? <Queue /> : <Sales filter={type} />}
      </div>
    </>
  )
}

function Sales({ filter }: { filter: SaleFilter }) {
  const t = useTexts(texts)
  const query = useInfiniteQuery(salesQuery(filter))
  return (
    <>
      <FilterChips
        label={t('filter')}
        value={filter}
        onValueChange={type => nav.retune(pages.communityArea.saleRecords, { type })}
        choices={(['all', 'otc', 'exchange'] as const).map(value => ({ value, label: t(value) }))}
      />
      <PagedList
        query={query}
        empty={
          filter === 'all' ? (
            <Empty
              icon="exchange"
              action={
                <Button
                  tone="secondary"
                  size="small"
                  onClick={() => nav.relaunch(pages.market, { side: 'sell' })}
                >
                  {t('toMarket')}
                </Button>
              }
            >
              {t('none')}
            </Empty>
          ) : (
            <Empty icon="exchange">{t('noneOfKind')}</Empty>
          )
        }
      >
        {sales => <CardList items={sales}>{sale => <SaleCard sale={sale} />}</CardList>}
      </PagedList>
    </>
  )
}

function Queue() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(listQuery)
  const action = <Link page={pages.assetsArea.walletList}>{t('toWallets')}</Link>
  return (
    <PagedList
      query={query}
      empty={
        <Empty icon="exchange" action={action}>
          {t('noQueue')}
        </Empty>
      }
    >
      {items => <CardList items={items}>{one => <RedemptionCard redemption={one} />}</CardList>}
    </PagedList>
  )
}
