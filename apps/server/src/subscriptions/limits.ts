import { investmentWindowStart, maxInvestment, purchasable } from '@banyan/economy'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { ownOrders } from './store.ts'

/** Where a member's limits come from. */
export interface LimitNeighbours {
  ledger: Ledger
  /** When a member who exists joined. */
  joinedAt: (reader: Database | Tx, memberId: string) => Promise<Date>
}

/** What a member may do now, and why. Amounts are micro-USDT. */
export interface Standing {
  now: Date
  maxInvestment: bigint
  purchasable: bigint
  available: bigint
  /** True while the member's next order would be the first ever. */
  isFirstEver: boolean
  /** True when coins have been issued to the member for a subscription before. */
  issuedBefore: boolean
}

/** Reads a member's limits as they are at this moment. Rule book 2.4. */
export async function standingOf(
  { ledger, joinedAt }: LimitNeighbours,
  database: Database | Tx,
  memberId: string,
): Promise<Standing> {
  const now = await houseNow(database)
  const most = maxInvestment(await joinedAt(database, memberId), now)
  const own = await ownOrders(database, memberId, investmentWindowStart(now))
  const { posted, held } = await ledger.balance(database, memberAccount(memberId, 'USDT'))
  const available = posted - held
  const { issued, open, pending, isFirstEver, issuedBefore } = own
  const left = purchasable({
    maxInvestment: most,
    issued,
    open,
    ofThisRound: pending,
    available,
  })
  return { now, maxInvestment: most, purchasable: left, available, isFirstEver, issuedBefore }
}
