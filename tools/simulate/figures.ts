import { exitPrice, type SettlementResult, staticPaid } from '@banyan/economy'
import { owed } from './audit.ts'
import type { Community, Member } from './community.ts'
import { wealthOf } from './day.ts'

/** One day as the report shows it; amounts are micro-units. */
export interface DayFigures {
  readonly period: string
  readonly members: number
  readonly price: bigint
  readonly exitPrice: bigint
  /** The guide price in units of the first day: splits are taken out. */
  readonly unsplitPrice: bigint
  readonly reserve: bigint
  readonly outstanding: bigint
  readonly poolStatic: bigint
  readonly poolDynamic: bigint
  readonly risk: bigint
  readonly ops: bigint
  readonly fees: bigint
  readonly staticPaid: bigint
  readonly dynamicPaid: bigint
  /** k, billionths. */
  readonly factor: bigint
  readonly effective: number
  readonly positions: number
  readonly split: number | null
  readonly loss: bigint
  /** Custody per USDT owed, millionths. */
  readonly solvency: bigint
}

/** What a day came to, after its run. `splits`: the product of all multiples so far. */
export function figuresOf(
  c: Community,
  period: string,
  result: SettlementResult,
  splits: bigint,
): DayFigures {
  const { books, statics, dynamics, fees, published, split, losses } = result
  return {
    period,
    members: c.members.length - 1,
    price: published.price,
    exitPrice: published.exitPrice,
    unsplitPrice: published.price * splits,
    reserve: books.reserve,
    outstanding: books.outstanding,
    poolStatic: books.poolStatic,
    poolDynamic: books.poolDynamic,
    risk: books.risk,
    ops: books.ops,
    fees: fees.redeemed,
    staticPaid: staticPaid(statics),
    dynamicPaid: dynamics.paid,
    factor: dynamics.factor,
    effective: dynamics.effective.length,
    positions: c.positions.length,
    split: split?.multiple ?? null,
    loss: losses.shortfall,
    solvency: (c.custody * 1_000_000n) / owed(c),
  }
}

/** What members came out with: never an average alone. */
export interface Outcome {
  /** Mean net result of each tenth of the members, the worst first, micro-USDT. */
  readonly deciles: readonly bigint[]
  readonly median: bigint
  /** Members without any static or dynamic pay, in a hundred. */
  readonly withoutPay: number
  readonly medianPay: bigint
  readonly p90Pay: bigint
  /** What the best paid hundredth got of all pay, in a hundred. */
  readonly topShare: number
  /** The net result of the ring together; null without one. */
  readonly ring: bigint | null
  /** The same of a whale. */
  readonly whale: bigint | null
}

/** Net result: what came out, and is still there at the exit price, less what went in. */
export function outcomeOf(c: Community): Outcome {
  const members = c.members.slice(1)
  const wealth = wealthOf(c, exitPrice(c.books, c.p))
  const netOf = (id: string, cash: bigint): bigint => cash + (wealth.get(id) ?? 0n)
  const nets = members.map(({ id, cash }) => netOf(id, cash)).sort(ascending)
  const pays = members.map(({ earned }) => earned).sort(ascending)
  const together = (some: readonly Member[]): bigint | null =>
    some.length > 0 ? some.reduce((sum, { id, cash }) => sum + netOf(id, cash), 0n) : null
  return {
    deciles: Array.from({ length: 10 }, (_, i) => meanOf(tenth(nets, i))),
    median: quantile(nets, 50),
    withoutPay: (100 * pays.filter(pay => pay === 0n).length) / Math.max(pays.length, 1),
    medianPay: quantile(pays, 50),
    p90Pay: quantile(pays, 90),
    topShare: shareOfTop(pays),
    ring: together(members.filter(({ role }) => role === 'ring')),
    whale: together(members.filter(({ role }) => role === 'whale')),
  }
}

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const tenth = (sorted: readonly bigint[], i: number): readonly bigint[] =>
  sorted.slice(Math.floor((sorted.length * i) / 10), Math.floor((sorted.length * (i + 1)) / 10))
const meanOf = (amounts: readonly bigint[]): bigint =>
  amounts.length === 0 ? 0n : amounts.reduce((a, b) => a + b, 0n) / BigInt(amounts.length)

/** The value below which so many in a hundred lie. */
const quantile = (sorted: readonly bigint[], percent: number): bigint =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0n

function shareOfTop(sorted: readonly bigint[]): number {
  const all = sorted.reduce((a, b) => a + b, 0n)
  if (all === 0n) return 0
  const top = sorted
    .slice(-Math.max(1, Math.round(sorted.length / 100)))
    .reduce((a, b) => a + b, 0n)
  return Number((top * 1_000n) / all) / 10
}
