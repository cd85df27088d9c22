import type { Price } from '@banyan/domain'
import type { Period } from './calendar.ts'
import { type Parameters, parametersOf } from './parameters.ts'
import { type Backing, entryPrice, exitPrice } from './price.ts'
import { type Fill, fillSubscriptions, type SubscriptionOrder } from './subscription.ts'

/** Everything a run may look at, frozen at its cut-off. */
export interface SettlementInput extends Backing {
  readonly period: Period
  /** ISO 8601 UTC. */
  readonly cutoffAt: string
  readonly parametersVersion: number
  /** Oldest first; ties by id. */
  readonly orders: readonly SubscriptionOrder[]
}

/** Everything a run does. */
export interface SettlementResult extends Backing {
  /** Pbuy that the run's orders deal at. */
  readonly entryPrice: Price
  readonly fills: readonly Fill[]
  /** The guide price in force after the run: Pbuy, and Pexit beside it. */
  readonly published: { readonly price: Price; readonly exitPrice: Price }
}

/** What one step hands to the next. */
type Workings = Omit<SettlementResult, 'published'>

/** A step of the run: its number in rule book 2.16, and what it makes of the workings so far. */
interface Step {
  readonly number: number
  readonly name: string
  readonly apply: (now: Workings, input: SettlementInput, p: Parameters) => Workings
}

/** The steps in the order in which they count. Each sees R and N as the one before left them. */
export const settlementSteps: readonly Step[] = [
  {
    number: 8,
    name: 'entry mark',
    apply: (now, _input, p) => ({ ...now, entryPrice: entryPrice(now, p) }),
  },
  {
    number: 8,
    name: 'subscriptions',
    apply: (now, input, p) => {
      const fills = fillSubscriptions(input.orders, now, p)
      return {
        ...now,
        fills,
        reserve: fills.reduce((reserve, fill) => reserve + fill.filled, now.reserve),
        outstanding: fills.reduce(
          (outstanding, fill) => outstanding + fill.quantity,
          now.outstanding,
        ),
      }
    },
  },
]

/**
 * Settles a period: the same input gives the same result, on every machine, at any time.
 * @throws RangeError when the rule book version is not known.
 */
export function settle(input: SettlementInput): SettlementResult {
  const p = parametersOf(input.parametersVersion)
  const start: Workings = {
    reserve: input.reserve,
    outstanding: input.outstanding,
    entryPrice: 0n,
    fills: [],
  }
  const end = settlementSteps.reduce((now, step) => step.apply(now, input, p), start)
  return { ...end, published: { price: entryPrice(end, p), exitPrice: exitPrice(end, p) } }
}
