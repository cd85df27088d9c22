import type { tradeList } from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/**
 * The call by address, without its schemas: Home and the tab bar make it. A test compares it with
 * the contract.
 */
export const openTradesCall: Address<typeof tradeList> = {
  method: 'GET',
  path: '/api/otc/trades',
  money: false,
}
