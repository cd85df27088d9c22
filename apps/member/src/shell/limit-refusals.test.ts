import { type RefusalName, refusals } from '@banyan/domain'
import { expect, test } from 'vitest'
import { limitCodes } from './limit-refusals.ts'

/** Every refusal that a limit of the member causes, and a pause by the member or for faults. */
const limits: readonly RefusalName[] = [
  'withdrawalOverLimit',
  'tooManyOpenOrders',
  'tradingLimitExceeded',
  'buyOrderTooLarge',
  'tradingPaused',
  'openTakesLimit',
  'openTakesHighest',
  'openTakesLowered',
  'subscriptionOverLimit',
  'investingPaused',
  'investmentOverMaximum',
]

test('the codes are those of the limits in the contract', () => {
  expect(limitCodes).toEqual(limits.map(name => refusals[name].code))
})
