import { useAddress, useMinute } from '../shell/index.ts'
import { AccountsPart } from './accounts.tsx'
import { CostsPart } from './costs.tsx'
import { partOf } from './parts.tsx'
import { RareActs } from './rare-acts.tsx'
import { ReceiptsPart } from './receipts.tsx'
import { StraysPart } from './strays.tsx'

/** The platform's money: receipts, stray transfers, accounts, and the acts that are rare. */
export default function TreasuryPage() {
  const { query } = useAddress()
  const now = useMinute()
  switch (partOf(query.part)) {
    case 'strays':
      return <StraysPart now={now} />
    case 'costs':
      return <CostsPart now={now} />
    case 'accounts':
      return <AccountsPart now={now} />
    case 'acts':
      return <RareActs now={now} />
    default:
      return <ReceiptsPart now={now} />
  }
}
