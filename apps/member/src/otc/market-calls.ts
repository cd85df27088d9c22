import type { market, marketDepth, publishTerms } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/*
 * The calls of the market's first page whose definitions bring the schema library with them, by
 * address. A test compares them with the contract.
 */
export const marketCall: Address<typeof market> = {
  method: 'GET',
  path: '/api/otc/market',
  money: false,
}
export const depthCall: Address<typeof marketDepth> = {
  method: 'GET',
  path: '/api/otc/depth',
  money: false,
}
export const publishTermsCall: Address<typeof publishTerms> = {
  method: 'GET',
  path: '/api/otc/publish-terms',
  money: false,
}

/** The call that a wind-down stops when nobody may publish or take any more. */
export const publishOrderId = 'otc.publish'
