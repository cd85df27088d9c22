import type { TradeView } from '@banyan/domain'
import { CaseCard, type Dispute } from './case-card.tsx'
import CaseDetails from './case-details.tsx'
import RulingCard from './ruling-card.tsx'
import Statements from './statements.tsx'

/** The case of a trade that is over: its ruling, and the statements of both sides. */
export default function CaseFile({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  return (
    <>
      <RulingCard trade={trade} dispute={dispute} />
      <CaseCard trade={trade} dispute={dispute} />
      <Statements trade={trade} dispute={dispute} />
      <CaseDetails trade={trade} dispute={dispute} />
    </>
  )
}
