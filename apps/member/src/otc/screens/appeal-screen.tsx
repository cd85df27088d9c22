import type { TradeView } from '@banyan/domain'
import { useTexts } from '../../shell/index.ts'
import { Findings } from '../../shell/slots.tsx'
import { disputeTexts } from '../dispute-texts.ts'
import { CaseAction } from '../parts/case-actions.tsx'
import { CaseCard } from '../parts/case-card.tsx'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { CaseDetails, CaseWays, HeldAgain, RulingCard, Statements } from '../parts/later.tsx'
import { TradeDetails } from '../parts/trade-details.tsx'
import { TradePage } from '../parts/trade-page.tsx'

/** A trade in arbitration: who is awaited, both sides' words, the evidence, and the ways to end it. */
export default function AppealScreen() {
  return <TradePage stage="appeal">{trade => <Appeal trade={trade} />}</TradePage>
}

function Appeal({ trade }: { trade: TradeView }) {
  const t = useTexts(disputeTexts)
  const { dispute } = trade
  return (
    <>
      <div className="page-pad stack">
        {dispute && <CaseCard trade={trade} dispute={dispute} />}
        {dispute?.ruling && <RulingCard trade={trade} dispute={dispute} />}
        <HeldAgain trade={trade} />
        {dispute && <Statements trade={trade} dispute={dispute} />}
        <Findings tradeId={trade.id} due={trade.paymentAmount} payFrom={trade.payFrom} />
        <EvidenceCard trade={trade} />
        {dispute && <CaseWays trade={trade} dispute={dispute} />}
        {dispute && <CaseDetails trade={trade} dispute={dispute} />}
        <TradeDetails trade={trade} />
        <p className="sub">{t('noStaffOutside')}</p>
      </div>
      {dispute && <CaseAction trade={trade} />}
    </>
  )
}
