import type { PurchasableBound } from '@banyan/domain'
import {
  bindingLimit,
  countsMarketBuys,
  type InvestmentFacts,
  investmentWindowStart,
  leftToInvest,
  limitInForce,
  maxInvestment,
  type OwnLimit,
  type Parameters,
  purchasable,
  ripeAt,
} from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { dealInstant } from './deal-instant.ts'
import { ownLimitsAmong } from './own-limit-store.ts'
import { pausesAmong } from './pause-store.ts'
import { lockMembers, noOrders, ordersAmong, pendingOrders } from './store.ts'

/** The sources of a member's limits. */
export interface LimitDeps {
  ledger: Ledger
  /** The numbers of the rule book in force. */
  parameters: (reader: Database | Tx) => Promise<Parameters>
  /** When these members joined; unknown ids are left out. */
  joinedAmong: (reader: Database | Tx, memberIds: readonly string[]) => Promise<Map<string, Date>>
  /** Payment amounts of these members' market buys: open ones, and those that ended with the coin after an instant. */
  marketBuys: (
    reader: Database | Tx,
    memberIds: readonly string[],
    since: Date,
  ) => Promise<Map<string, bigint>>
}

/** What a member may do now, and why. Amounts are micro-USDT. */
export interface Allowance {
  now: Date
  /** The numbers of the rule book in force. */
  p: Parameters
  /** The limit of the rule book. */
  highest: bigint
  /** The member's own limit in force, and a higher one that waits. */
  own: { inForce: bigint | null; raising: OwnLimit | null }
  /** The smaller of the two. */
  maxInvestment: bigint
  /** Issued fills of the window. */
  issued: bigint
  /** Subscriptions that wait. */
  open: bigint
  /** Market buys, open and of the window. */
  marketBuys: bigint
  /** What may still be put in, by subscribing or on the market. */
  left: bigint
  /** Own orders of the round to which an order placed now would belong. */
  ofThisRound: bigint
  purchasable: bigint
  /** The limit that determines the amount. */
  binds: PurchasableBound
  available: bigint
  /** The instant from which a run may take an order placed now, and the first cut-off that does. */
  next: { ripeAt: Date; dealsAt: Date }
  /** The end of the member's pause of investing; null without one. */
  pausedUntil: Date | null
  /** True when coins have been issued to the member for a subscription before. */
  issuedBefore: boolean
}

/** Reads a member's limits as of now. Rule book 2.4. */
export async function allowanceOf(
  deps: LimitDeps,
  database: Database | Tx,
  memberId: string,
): Promise<Allowance> {
  return knownOf(await allowancesAmong(deps, database, [memberId]), memberId)
}

/** A member's limits among those that were read. @throws Error when the member does not exist. */
export function knownOf(found: ReadonlyMap<string, Allowance>, memberId: string): Allowance {
  const allowance = found.get(memberId)
  if (!allowance) throw new Error(`nothing is known of member ${memberId}`)
  return allowance
}

/** Reads the limits of these members as of now, in a fixed number of queries. Unknown ids are left out. */
export async function allowancesAmong(
  deps: LimitDeps,
  database: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Allowance>> {
  const [now, p] = await Promise.all([systemNow(database), deps.parameters(database)])
  const [investments, balances, pending, pauses] = await Promise.all([
    investmentsOf(deps, database, memberIds, now, p),
    deps.ledger.balancesAmong(database, memberIds),
    pendingOrders(database, { memberIds }),
    pausesAmong(database, memberIds),
  ])
  return new Map(
    [...investments].map(([memberId, used]) => {
      const usdt = balances
        .get(memberId)
        ?.find(({ asset, kind }) => asset === 'USDT' && kind === 'available')
      const available = usdt ? usdt.posted - usdt.held : 0n
      const next = nextOrder(now, used.issuedBefore, p)
      const ofThisRound = pending
        .filter(order => order.memberId === memberId)
        .filter(order => dealInstant(order).getTime() === next.dealsAt.getTime())
        .reduce((total, order) => total + order.amount, 0n)
      const facts = { ...used, ofThisRound, available }
      const paused = pauses.get(memberId) ?? null
      const allowance = {
        now,
        p,
        next,
        ...facts,
        left: leftToInvest(used),
        purchasable: paused ? 0n : purchasable(facts, p),
        binds: bindingLimit(facts, p),
        pausedUntil: paused,
      }
      return [memberId, allowance]
    }),
  )
}

type Investment = InvestmentFacts & Pick<Allowance, 'highest' | 'own' | 'issuedBefore'>

/** The limits of these members, for subscriptions and market buys alike, and the used part. */
async function investmentsOf(
  { joinedAmong, marketBuys }: LimitDeps,
  reader: Database | Tx,
  memberIds: readonly string[],
  now: Date,
  p: Parameters,
): Promise<Map<string, Investment>> {
  const since = investmentWindowStart(now, p)
  const [joined, changes, orders, bought] = await Promise.all([
    joinedAmong(reader, memberIds),
    ownLimitsAmong(reader, memberIds),
    ordersAmong(reader, memberIds, since),
    countsMarketBuys(p) ? marketBuys(reader, memberIds, since) : new Map<string, bigint>(),
  ])
  return new Map(
    [...joined].map(([memberId, joinedAt]) => {
      const highest = maxInvestment(joinedAt, now, p)
      const own = limitInForce(changes.get(memberId) ?? [], now)
      return [
        memberId,
        {
          highest,
          own,
          maxInvestment: own.inForce !== null && own.inForce < highest ? own.inForce : highest,
          ...(orders.get(memberId) ?? noOrders),
          marketBuys: bought.get(memberId) ?? 0n,
        },
      ]
    }),
  )
}

/** What a member may still put in, of how much, in how many days. Amounts are micro-USDT. */
export interface LeftToInvest {
  left: bigint
  most: bigint
  windowDays: number
}

/**
 * What these members may still put in, by subscribing or on the market. A member without an entry
 * has no limit on the market: the version in force limits subscriptions alone.
 */
export async function leftToInvestAmong(
  deps: LimitDeps,
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, LeftToInvest>> {
  const p = await deps.parameters(reader)
  if (!countsMarketBuys(p) || memberIds.length === 0) return new Map()
  const now = await systemNow(reader)
  const investments = await investmentsOf(deps, reader, memberIds, now, p)
  const windowDays = p.investmentWindowDays
  return new Map(
    [...investments].map(([memberId, used]) => [
      memberId,
      { left: leftToInvest(used), most: used.maxInvestment, windowDays },
    ]),
  )
}

/**
 * As `leftToInvestAmong`, locked until the transaction ends: a subscription or another purchase of
 * one of these members waits, and then counts what was bought here.
 */
export async function holdLeftToInvest(
  deps: LimitDeps,
  tx: Tx,
  memberIds: readonly string[],
): Promise<Map<string, LeftToInvest>> {
  await lockMembers(tx, memberIds)
  return leftToInvestAmong(deps, tx, memberIds)
}

/** When an order that a member places now can be filled. */
function nextOrder(placedAt: Date, issuedBefore: boolean, p: Parameters): Allowance['next'] {
  const times = { placedAt, ripeAt: ripeAt(placedAt, !issuedBefore, p) }
  const dealsAt = dealInstant({ ...times, state: 'pending', period: null, passedPeriod: null })
  return { ripeAt: times.ripeAt, dealsAt }
}

/** The end of a member's pause of investing; null without one. */
export const pausedUntil = async (reader: Database | Tx, memberId: string): Promise<Date | null> =>
  (await pausesAmong(reader, [memberId])).get(memberId) ?? null
