import type { TradeView } from '@banyan/domain'
import { Avatar, List, Moment, Money, Row } from '@banyan/ui'
import { Copyable } from '../../shell/copyable.tsx'
import { useTexts } from '../../shell/index.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** The amounts of a trade, and the other party. */
export function TradeFacts({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const buys = trade.side === 'buy'
  const other = buys ? trade.seller : trade.buyer
  return (
    <List>
      <Row
        label={t('fact.payment')}
        value={
          <Copyable text={trade.paymentAmount}>
            <Money value={trade.paymentAmount} unit="USDT" marked />
          </Copyable>
        }
      />
      <Row label={t('fact.quantity')} value={<Money value={trade.dealQuantity} unit="LEAF" />} />
      <Row
        label={t('fact.price')}
        value={<Money value={trade.dealPrice} unit="USDT" place="price" />}
      />
      {/[1-9]/.test(trade.concessionQuantity) && (
        <>
          <Row label={t('fact.amount')} value={<Money value={trade.dealAmount} unit="USDT" />} />
          <Row
            label={t('fact.concession')}
            value={<Money value={trade.concessionQuantity} unit="LEAF" />}
          />
        </>
      )}
      <Row
        label={t('fact.fee')}
        note={t(buys ? 'fact.feeBySeller' : 'fact.feeOnSuccess')}
        value={<Money value={trade.fee} unit="LEAF" />}
      />
      {trade.refundQuantity !== null && (
        <Row
          label={t('fact.refundQuantity')}
          value={<Money value={trade.refundQuantity} unit="LEAF" />}
        />
      )}
      {trade.refundAmount !== null && (
        <Row
          label={t('fact.refundAmount')}
          value={<Money value={trade.refundAmount} unit="USDT" />}
        />
      )}
      <Row
        label={t(buys ? 'fact.seller' : 'fact.buyer')}
        note={t('fact.trades', { count: other.finishedTrades })}
        value={<Person name={other.nickname} />}
      />
      <Row
        label={t('fact.matchingId')}
        value={
          <Copyable text={trade.matchingId}>
            <span className={`num ${styles.id}`}>{trade.matchingId}</span>
          </Copyable>
        }
      />
      <Row label={t('fact.dealtAt')} value={<Moment time={trade.dealtAt} />} />
      <RuleVersionRow ruleVersion={trade.ruleVersion} />
    </List>
  )
}

function Person({ name }: { name: string }) {
  return (
    <span className={styles.person}>
      <Avatar name={name} size={24} />
      {name}
    </span>
  )
}
