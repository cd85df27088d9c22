import type { TradeView } from '@banyan/domain'
import { Chip, Countdown, Icon, Money } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { openTradesQuery } from '../queries.ts'
import { tradeLooks } from '../stages.ts'
import { stateTexts } from '../state-texts.ts'
import { texts } from '../texts.ts'
import styles from './open-trades.module.css'

/** Own trades that are under way, on top of the market until they are over. Nothing when there are none. */
export function OpenTrades() {
  const t = useTexts(texts)
  const { data } = useQuery(openTradesQuery)
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('market.openTrades')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list. */}
      <ul role="list" className={styles.list}>
        {data.items.map(trade => (
          <li key={trade.id}>
            <OpenTrade trade={trade} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenTrade({ trade }: { trade: TradeView }) {
  const t = useTexts(texts)
  const tt = useTexts(stateTexts)
  const look = tradeLooks[trade.state]
  const other = trade.side === 'buy' ? trade.seller : trade.buyer
  return (
    <Link
      page={pages.otc[trade.side][trade.stage]}
      query={{ id: trade.id }}
      className={styles.trade}
    >
      <span className={styles.line}>
        <Chip tone={look.tone}>{tt(look.label)}</Chip>
        <span className={`sub ${styles.name}`}>{other.nickname}</span>
        <span className={styles.clock}>
          {trade.deadline && <Countdown deadline={trade.deadline} />}
          <Icon name="forward" size={16} />
        </span>
      </span>
      <span className={`sub ${styles.line}`}>
        <span className={styles.name}>
          {t(trade.side === 'buy' ? 'buy' : 'sell')}{' '}
          <Money value={trade.dealQuantity} unit="LEAF" />
        </span>
        <span>
          {t(trade.side === 'buy' ? 'market.youPay' : 'market.theyPay')}{' '}
          <Money value={trade.paymentAmount} unit="USDT" marked />
        </span>
      </span>
    </Link>
  )
}
