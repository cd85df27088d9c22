import type { Tx } from '../platform/database/connect.ts'
import type { TradeRow } from './trade-store.ts'
import { loadForParty, step } from './trades.ts'
import type { OtcNeighbours } from './world.ts'

/** One side proposes to end a paid trade without a deal. */
export async function proposeCancel(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  return step(tx, world, loaded, {
    event: 'proposeCancel',
    actor: loaded.party,
    change: { cancelProposedBy: loaded.party },
  })
}

/** Either side lets go of the proposal; until the buyer has confirmed nothing is final. */
export async function dropCancel(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  return step(tx, world, loaded, {
    event: 'dropCancel',
    actor: loaded.party,
    change: { cancelProposedBy: null, cancelAgreed: false },
  })
}

/** The other side wants it too. */
export async function acceptCancel(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  return step(tx, world, loaded, {
    event: 'acceptCancel',
    actor: loaded.party,
    change: { cancelAgreed: true },
  })
}

/** The buyer confirms that the money came back or was never sent: the coin goes back. */
export async function confirmCancel(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  tradeId: string,
  because: 'refund_received' | 'nothing_sent',
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  return step(tx, world, loaded, { event: 'confirmCancel', actor: loaded.party, note: because })
}
