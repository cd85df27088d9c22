import { lossesAndIncome } from './02-losses-and-income/decide.ts'
import { exitMark } from './03-exit-mark/decide.ts'
import { feeCoins } from './04-fee-coins/decide.ts'
import { staticPay } from './05-static-pay/decide.ts'
import { dynamicPay } from './06-dynamic-pay/decide.ts'
import { redemptions } from './07-redemptions/decide.ts'
import { roundsReopened } from './08-rounds-reopened/decide.ts'
import { subscriptions } from './08-subscriptions/decide.ts'
import { positions } from './09-positions/decide.ts'
import { placements } from './10-placements/decide.ts'
import { split } from './11-split/decide.ts'
import type { Step } from './step.ts'

/**
 * The steps of a run in their order, each in the folder of its number and name. Step 1, the
 * cut-off, has made the input; step 12 publishes the result.
 */
export const settlementSteps: readonly Step[] = [
  lossesAndIncome,
  exitMark,
  feeCoins,
  staticPay,
  dynamicPay,
  redemptions,
  subscriptions,
  roundsReopened,
  positions,
  placements,
  split,
]
