import type { TradeView } from '@banyan/domain'
import { Card, Chip, Countdown, List, MomentRow, MoneyRow, Note, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useTexts } from '../../shell/index.ts'
import { clausesQuery } from '../dispute-queries.ts'
import { rulingTexts } from '../ruling-texts.ts'
import type { Dispute } from './case-card.tsx'
import styles from './dispute.module.css'

/** The ruling of two people, its clause and reason, and until when it can be reviewed. */
export default function RulingCard({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  const t = useTexts(rulingTexts)
  const { ruling, reviewDeadline } = dispute
  if (!ruling) return null
  const waits = dispute.state === 'ruled'
  return (
    <Card
      title={t('ruling.title')}
      aside={
        <Chip tone={waits ? 'warn' : 'ok'}>{t(waits ? 'ruling.provisional' : 'ruling.final')}</Chip>
      }
    >
      <p className={styles.reason}>{t(`ruling.${ruling.outcome}`)}</p>
      <List>
        <MoneyRow label={t('ruling.toBuyer')} value={ruling.releaseQuantity} unit="LEAF" />
        <MoneyRow label={t('ruling.toSeller')} value={ruling.refundQuantity} unit="LEAF" />
        {ruling.outcome === 'split' && (
          <MoneyRow
            label={t('ruling.refundAmount')}
            note={t('ruling.refundNote')}
            value={ruling.refundAmount}
            unit="USDT"
          />
        )}
        <MomentRow label={t('ruling.at')} time={ruling.ruledAt} />
        {waits && reviewDeadline && (
          <Row label={t('ruling.reviewUntil')} value={<Countdown deadline={reviewDeadline} />} />
        )}
      </List>
      <div className="stack">
        <Clause number={ruling.clause} />
        <p className={`${styles.words} ${styles.quote}`}>{ruling.reasons}</p>
        {waits && <Note>{t(acceptedText(trade, dispute))}</Note>}
      </div>
    </Card>
  )
}

/** What the ruling waits for, from the viewer's position. */
function acceptedText(trade: TradeView, { moves, accepted }: Dispute) {
  if (moves.includes('accept')) return 'ruling.yoursToAccept'
  const own = trade.side === 'buy' ? accepted.buyer : accepted.seller
  return own ? 'ruling.youAccepted' : 'ruling.waitsForOther'
}

/** The cited clause, by number, and in words once these are loaded. */
function Clause({ number }: { number: string }) {
  const { data } = useQuery(clausesQuery)
  const language = useLanguage()
  const clause = data?.items.find(one => one.number === number)
  return (
    <p className={styles.clause}>
      <span className={styles.number}>{number}</span>
      <span>{clause?.text[language]}</span>
    </p>
  )
}
