import type { TradeView } from '@banyan/domain'
import { Countdown } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { KeptSpace, useKeepSpace } from '../../shell/kept-space.tsx'
import { termsQuery } from '../market-queries.ts'
import { openTradesQuery } from '../open-trades.ts'
import { stateTexts } from '../state-texts.ts'
import { texts } from '../texts.ts'
import styles from './open-trades.module.css'

/**
 * Own open trades with their time, and own open orders, in one line that scrolls; nothing when
 * there are none.
 */
export const OpenTrades = memo(function OpenTrades() {
  const t = useTexts(texts)
  const { data, isError } = useQuery(openTradesQuery)
  const { data: terms, isError: noTerms } = useQuery(termsQuery)
  const trades = data?.items ?? []
  const sides = (['buy', 'sell'] as const).filter(side => (terms?.openOrders[side].now ?? 0) > 0)
  const isSome = trades.length + sides.length > 0
  const isKnown = (data !== undefined || isError) && (terms !== undefined || noTerms)
  const space = useKeepSpace('open-trades', isKnown ? isSome : null)
  if (!isKnown) return <KeptSpace name="open-trades" />
  if (!isSome) return null
  return (
    <section ref={space} aria-label={t('market.openTrades')} className={styles.strip}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list. */}
      <ul role="list" className={styles.list}>
        {trades.map(trade => (
          <li key={trade.id}>
            <OpenTrade trade={trade} />
          </li>
        ))}
        {sides.map(side => (
          <li key={side}>
            <Link page={pages.otc[side].orders} className={styles.chip}>
              {t(`own.${side}`)} <b className="num">{terms?.openOrders[side].now}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
})

function OpenTrade({ trade }: { trade: TradeView }) {
  const t = useTexts(stateTexts)
  const other = trade.side === 'buy' ? trade.seller : trade.buyer
  const waitsForMe = trade.moves.includes(trade.side === 'buy' ? 'pay' : 'release')
  return (
    <Link
      page={pages.otc[trade.side][trade.stage]}
      query={{ id: trade.id }}
      className={styles.chip}
      data-now={waitsForMe}
    >
      {t(`status.${trade.status}`)}
      <span className="visually-hidden">{other.nickname}</span>
      {trade.deadline && <Countdown deadline={trade.deadline} />}
    </Link>
  )
}
