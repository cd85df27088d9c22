import { formatPayment, uuidOf } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { findTrade } from './trade-store.ts'
import type { OtcNeighbours } from './world.ts'

interface Showing {
  params: { id: string }
  body: { hash?: string | undefined }
  caller: { memberId: string }
}

/**
 * Asked before a buyer's hash is written down: refuses one that the chain holds as the payment of
 * another trade, so that it is never shown for this one.
 */
export const lookFirst =
  (database: Database, world: Pick<OtcNeighbours, 'paysAnotherTrade'>) =>
  async ({ params, body: { hash }, caller }: Showing): Promise<void> => {
    if (hash === undefined) return
    const trade = await findTrade(database, uuidOf(params.id))
    // What else is wrong with the call is said by the call itself.
    if (trade?.buyerId !== caller.memberId) return
    const { id: tradeId, network, paymentAmount } = trade
    if (await world.paysAnotherTrade({ tradeId, network, hash }))
      refuse('paymentOfAnotherTrade', { amount: formatPayment(paymentAmount) })
  }
