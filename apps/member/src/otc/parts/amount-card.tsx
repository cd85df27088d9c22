import type { TradeView } from '@banyan/domain'
import { Card, CoinMark, Money } from '@banyan/ui'
import { CopyButton } from '../../shell/copyable.tsx'
import { useTexts } from '../../shell/index.ts'
import { tailDigits } from '../payment-text.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** The amount to pay, to the last digit: the digits after the point identify the payment. */
export function AmountCard({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const buys = trade.side === 'buy'
  const tail = tailDigits(trade.paymentAmount)
  return (
    <Card>
      <div className={styles.amount}>
        <p className="sub">{t(buys ? 'fact.toPay' : 'fact.toReceive')}</p>
        {buys && <CopyButton text={trade.paymentAmount}>{t('copy')}</CopyButton>}
      </div>
      <p className={styles.sum}>
        <CoinMark coin="USDT" size={28} />
        <Money value={trade.paymentAmount} unit="USDT" size="hero" least={0} marked />
      </p>
      {tail !== '' && (
        <p className="sub">
          {t(buys ? 'fact.exactToPay' : 'fact.exactToReceive', {
            tail: `.${trade.paymentAmount.split('.')[1]}`,
          })}
        </p>
      )}
    </Card>
  )
}
