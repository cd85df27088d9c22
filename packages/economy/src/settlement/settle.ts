import { releasesIncome } from '../editions.ts'
import { entryPrice, exitPrice } from '../price.ts'
import { bookLoss } from './02-losses-and-income/losses.ts'
import { redeemFees } from './04-fee-coins/fees.ts'
import { FULL_FACTOR } from './06-dynamic-pay/dynamic.ts'
import type { DynamicOutcome } from './06-dynamic-pay/dynamic-outcome.ts'
import type { SettlementInput } from './facts.ts'
import type { SettlementResult } from './result.ts'
import type { Workings } from './step.ts'
import { settlementSteps } from './steps.ts'

/** Settles a period: the same input gives the same result, on every machine, at any time. */
export function settle(input: SettlementInput): SettlementResult {
  let now = beginning(input)
  for (const { decide } of settlementSteps)
    for (const decision of decide) now = { ...now, ...decision(now, input, input.parameters) }
  const { books } = now
  return {
    ...now,
    published: {
      price: entryPrice(books, input.parameters),
      exitPrice: exitPrice(books, input.parameters),
    },
  }
}

/** The results before any step: empty. */
const beginning = ({ books, parameters }: SettlementInput): Workings => ({
  books: releasesIncome(parameters) ? { ...books, income: books.income ?? 0n } : books,
  losses: bookLoss(0n, books),
  returned: { surplus: 0n, dynamicOff: 0n, staffShare: 0n },
  ownerless: { before: 0n, afterRedemptions: 0n },
  exitPrice: 0n,
  fees: redeemFees(0n, 0n),
  statics: {
    released: 0n,
    weight: 0n,
    left: books.poolStatic,
    amounts: new BigInt64Array(),
    endings: new Uint8Array(),
  },
  dynamics: noDynamics,
  redemptions: { exchanges: [], undos: [] },
  entryPrice: 0n,
  fills: [],
  turns: { opened: [], unlocked: [] },
  placements: [],
  split: null,
  carried: { dynamicOff: 0n, staffShare: 0n, reserved: 0n },
})

const noDynamics: DynamicOutcome = {
  volumes: [],
  released: [],
  direct: [],
  pairs: [],
  credits: [],
  changes: [],
  eliminated: [],
  effective: [],
  factor: FULL_FACTOR,
  directFactor: FULL_FACTOR,
  paid: 0n,
  staffShare: 0n,
  reserved: 0n,
}
