import type { TradeView } from '@banyan/domain'
import { figureText, Icon } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { payedTexts } from '../payed-texts.ts'
import styles from './trade-parts.module.css'

/** Repeats the chain's finding before the coin is released, and that a release cannot be undone. */
export function ReleaseQuestion({ trade, isVerified }: { trade: TradeView; isVerified: boolean }) {
  const t = useTexts(payedTexts)
  return (
    <div className={styles.question}>
      <p className={isVerified ? styles.proved : styles.unproved}>
        <Icon name={isVerified ? 'shield' : 'warning'} size={16} />
        <span>
          {t(isVerified ? 'payed.onChain' : 'payed.notOnChain', { network: trade.network })}
        </span>
      </p>
      <p className="sub">
        {t('payed.confirmText', {
          quantity: figureText(trade.dealQuantity, 2, 2),
          name: trade.buyer.nickname,
        })}
      </p>
    </div>
  )
}
