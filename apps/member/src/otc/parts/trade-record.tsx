import type { TradeView } from '@banyan/domain'
import { EvidenceCard } from './evidence-card.tsx'
import { ReceivingCard } from './receiving-card.tsx'
import { TradeFacts } from './trade-facts.tsx'

/** What a trade in arbitration is about: the payment's evidence, the amounts, the account. */
export default function TradeRecord({ trade }: { trade: TradeView }) {
  return (
    <>
      <EvidenceCard trade={trade} />
      <TradeFacts trade={trade} />
      <ReceivingCard trade={trade} paying={false} />
    </>
  )
}
