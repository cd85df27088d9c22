import type { TradeView } from '@banyan/domain'
import { Card, Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { Findings } from '../../shell/slots.tsx'
import { Around } from '../parts/around.tsx'
import { EvidenceForm } from '../parts/evidence-form.tsx'
import { ReceivingCard } from '../parts/receiving-card.tsx'
import { StageHead } from '../parts/stage-head.tsx'
import { TradeFacts } from '../parts/trade-facts.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import styles from '../parts/trade-parts.module.css'
import { payTexts } from '../pay-texts.ts'

/** A trade that waits for its payment, or has its time for it just behind it. */
export default function ToPayScreen() {
  return <TradePage stage="topay">{trade => <ToPay trade={trade} />}</TradePage>
}

function ToPay({ trade }: { trade: TradeView }) {
  if (trade.side === 'sell') return <Awaiting trade={trade} />
  return trade.state === 'payment_grace' ? <Late trade={trade} /> : <Paying trade={trade} />
}

function Paying({ trade }: { trade: TradeView }) {
  const t = useTexts(payTexts)
  return (
    <EvidenceForm key={trade.id} trade={trade}>
      <StageHead
        state={trade.state}
        title={t('topay.buyerTitle')}
        note={t('topay.buyerNote')}
        deadline={trade.deadline}
      />
      <TradeFacts trade={trade} />
      <Findings tradeId={trade.id} quiet />
      <ReceivingCard trade={trade} paying />
    </EvidenceForm>
  )
}

/** The time to pay is over and the coin is not yet back: only a payment made in time can be shown. */
function Late({ trade }: { trade: TradeView }) {
  const t = useTexts(payTexts)
  return (
    <EvidenceForm key={trade.id} trade={trade}>
      <StageHead state={trade.state} title={t('topay.graceTitle')} deadline={trade.deadline} />
      <Note tone="warn">{t(trade.payment ? 'topay.unprovenBuyer' : 'topay.graceBuyer')}</Note>
      <TradeFacts trade={trade} />
      <Findings tradeId={trade.id} quiet />
      <ReceivingCard trade={trade} paying={false} />
    </EvidenceForm>
  )
}

function Awaiting({ trade }: { trade: TradeView }) {
  const t = useTexts(payTexts)
  const grace = trade.state === 'payment_grace'
  return (
    <div className="page-pad stack">
      <StageHead
        state={trade.state}
        title={t(grace ? 'topay.graceTitle' : 'topay.sellerTitle')}
        note={t('topay.sellerNote')}
        calm
        deadline={trade.deadline}
      />
      {grace && (
        <Note tone="warn">{t(trade.payment ? 'topay.unprovenSeller' : 'topay.graceSeller')}</Note>
      )}
      <TradeFacts trade={trade} />
      <Findings tradeId={trade.id} quiet />
      {!grace && (
        <Card title={t('topay.nextTitle')}>
          <ol className={styles.next}>
            <li>{t('topay.next1', { amount: trade.paymentAmount })}</li>
            <li>{t('topay.next2')}</li>
            <li>{t('topay.next3', { minutes: graceMinutes(trade) })}</li>
          </ol>
        </Card>
      )}
      <ReceivingCard trade={trade} paying={false} />
      <Around trade={trade} />
    </div>
  )
}

const graceMinutes = (trade: TradeView): number =>
  Math.round((Date.parse(trade.graceDeadline) - Date.parse(trade.paymentDeadline)) / 60_000)
