import type { Party, TradeEvent } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'
import type { TradeRow } from './trade-store.ts'
import { type Happening, loadForParty, step } from './trades.ts'

type PartysStep = (tx: Tx, context: OtcDeps, memberId: string, tradeId: string) => Promise<TradeRow>

/** A step of a party towards ending a paid trade without a deal, and the columns that it writes. */
const partysStep =
  (event: TradeEvent, written: (party: Party) => Pick<Happening, 'change' | 'note'>): PartysStep =>
  async (tx, context, memberId, tradeId) => {
    const loaded = await loadForParty(tx, tradeId, memberId)
    return step(tx, context, loaded, { event, actor: loaded.party, ...written(loaded.party) })
  }

/** One side proposes to end a paid trade without a deal. */
export const proposeCancel = partysStep('proposeCancel', party => ({
  change: { cancelProposedBy: party },
}))

/** Either side withdraws the proposal. Nothing is final until the buyer has confirmed. */
export const dropCancel = partysStep('dropCancel', () => ({
  change: { cancelProposedBy: null, cancelAgreed: false },
}))

/** The other side accepts the proposal. */
export const acceptCancel = partysStep('acceptCancel', () => ({ change: { cancelAgreed: true } }))

/** The buyer confirms that the money came back or was never sent: the coin goes back. */
export const confirmCancel = (because: 'refund_received' | 'nothing_sent'): PartysStep =>
  partysStep('confirmCancel', () => ({ note: because }))
