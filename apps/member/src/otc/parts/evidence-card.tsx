import type { TradeView } from '@banyan/domain'
import { Card, Folded, List, Moment, MomentRow } from '@banyan/ui'
import { Copyable } from '../../shell/copyable.tsx'
import { useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './evidence.module.css'
import { PictureRow } from './picture-row.tsx'
import { ReplaceEvidence } from './replace-evidence.tsx'

/** What the buyer showed for the payment. */
export function EvidenceCard({ trade }: { trade: TradeView }) {
  if (!trade.payment) return null
  return <Shown trade={trade} payment={trade.payment} />
}

interface ShownProps {
  trade: TradeView
  payment: NonNullable<TradeView['payment']>
}

/** Pictures, hash, and when; and what was shown before. */
function Shown({ trade, payment }: ShownProps) {
  const t = useTexts(tradeTexts)
  return (
    <Card
      title={t('evidence.title')}
      aside={trade.moves.includes('replaceEvidence') && <ReplaceEvidence trade={trade} />}
    >
      <PictureRow ids={payment.vouchers} name={n => t('evidence.voucherN', { n })} />
      <Hash trade={trade} hash={payment.hash} />
      <List>
        <MomentRow label={t('evidence.paidAt')} time={payment.paidAt} />
      </List>
      <Earlier trade={trade} />
    </Card>
  )
}

/** A hash as its chain writes it: kept without its prefix, which explorers and wallets of BSC show. */
export function Hash({ trade, hash }: { trade: Pick<TradeView, 'network'>; hash: string }) {
  const t = useTexts(tradeTexts)
  const shown = trade.network === 'BSC' ? `0x${hash}` : hash
  return (
    <div className={styles.hash}>
      <p className="sub">{t('evidence.hash')}</p>
      <Copyable text={shown}>
        <span className="sub num">{shown}</span>
      </Copyable>
    </div>
  )
}

/** The vouchers and hashes that were replaced: folded away, and never gone. */
function Earlier({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const { earlierPayments } = trade
  if (earlierPayments.length === 0) return null
  return (
    <Folded
      title={t('evidence.earlier', { count: earlierPayments.length })}
      className={styles.earlier}
    >
      {earlierPayments.map(({ hash, vouchers, shownAt }, index) => (
        <section key={`${shownAt} ${hash}`} aria-label={t('evidence.earlierN', { n: index + 1 })}>
          <p className="cap">
            {t('evidence.earlierN', { n: index + 1 })} · <Moment time={shownAt} />
          </p>
          <PictureRow ids={vouchers} name={n => t('evidence.voucherN', { n })} />
          <Hash trade={trade} hash={hash} />
        </section>
      ))}
    </Folded>
  )
}
