import type { TradeView } from '@banyan/domain'
import { Avatar, List, MomentRow, Money, MoneyRow, Row } from '@banyan/ui'
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
      <MoneyRow label={t('fact.quantity')} value={trade.dealQuantity} unit="LEAF" />
      <MoneyRow label={t('fact.price')} value={trade.dealPrice} unit="USDT" place="price" />
      {/[1-9]/.test(trade.concessionQuantity) && (
        <>
          <MoneyRow label={t('fact.amount')} value={trade.dealAmount} unit="USDT" />
          <MoneyRow label={t('fact.concession')} value={trade.concessionQuantity} unit="LEAF" />
        </>
      )}
      <MoneyRow
        label={t('fact.fee')}
        note={t(buys ? 'fact.feeBySeller' : 'fact.feeOnSuccess')}
        value={trade.fee}
        unit="LEAF"
      />
      {trade.refundQuantity !== null && (
        <MoneyRow label={t('fact.refundQuantity')} value={trade.refundQuantity} unit="LEAF" />
      )}
      {trade.refundAmount !== null && (
        <MoneyRow label={t('fact.refundAmount')} value={trade.refundAmount} unit="USDT" />
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
      <MomentRow label={t('fact.dealtAt')} time={trade.dealtAt} />
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
