import { networks, parseAmount } from '@banyan/domain'
import { AmountInput, Select, useDebounced } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { type OfferFilter, summaryQuery } from '../market-queries.ts'
import { quickAmounts } from '../prices.ts'
import type { Side } from '../stages.ts'
import { texts } from '../texts.ts'
import styles from './offers.module.css'

const payable = /^\d{1,9}(\.\d{1,2})?$/

interface OfferFiltersProps {
  side: Side
  filter: OfferFilter
  /** Values the seller's coin; null while loading. */
  guidePrice: string | null
}

/** The filter of the offers. It is part of the address: a link or a reload shows the same list. */
export const OfferFilters = memo(function OfferFilters(props: OfferFiltersProps) {
  const { side, filter, guidePrice } = props
  const t = useTexts(texts)
  const { network, payment } = filter
  const [typed, setTyped] = useState(payment ?? '')
  const { data: summary } = useQuery(summaryQuery)
  // The address may change without the field: by back and forward. What the field has asked for comes back
  // by the address too, and must not undo what was typed since.
  const asked = useRef(payment)
  useEffect(() => {
    if (payment === asked.current) return
    asked.current = payment
    setTyped(payment ?? '')
  }, [payment])
  const narrow = (next: Partial<OfferFilter>) => {
    const { network: on, payment: for_ } = { ...filter, ...next }
    asked.current = for_
    nav.retune(pages.market, { side, network: on ?? undefined, amount: for_ ?? undefined })
  }
  const soon = useDebounced((text: string) => narrow({ payment: toAmount(text) }), 300)
  const choose = (text: string) => {
    soon.cancel()
    setTyped(text)
    narrow({ payment: toAmount(text) })
  }
  const available = (asset: 'USDT' | 'LEAF') =>
    parseAmount(summary?.assets.find(one => one.asset === asset)?.available ?? '0')
  const balance =
    side === 'buy'
      ? available('USDT')
      : (available('LEAF') * parseAmount(guidePrice ?? '0')) / 1_000_000n
  return (
    <div className={styles.filters}>
      <AmountInput
        unit="USDT"
        aria-label={t('market.amount')}
        placeholder={t('market.amountHint')}
        className={styles.amount ?? ''}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          soon(event.currentTarget.value)
        }}
      />
      {quickAmounts(balance).map(amount => (
        <button
          key={amount}
          type="button"
          className={styles.quick}
          aria-pressed={payment === amount}
          onClick={() => choose(payment === amount ? '' : amount)}
        >
          {amount}
        </button>
      ))}
      <Select
        label={t('network')}
        value={network ?? 'all'}
        className={styles.network}
        onValueChange={next => narrow({ network: next === 'all' ? null : next })}
        choices={[
          { value: 'all', label: t('all') },
          ...networks.map(name => ({ value: name, label: name })),
        ]}
      />
    </div>
  )
})

const toAmount = (text: string): string | null => {
  const amount = text.trim()
  return payable.test(amount) && parseAmount(amount) > 0n ? amount : null
}
