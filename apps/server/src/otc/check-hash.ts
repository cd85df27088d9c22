import { formatPayment, isClosed, uuidOf } from '@banyan/domain'
import { Batches } from '../platform/batches.ts'
import type { Database } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import { findTrade, findTrades, type TradeRow } from './trade-store.ts'

interface Showing {
  params: { id: string }
  body: { hash?: string | undefined; pictures?: readonly string[]; files?: readonly string[] }
  caller: { memberId: string }
}

/**
 * Checks a buyer's hash before it is stored: refuses one that the chain holds as the payment of
 * another trade, so that it is never shown for this one.
 */
export function checkHash(database: Database, context: Pick<OtcDeps, 'paymentOwner'>) {
  // Trades that are asked for at once are read together.
  const reads = new Batches<string, TradeRow | undefined>(async (_, ids) => {
    const trades = await findTrades(database, ids)
    return ids.map(id => ({ value: trades.get(id) }))
  })
  return async ({ params, body: { hash }, caller }: Showing): Promise<void> => {
    if (hash === undefined) return
    const trade = await reads.ask('trades', uuidOf(params.id))
    // The call itself refuses what else is wrong with it.
    if (trade?.buyerId !== caller.memberId) return
    const { id: tradeId, network, paymentAmount } = trade
    if ((await context.paymentOwner({ tradeId, network, hash })) === 'another')
      refuse('paymentOfAnotherTrade', { amount: formatPayment(paymentAmount) })
  }
}

/**
 * The same before an appeal. A buyer who claims to have paid a closed trade must show a payment that
 * the chain holds as exactly this trade's, or a picture or file.
 */
export const checkLateHash =
  (database: Database, context: Pick<OtcDeps, 'paymentOwner'>) =>
  async (showing: Showing): Promise<void> => {
    const { params, body, caller } = showing
    await checkHash(database, context)(showing)
    const trade = await findTrade(database, uuidOf(params.id))
    if (
      trade?.buyerId !== caller.memberId ||
      !isClosed(trade.state) ||
      body.pictures?.length ||
      body.files?.length
    )
      return
    const { id: tradeId, network, paymentAmount } = trade
    const hash = body.hash ?? trade.paymentHash
    if (hash !== null && (await context.paymentOwner({ tradeId, network, hash })) !== 'own')
      refuse('lateEvidenceNeeded', { amount: formatPayment(paymentAmount) })
  }
