import type { TradeView } from '@banyan/domain'
import { Card, Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { PayForm } from '../parts/pay-form.tsx'
import { ReceivingCard } from '../parts/receiving-card.tsx'
import { StageHead } from '../parts/stage-head.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { TradeFacts } from '../parts/trade-facts.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import styles from '../parts/trade-parts.module.css'
import { tradeTexts } from '../trade-texts.ts'

/** A trade that waits for its payment, or has its time for it just behind it. */
export default function ToPayScreen() {
  return <TradePage stage="topay">{trade => <ToPay trade={trade} />}</TradePage>
}

function ToPay({ trade }: { trade: TradeView }) {
  if (trade.state === 'payment_grace') return <Grace trade={trade} />
  return trade.side === 'buy' ? <Paying trade={trade} /> : <Awaiting trade={trade} />
}

function Paying({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  return (
    <PayForm key={trade.id} trade={trade}>
      <StageHead
        state={trade.state}
        title={t('topay.buyerTitle')}
        note={t('topay.buyerNote')}
        deadline={trade.deadline}
      />
      <TradeFacts trade={trade} />
      <ReceivingCard trade={trade} paying />
    </PayForm>
  )
}

function Awaiting({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  return (
    <div className="page-pad stack">
      <StageHead
        state={trade.state}
        title={t('topay.sellerTitle')}
        note={t('topay.sellerNote')}
        calm
        deadline={trade.deadline}
      />
      <TradeFacts trade={trade} />
      <Card title={t('topay.nextTitle')}>
        <ol className={styles.next}>
          <li>{t('topay.next1', { amount: trade.paymentAmount })}</li>
          <li>{t('topay.next2')}</li>
          <li>{t('topay.next3', { minutes: graceMinutes(trade) })}</li>
        </ol>
      </Card>
      <ReceivingCard trade={trade} paying={false} />
      <Timeline steps={trade.timeline} />
    </div>
  )
}

const graceMinutes = (trade: TradeView): number =>
  Math.round((Date.parse(trade.graceDeadline) - Date.parse(trade.paymentDeadline)) / 60_000)

/** The time to pay is over and the coin is not yet back: what that means, plainly. */
function Grace({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const buys = trade.side === 'buy'
  return (
    <div className="page-pad stack">
      <StageHead state={trade.state} title={t('topay.graceTitle')} deadline={trade.deadline} />
      <Note tone="warn">{t(buys ? 'topay.graceBuyer' : 'topay.graceSeller')}</Note>
      <TradeFacts trade={trade} />
      <ReceivingCard trade={trade} paying={false} />
      <Timeline steps={trade.timeline} />
    </div>
  )
}
