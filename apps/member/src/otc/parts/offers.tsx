import { type Network, networks, type OrderSide } from '@banyan/domain'
import { AmountInput, Empty, FilterChips, useDebounced } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CardList, PagedList, useTexts } from '../../shell/index.ts'
import { amountOrNull } from '../prices.ts'
import { marketQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { BuyTake, DepthCard, SellTake } from './later.tsx'
import { type Offer, OfferCard } from './offer-card.tsx'
import styles from './offers.module.css'
import { PriceCard } from './price-card.tsx'

/**
 * Orders of the other side, best price first, narrowed by network and amount; a tap takes a part or all.
 * `stopped`: the member may take none now; the page says above why.
 */
export function Offers({ of: side, stopped }: { of: OrderSide; stopped: boolean }) {
  const t = useTexts(texts)
  const [network, setNetwork] = useState<Network | 'all'>('all')
  const [payment, setPayment] = useState<string | null>(null)
  const [chosen, setChosen] = useState<{ offer: Offer; open: boolean } | null>(null)
  const filter = { network: network === 'all' ? null : network, payment }
  const query = useInfiniteQuery(marketQuery(side, filter))
  const prices = query.data?.pages[0]
  const now = query.data?.pages
    .flatMap(page => page.items)
    .find(offer => offer.id === chosen?.offer.id)
  const narrowed = filter.network !== null || payment !== null
  const none = narrowed
    ? 'market.emptyFiltered'
    : side === 'sell'
      ? 'market.empty'
      : 'market.emptyBuy'
  const Take = side === 'sell' ? BuyTake : SellTake
  return (
    <>
      {prices && <PriceCard prices={prices} />}
      <DepthCard />
      <div className={styles.filters}>
        <FilterChips
          label={t('network')}
          value={network}
          onValueChange={setNetwork}
          choices={[
            { value: 'all', label: t('all') },
            ...networks.map(name => ({ value: name, label: name })),
          ]}
        />
        <AmountFilter onChange={setPayment} />
      </div>
      <PagedList query={query} empty={<Empty>{t(none)}</Empty>}>
        {offers => (
          <CardList items={offers}>
            {offer => (
              <OfferCard
                offer={offer}
                stopped={stopped}
                onTake={() => setChosen({ offer, open: true })}
              />
            )}
          </CardList>
        )}
      </PagedList>
      {chosen && (
        <Take
          key={chosen.offer.id}
          offer={now ?? chosen.offer}
          gone={!now}
          open={chosen.open}
          onClose={() => setChosen({ ...chosen, open: false })}
        />
      )}
    </>
  )
}

/** Only orders that can be taken for this payment; asked for when nobody types any more. */
function AmountFilter({ onChange }: { onChange: (payment: string | null) => void }) {
  const t = useTexts(texts)
  const soon = useDebounced((typed: string) => {
    const amount = amountOrNull(typed)
    onChange(amount && /^\d+(\.\d{1,2})?$/.test(typed.trim()) ? typed.trim() : null)
  })
  return (
    <AmountInput
      unit="USDT"
      aria-label={t('market.amount')}
      placeholder={t('market.amountHint')}
      className={styles.amount ?? ''}
      onChange={event => soon(event.currentTarget.value)}
    />
  )
}
