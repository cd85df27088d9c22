import { periodAfter } from '../calendar.ts'
import { canonicalJson } from '../canonical.ts'
import type { Parameters } from '../parameters.ts'
import type { RecountInput } from '../recount/input.ts'
import { recountInput } from '../recount/recount.ts'
import type { SettlementResult } from '../settlement/result.ts'
import { keptAfter, nodesAfter, positionsAfter, waitingAfter } from './state.ts'

/** What members did on a recorded day and do again on a day of the forecast; amounts as in the text of an input. */
export interface RecordedDay {
  readonly period: string
  /** The fee rate under which the fee coins were collected. */
  readonly otcFeeBps: number
  readonly fees: RecountInput['fees']
  readonly redemptions: RecountInput['redemptions']
  readonly orders: RecountInput['orders']
}

/** The figures of one computed day, micro-units. */
export interface ForecastFigures {
  readonly period: string
  readonly staticPay: bigint
  readonly dynamicPay: bigint
  /** The value of the fee coins that were burned. */
  readonly fees: bigint
  /** The books at the end of the day. */
  readonly poolStatic: bigint
  readonly poolDynamic: bigint
  readonly reserve: bigint
  readonly price: bigint
}

/** Why a forecast ends before its last day. */
export type ForecastStop = 'split' | 'accounts'

/** The last settled day: everything that a run reads, and its result. */
export interface ForecastStart {
  readonly input: RecountInput
  readonly result: SettlementResult
}

/**
 * Computes the days after the last settled one under some numbers of the rule book, one after the
 * other: what members did on recorded days happens again, and pools, reserve, coins, positions and
 * the tree go on from day to day. Nobody joins, places, activates or leaves a position by request.
 */
export class Forecast {
  readonly #rules: RecountInput['parameters']
  readonly #otcFeeBps: bigint
  readonly #pairBps: number
  #next: RecountInput
  #stop: ForecastStop | null = null
  /** What each member was paid on all days together, micro-USDT. */
  readonly paid = new Map<string, bigint>()

  constructor(start: ForecastStart, rules: Parameters) {
    this.#rules = JSON.parse(canonicalJson(rules))
    this.#otcFeeBps = BigInt(rules.otcFeeBps)
    this.#pairBps = rules.pairBps
    const { input, result } = start
    const before = BigInt(input.parameters.roundCapUsdt)
    const lowered = before > rules.roundCapUsdt ? { roundCapBefore: `${before}` } : {}
    const next = after(input, result, this.#rules)
    const balancesPairBps = Number(input.parameters.pairBps)
    this.#next = { ...next, dynamics: { ...next.dynamics, balancesPairBps, ...lowered } }
  }

  /** Why no further day can be computed; null while one can. */
  get stop(): ForecastStop | null {
    return this.#stop
  }

  /** Computes the next day; null when the forecast has stopped. */
  day(recorded: RecordedDay): ForecastFigures | null {
    if (this.#stop !== null) return null
    const known = new Set(this.#next.orders.map(({ id }) => id))
    const input: RecountInput = {
      ...this.#next,
      fees: recorded.fees.map(fee => ({ ...fee, coins: `${this.#coinsOf(recorded, fee.coins)}` })),
      redemptions: recorded.redemptions,
      // An order that waits is recorded on every day that it waited.
      orders: [...this.#next.orders, ...recorded.orders.filter(({ id }) => !known.has(id))],
    }
    const result = this.#settled(input)
    if (result === null) return null
    this.#addPay(input, result)
    const next = after(input, result, this.#rules)
    this.#next = { ...next, dynamics: { ...next.dynamics, balancesPairBps: this.#pairBps } }
    if (result.split !== null) this.#stop = 'split'
    const { books, fees, dynamics, statics, published } = result
    return {
      period: input.period,
      staticPay: statics.amounts.reduce((sum, amount) => sum + amount, 0n),
      dynamicPay: dynamics.paid,
      fees: fees.redeemed,
      poolStatic: books.poolStatic,
      poolDynamic: books.poolDynamic,
      reserve: books.reserve,
      price: published.price,
    }
  }

  /** The fee coins of a trade at the rate of these numbers. */
  #coinsOf({ otcFeeBps }: RecordedDay, coins: string): bigint {
    const [recorded, before] = [BigInt(coins), BigInt(otcFeeBps)]
    return before === 0n ? recorded : (recorded * this.#otcFeeBps) / before
  }

  #settled(input: RecountInput): SettlementResult | null {
    try {
      return recountInput(input)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // What left in the recorded days is more than is there under these numbers.
      this.#stop = 'accounts'
      return null
    }
  }

  #addPay(input: RecountInput, { statics, dynamics }: SettlementResult): void {
    const add = (memberId: string, amount: bigint) => {
      if (amount > 0n) this.paid.set(memberId, (this.paid.get(memberId) ?? 0n) + amount)
    }
    const { memberIds } = input.statics.positions
    statics.amounts.forEach((amount, i) => {
      if (amount > 0n) add(memberIds.at(i), amount)
    })
    for (const { memberId, direct, pairs } of dynamics.credits) add(memberId, direct + pairs)
  }
}

/** What the next run finds, without what members do on its day. */
function after(
  input: RecountInput,
  result: SettlementResult,
  parameters: RecountInput['parameters'],
): RecountInput {
  const period = periodAfter(input.period)
  const texts = (amounts: object) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, `${amount}`]))
  const { roundCapBefore: _, ...network } = input.dynamics
  return {
    period,
    parameters,
    books: texts(result.books),
    carried: texts(result.carried) as RecountInput['carried'],
    fees: [],
    statics: { positions: positionsAfter(input.statics, result), asked: [] },
    dynamics: {
      ...network,
      nodes: nodesAfter(input.dynamics.nodes, result.dynamics, {
        before: input.period,
        after: period,
      }),
      kept: keptAfter(input.dynamics.kept, result.dynamics),
    },
    redemptions: { exchanges: [], undos: [] },
    orders: waitingAfter(input.orders, result.fills),
    placements: { nextIdx: 0, inviters: [], requests: [], overdue: [] },
  }
}
