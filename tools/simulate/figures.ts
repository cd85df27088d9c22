import { type SettlementResult, staticPaid } from '@banyan/economy'
import type { Community } from './community.ts'

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
  /** Value of the fee coins of all trades. */
  readonly fees: bigint
  /** Outside income that the run released to reserve and static pool. */
  readonly income: bigint
  /** Outside income that waits after it. */
  readonly unreleased: bigint
  readonly staticPaid: bigint
  readonly dynamicPaid: bigint
  /** k, billionths. */
  readonly factor: bigint
  readonly effective: number
  /** Rounds of network pay that a re-investment has opened again. */
  readonly reopened: number
  readonly positions: number
  readonly split: number | null
  readonly loss: bigint
  /** The exit price at which this run dealt, splits taken out. */
  readonly dealtAt: bigint
  /** Coins that the platform took back, and what was paid for them. */
  readonly redeemed: bigint
  readonly redeemedFor: bigint
  /** Exchanges that were asked for and not dealt. */
  readonly waiting: number
  /** All USDT that members have on the platform, without coins, micro-USDT. */
  readonly memberUsdt: bigint
  /** All coins of members, micro-LEAF; the others are the founding's. */
  readonly memberLeaf: bigint
  /** Custody per USDT owed after the run, millionths; a loss that it found is booked then. */
  readonly solvency: bigint
  /** The same at its cut-off, where a loss still shows. */
  readonly solvencyAtCutoff: bigint
}

/** The figures of a day besides the run's result. */
interface DayFacts {
  readonly period: string
  /** The product of the multiples of the days before. */
  readonly splits: bigint
  readonly solvency: bigint
  readonly solvencyAtCutoff: bigint
}

/** What a day came to, after its run. */
export function figuresOf(c: Community, result: SettlementResult, facts: DayFacts): DayFigures {
  const { splits, ...known } = facts
  const { books, statics, dynamics, fees, published, split, losses } = result
  const { reserve, outstanding, poolStatic, poolDynamic, ops, risk, income = 0n } = books
  const { release: { released } = {}, income: wholeReceipts = [] } = result
  const own = reserve + poolStatic + poolDynamic + ops + risk + income
  const deals = result.redemptions.exchanges
  return {
    ...known,
    members: c.members.length - 1,
    price: published.price,
    exitPrice: published.exitPrice,
    unsplitPrice: published.price * splits * BigInt(split?.multiple ?? 1),
    reserve,
    outstanding,
    poolStatic,
    poolDynamic,
    risk,
    ops,
    fees: fees.redeemed,
    staticPaid: staticPaid(statics),
    dynamicPaid: dynamics.paid,
    factor: dynamics.factor,
    effective: dynamics.effective.length,
    reopened: result.reopened?.length ?? 0,
    positions: c.positions.length,
    income: released ?? wholeReceipts.reduce((sum, one) => sum + one.toStatic + one.toReserve, 0n),
    unreleased: income,
    split: split?.multiple ?? null,
    loss: losses.shortfall,
    dealtAt: result.exitPrice * splits,
    redeemed: deals.reduce((sum, { quantity }) => sum + quantity, 0n),
    redeemedFor: deals.reduce((sum, { pay }) => sum + pay, 0n),
    waiting: c.exchanges.length,
    memberUsdt: c.custody + books.shortfall - own,
    memberLeaf: outstanding - c.seed,
  }
}
