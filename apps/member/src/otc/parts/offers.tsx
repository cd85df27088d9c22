import { type OrderSide, parseAmount } from '@banyan/domain'
import { Empty } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { startTransition, useCallback, useState } from 'react'
import { PagedList, useTexts } from '../../shell/index.ts'
import { marketQuery, type OfferFilter } from '../market-queries.ts'
import { texts } from '../texts.ts'
import { Take } from './later.tsx'
import { OfferFilters } from './offer-filters.tsx'
import { type Offer, OfferRow } from './offer-row.tsx'
import styles from './offers.module.css'
import { PriceCard, PriceSpace } from './price-card.tsx'
import { Records } from './records.tsx'

interface OffersProps {
  /** Whose orders: those that sell, or those that buy. */
  of: OrderSide
  filter: OfferFilter
  /** The member may take none now; the page says above why. */
  stopped: boolean
}

/** Orders of the other side, best price first, narrowed by network and amount; a tap takes a part or all. */
export function Offers({ of: side, filter, stopped }: OffersProps) {
  const t = useTexts(texts)
  const [chosen, setChosen] = useState<{ offer: Offer; open: boolean } | null>(null)
  const take = useCallback(
    (offer: Offer) => startTransition(() => setChosen({ offer, open: true })),
    [],
  )
  const query = useInfiniteQuery(marketQuery(side, filter))
  const first = query.data?.pages[0]
  const now = query.data?.pages
    .flatMap(page => page.items)
    .find(offer => offer.id === chosen?.offer.id)
  const narrowed = filter.network !== null || filter.payment !== null
  const none = narrowed
    ? 'market.emptyFiltered'
    : side === 'sell'
      ? 'market.empty'
      : 'market.emptyBuy'
  const takerSide = side === 'sell' ? 'buy' : 'sell'
  return (
    <>
      {first ? <PriceCard prices={first} /> : query.isPending && <PriceSpace />}
      <OfferFilters side={takerSide} filter={filter} guidePrice={first?.guidePrice ?? null} />
      <PagedList query={query} empty={<Empty>{t(none)}</Empty>}>
        {offers => (
          <Records items={offers}>
            {offer => (
              <OfferRow
                offer={offer}
                guidePrice={first?.guidePrice ?? '0'}
                payment={filter.payment}
                namesNetworks={filter.network === null}
                stopped={stopped}
                onTake={take}
              />
            )}
          </Records>
        )}
      </PagedList>
      {first && first.leftOut > 0 && (
        <p className={styles.leftOut}>{t('market.leftOut', { count: first.leftOut })}</p>
      )}
      {chosen && (
        <Take
          key={chosen.offer.id}
          side={takerSide}
          offer={now ?? chosen.offer}
          payment={filter.payment === null ? null : parseAmount(filter.payment)}
          gone={!now}
          open={chosen.open}
          onClose={() => setChosen({ ...chosen, open: false })}
        />
      )}
    </>
  )
}
