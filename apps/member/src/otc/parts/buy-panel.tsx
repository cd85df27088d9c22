import { type Network, networks } from '@banyan/domain'
import { Empty, FilterChips } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CardList, PagedList, useTexts } from '../../shell/index.ts'
import { marketQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { type Offer, OfferCard } from './offer-card.tsx'
import { PriceCard } from './price-card.tsx'
import { TakeSheet } from './take-sheet.tsx'

/** Sell orders of others, best price first; a tap takes a part or all of one. */
export function BuyPanel() {
  const t = useTexts(texts)
  const [network, setNetwork] = useState<Network | 'all'>('all')
  const [chosen, setChosen] = useState<{ offer: Offer; open: boolean } | null>(null)
  const query = useInfiniteQuery(marketQuery(network === 'all' ? null : network))
  const prices = query.data?.pages[0]
  const now = query.data?.pages
    .flatMap(page => page.items)
    .find(offer => offer.id === chosen?.offer.id)
  return (
    <>
      {prices && <PriceCard prices={prices} />}
      <FilterChips
        label={t('network')}
        value={network}
        onValueChange={setNetwork}
        choices={[
          { value: 'all', label: t('all') },
          ...networks.map(name => ({ value: name, label: name })),
        ]}
      />
      <PagedList
        query={query}
        empty={<Empty>{t(network === 'all' ? 'market.empty' : 'market.emptyNetwork')}</Empty>}
      >
        {offers => (
          <CardList items={offers}>
            {offer => <OfferCard offer={offer} onTake={() => setChosen({ offer, open: true })} />}
          </CardList>
        )}
      </PagedList>
      {chosen && (
        <TakeSheet
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
