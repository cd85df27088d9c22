import type { TradeView } from '@banyan/domain'
import { Chip, Countdown, Moment, Money } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { tradeStyles } from '../stages.ts'
import { stateTexts } from '../state-texts.ts'
import styles from './deal-record.module.css'

/** An own trade in a list: its state, its amounts, the other party; a tap opens its page. */
export function DealRecord({ trade }: { trade: TradeView }) {
  const t = useTexts(stateTexts)
  const style = tradeStyles[trade.state]
  const other = trade.side === 'buy' ? trade.seller : trade.buyer
  return (
    <Link
      page={pages.otc[trade.side][trade.stage]}
      query={{ id: trade.id }}
      className={styles.card}
    >
      <span className={styles.line}>
        <span className="sub">{other.nickname}</span>
        <span>
          {trade.deadline && (
            <>
              <Countdown deadline={trade.deadline} />{' '}
            </>
          )}
          <Chip tone={style.tone}>{t(style.label)}</Chip>
        </span>
      </span>
      <span className={`${styles.line} ${styles.amounts}`}>
        <Money value={trade.dealQuantity} place="list" unit="LEAF" size="title" />
        <Money value={trade.paymentAmount} unit="USDT" size="title" marked />
      </span>
      <span className={`cap num ${styles.line}`}>
        <span>{trade.matchingId}</span>
        <Moment time={trade.dealtAt} />
      </span>
    </Link>
  )
}
