import { market, marketDepth, publishOrder, publishTerms } from '@banyan/domain'
import { expect, it } from 'vitest'
import { depthCall, marketCall, publishOrderId, publishTermsCall } from './market-calls.ts'

it.each([
  [marketCall, market],
  [depthCall, marketDepth],
  [publishTermsCall, publishTerms],
])('the market’s first page calls the addresses of the contract', (ours, theirs) => {
  const { method, path, money } = theirs
  expect(ours).toEqual({ method, path, money })
})

it('names the call that a wind-down stops as the contract does', () => {
  expect(publishOrderId).toBe(publishOrder.id)
})
