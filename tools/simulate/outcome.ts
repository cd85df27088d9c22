import { exitPrice, redeem } from '@banyan/economy'
import type { Community, Member, Role } from './community.ts'
import { type SaverOutcome, saverOutcomes } from './flood.ts'
import { type PlanOutcome, planOutcomes } from './snipers.ts'
import { type TrickOutcome, trickOutcomes } from './thieves.ts'

/** What members came out with: never an average alone. Amounts are micro-USDT. */
export interface Outcome {
  /** Mean net result of each tenth of the members, the worst first. */
  readonly deciles: readonly bigint[]
  /** The same of each tenth by the order of joining, the first who came first. */
  readonly byJoining: readonly bigint[]
  readonly median: bigint
  /** The net results of all members together. */
  readonly together: bigint
  /** Members without any static or dynamic pay, in a hundred. */
  readonly withoutPay: number
  readonly medianPay: bigint
  readonly p90Pay: bigint
  /** What the best paid hundredth got of all pay, in a hundred. */
  readonly topShare: number
  /** Those who live in a way of their own; usual members are not listed. */
  readonly roles: readonly RoleOutcome[]
  /** What buying for receipts came to, by the nights that coins were held. */
  readonly snipers: readonly PlanOutcome[]
  /** The outcome of honest members during a flood. */
  readonly savers: readonly SaverOutcome[]
  /** What each way to steal a payment came to. */
  readonly tricks: readonly TrickOutcome[]
}

/** What the members of one role came out with together. */
export interface RoleOutcome {
  readonly role: Role
  readonly members: number
  readonly net: bigint
  /** Static and dynamic pay, which is part of it. */
  readonly earned: bigint
}

/**
 * Net result, after all fees: what came out, and what would if the rest left now, coins at the exit
 * price less the fee of an exchange, less what went in.
 */
export function outcomeOf(c: Community): Outcome {
  const members = c.members.slice(1)
  const netOf = netResults(c)
  const inOrder = members.map(netOf)
  const nets = inOrder.toSorted(ascending)
  const pays = members.map(({ earned }) => earned).sort(ascending)
  return {
    deciles: tenths(nets).map(meanOf),
    byJoining: tenths(inOrder).map(meanOf),
    median: quantile(nets, 50),
    together: sum(nets),
    withoutPay: (100 * pays.filter(pay => pay === 0n).length) / Math.max(pays.length, 1),
    medianPay: quantile(pays, 50),
    p90Pay: quantile(pays, 90),
    topShare: shareOfTop(pays),
    roles: rolesOf(members, netOf),
    snipers: planOutcomes(c),
    savers: saverOutcomes(c),
    tricks: trickOutcomes(c),
  }
}

function netResults(c: Community): (member: Member) => bigint {
  const price = exitPrice(c.books, c.p)
  const coins = new Map<string, bigint>()
  for (const holders of [c.positions, c.asked, c.exchanges])
    for (const { memberId, quantity } of holders)
      coins.set(memberId, (coins.get(memberId) ?? 0n) + quantity)
  return ({ id, cash, usdt, ordered, leaf }) =>
    cash + usdt + ordered + redeem(leaf + (coins.get(id) ?? 0n), price, c.p).pay
}

function rolesOf(
  members: readonly Member[],
  netOf: (member: Member) => bigint,
): readonly RoleOutcome[] {
  const others = members.filter(({ role }) => role !== 'usual')
  return [...new Set(others.map(({ role }) => role))].map(role => {
    const some = others.filter(member => member.role === role)
    const earned = sum(some.map(member => member.earned))
    return { role, members: some.length, net: sum(some.map(netOf)), earned }
  })
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)
const tenths = (amounts: readonly bigint[]): bigint[][] =>
  Array.from({ length: 10 }, (_, i) =>
    amounts.slice(
      Math.floor((amounts.length * i) / 10),
      Math.floor((amounts.length * (i + 1)) / 10),
    ),
  )
const meanOf = (amounts: readonly bigint[]): bigint =>
  amounts.length === 0 ? 0n : sum(amounts) / BigInt(amounts.length)

/** The value below which so many in a hundred lie. */
const quantile = (sorted: readonly bigint[], percent: number): bigint =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0n

function shareOfTop(sorted: readonly bigint[]): number {
  const all = sum(sorted)
  if (all === 0n) return 0
  const top = sum(sorted.slice(-Math.max(1, Math.round(sorted.length / 100))))
  return Number((top * 1_000n) / all) / 10
}
