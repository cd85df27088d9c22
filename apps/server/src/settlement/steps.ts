import { lossesAndIncome } from './02-losses-and-income/step.ts'
import { feeCoins } from './04-fee-coins/step.ts'
import { staticPay } from './05-static-pay/step.ts'
import { dynamicPay } from './06-dynamic-pay/step.ts'
import { redemptions } from './07-redemptions/step.ts'
import { roundsReopened } from './08-rounds-reopened/step.ts'
import { subscriptions } from './08-subscriptions/step.ts'
import { positions } from './09-positions/step.ts'
import { placements } from './10-placements/step.ts'
import { split } from './11-split/step.ts'
import { publication } from './12-publication/step.ts'
import type { SettlementStep } from './step.ts'

/**
 * The steps of a settlement in their order, each in the folder of its number and name. The steps of
 * a nested list read their facts and post side by side: the two pools pay independently.
 */
export const settlementSteps = [
  lossesAndIncome,
  feeCoins,
  [staticPay, dynamicPay],
  redemptions,
  subscriptions,
  roundsReopened,
  positions,
  placements,
  split,
  publication,
] as const satisfies readonly (SettlementStep | readonly SettlementStep[])[]

/** All of them one after the other. */
export const eachStep: readonly SettlementStep[] = settlementSteps.flat()

/**
 * The order in which the cut-off closes those steps that freeze something. Subscriptions come
 * before network pay, which reads the orders of the run. Long reads of the whole tree come before
 * the locks for which members' activations and exchanges wait.
 */
export const closingOrder: readonly SettlementStep[] = [
  lossesAndIncome,
  subscriptions,
  dynamicPay,
  placements,
  staticPay,
  redemptions,
  feeCoins,
]
