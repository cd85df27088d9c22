import type { TradeView } from '@banyan/domain'
import { useTexts } from '../../shell/index.ts'
import { QuietFindings } from '../../shell/slots.tsx'
import { AmountCard } from '../parts/amount-card.tsx'
import { EvidenceForm } from '../parts/evidence-form.tsx'
import { GraceNote, NextSteps } from '../parts/later.tsx'
import { PayToCard } from '../parts/pay-to-card.tsx'
import { StageHead, time } from '../parts/stage-head.tsx'
import { TradeDetails } from '../parts/trade-details.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import { payTexts } from '../pay-texts.ts'

/** A trade that waits for its payment, or whose time to pay has just ended. */
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
    <EvidenceForm
      key={trade.id}
      trade={trade}
      before={
        <>
          <StageHead trade={trade} sentence={t('topay.buyer', { time })} />
          <AmountCard trade={trade} />
          <PayToCard trade={trade} />
        </>
      }
    />
  )
}

/** The time to pay is over and the coin is not yet back: only a payment made in time can be claimed. */
function Late({ trade }: { trade: TradeView }) {
  const t = useTexts(payTexts)
  return (
    <EvidenceForm
      key={trade.id}
      trade={trade}
      before={
        <>
          <StageHead trade={trade} sentence={t('topay.grace', { time })} />
          <GraceNote trade={trade} />
          <QuietFindings tradeId={trade.id} due={trade.paymentAmount} payFrom={trade.payFrom} />
        </>
      }
    />
  )
}

function Awaiting({ trade }: { trade: TradeView }) {
  const t = useTexts(payTexts)
  const grace = trade.state === 'payment_grace'
  return (
    <div className="page-pad stack">
      <StageHead
        trade={trade}
        sentence={t(grace ? 'topay.grace' : 'topay.seller', { time })}
        note={t('topay.sellerNote')}
      />
      {grace && <GraceNote trade={trade} />}
      <AmountCard trade={trade} />
      <QuietFindings tradeId={trade.id} due={trade.paymentAmount} payFrom={trade.payFrom} />
      {!grace && <NextSteps trade={trade} />}
      <TradeDetails trade={trade} />
    </div>
  )
}
