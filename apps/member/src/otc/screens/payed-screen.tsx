import type { TradeView } from '@banyan/domain'
import { figureText, Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { Findings } from '../../shell/slots.tsx'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { CancelCard } from '../parts/later.tsx'
import { ProblemCard } from '../parts/problem-card.tsx'
import { GuardedRelease } from '../parts/release.tsx'
import { StageHead, time } from '../parts/stage-head.tsx'
import { TradeDetails } from '../parts/trade-details.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import { payedTexts } from '../payed-texts.ts'

/** A trade that its buyer reports as paid: the seller checks and releases, the buyer waits. */
export default function PayedScreen() {
  return <TradePage stage="payed">{trade => <Payed trade={trade} />}</TradePage>
}

function Payed({ trade }: { trade: TradeView }) {
  const head = (
    <>
      {trade.state === 'release_timeout' ? <Late trade={trade} /> : <InTime trade={trade} />}
      <Findings tradeId={trade.id} due={trade.paymentAmount} payFrom={trade.payFrom} />
    </>
  )
  const rest = (
    <>
      {trade.cancel && <CancelCard trade={trade} />}
      <ProblemCard trade={trade} />
      <EvidenceCard trade={trade} />
      <TradeDetails trade={trade} />
    </>
  )
  if (trade.moves.includes('release'))
    return <GuardedRelease key={trade.id} trade={trade} head={head} rest={rest} />
  return (
    <div className="page-pad stack">
      {head}
      {rest}
    </div>
  )
}

function InTime({ trade }: { trade: TradeView }) {
  const t = useTexts(payedTexts)
  const buys = trade.side === 'buy'
  return (
    <StageHead
      trade={trade}
      sentence={t(buys ? 'payed.buyer' : 'payed.seller', { time })}
      note={t(buys ? 'payed.buyerNote' : 'payed.sellerNote')}
    />
  )
}

/** The time to release is over: nothing has moved, and at the next deadline the platform opens a case. */
function Late({ trade }: { trade: TradeView }) {
  const t = useTexts(payedTexts)
  const quantity = figureText(trade.dealQuantity)
  return (
    <>
      <StageHead
        trade={trade}
        sentence={t(trade.deadline ? 'payed.late' : 'payed.timeoutTitle', { time })}
      />
      <Note tone="warn">
        {t(trade.side === 'buy' ? 'payed.timeoutBuyer' : 'payed.timeoutSeller', { quantity })}
      </Note>
    </>
  )
}
