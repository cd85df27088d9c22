import {
  investmentWindowStart,
  limitInForce,
  maxInvestment,
  type OwnLimit,
  type Parameters,
  purchasable,
  ripeAt,
} from '@banyan/economy'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'

import { dealInstant } from './deal-instant.ts'
import { ownLimits } from './own-limit-store.ts'
import { pausesAmong } from './pause-store.ts'
import { ownOrders, pendingOrders } from './store.ts'

/** Where a member's limits come from. */
export interface LimitNeighbours {
  ledger: Ledger
  /** The numbers of the rule book in force. */
  parameters: (reader: Database | Tx) => Promise<Parameters>
  /** When a member who exists joined. */
  joinedAt: (reader: Database | Tx, memberId: string) => Promise<Date>
}

/** What a member may do now, and why. Amounts are micro-USDT. */
export interface Standing {
  now: Date
  /** The numbers of the rule book in force. */
  p: Parameters
  /** What the rule book allows. */
  highest: bigint
  /** The member's own limit in force, and a higher one that waits. */
  own: { inForce: bigint | null; raising: OwnLimit | null }
  /** The smaller of the two. */
  maxInvestment: bigint
  /** Issued fills of the window. */
  issued: bigint
  purchasable: bigint
  available: bigint
  /** From when on a run may take an order that is placed now, and the first cut-off that does. */
  next: { ripeAt: Date; dealsAt: Date }
  /** Until when the member has paused investing; null while they have not. */
  pausedUntil: Date | null
  /** True when coins have been issued to the member for a subscription before. */
  issuedBefore: boolean
}

/** Reads a member's limits as they are at this moment. Rule book 2.4. */
export async function standingOf(
  { ledger, joinedAt, parameters }: LimitNeighbours,
  database: Database | Tx,
  memberId: string,
): Promise<Standing> {
  const now = await houseNow(database)
  const p = await parameters(database)
  const highest = maxInvestment(await joinedAt(database, memberId), now, p)
  const own = limitInForce(await ownLimits(database, memberId), now)
  const most = own.inForce !== null && own.inForce < highest ? own.inForce : highest
  const orders = await ownOrders(database, memberId, investmentWindowStart(now, p))
  const { posted, held } = await ledger.balance(database, memberAccount(memberId, 'USDT'))
  const available = posted - held
  const { issued, open, issuedBefore } = orders
  const next = nextOrder(now, issuedBefore, p)
  const ofThisRound = (await pendingOrders(database, memberId))
    .filter(order => dealInstant(order).getTime() === next.dealsAt.getTime())
    .reduce((total, order) => total + order.amount, 0n)
  const facts = { maxInvestment: most, issued, open, ofThisRound, available }
  const paused = await pausedUntil(database, memberId)
  const left = paused ? 0n : purchasable(facts, p)
  return {
    ...{ now, p, highest, own, issued, available, next, issuedBefore },
    maxInvestment: most,
    purchasable: left,
    pausedUntil: paused,
  }
}

/** When an order that a member places now can be filled. */
function nextOrder(placedAt: Date, issuedBefore: boolean, p: Parameters): Standing['next'] {
  const times = { placedAt, ripeAt: ripeAt(placedAt, !issuedBefore, p) }
  const dealsAt = dealInstant({ ...times, state: 'pending', period: null, passedPeriod: null })
  return { ripeAt: times.ripeAt, dealsAt }
}

/** Until when a member has paused investing; null while they have not. */
export const pausedUntil = async (reader: Database | Tx, memberId: string): Promise<Date | null> =>
  (await pausesAmong(reader, [memberId])).get(memberId) ?? null
