import type { TradeView } from '@banyan/domain'
import { Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { Findings } from '../../shell/slots.tsx'
import { disputeTexts } from '../dispute-texts.ts'
import { CaseActions } from '../parts/case-actions.tsx'
import { CaseCard } from '../parts/case-card.tsx'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { HeldAgain } from '../parts/held-again.tsx'
import { RulingCard } from '../parts/later.tsx'
import { Statements } from '../parts/statements.tsx'
import { TradeDetails } from '../parts/trade-details.tsx'
import { TradePage } from '../parts/trade-page.tsx'

/** A trade in arbitration: the case, both sides' words and evidence, and the ways to end it. */
export default function AppealScreen() {
  return <TradePage stage="appeal">{trade => <Appeal trade={trade} />}</TradePage>
}

function Appeal({ trade }: { trade: TradeView }) {
  const t = useTexts(disputeTexts)
  const { dispute } = trade
  return (
    <>
      <div className="page-pad stack">
        <HeldAgain trade={trade} />
        {dispute?.ruling && <RulingCard trade={trade} dispute={dispute} />}
        {dispute && <CaseCard trade={trade} dispute={dispute} />}
        {dispute && <Statements trade={trade} dispute={dispute} />}
        <Findings tradeId={trade.id} due={trade.paymentAmount} payFrom={trade.payFrom} />
        <EvidenceCard trade={trade} />
        <TradeDetails trade={trade} />
        <Note>{t('noStaffOutside')}</Note>
      </div>
      {dispute && <CaseActions trade={trade} dispute={dispute} />}
    </>
  )
}
