import type { Tx } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import type { TradeRow } from './trade-store.ts'

/** Where the buyer of a trade pays: the seller's address and contact as they were at the take. */
export interface WhereToPay {
  payTo: string
  contact: string | null
}

type Sealed = Pick<TradeRow, 'payToSealed' | 'contactSealed'>

const placeOf = (tradeId: string, field: string): string => `${field} of trade ${tradeId}`

/** As it is stored: a copy of the database tells nobody where anyone is paid (security.md T28). */
export function sealWhereToPay(
  sealing: Sealing,
  tradeId: string,
  { payTo, contact }: WhereToPay,
): Sealed {
  return {
    payToSealed: sealing.seal(payTo, placeOf(tradeId, 'address')),
    contactSealed: contact === null ? null : sealing.seal(contact, placeOf(tradeId, 'contact')),
  }
}

export function openWhereToPay(sealing: Sealing, trade: Sealed & { id: string }): WhereToPay {
  if (trade.payToSealed === null) throw new Error(`trade ${trade.id} does not say where to pay`)
  return {
    payTo: sealing.open(trade.payToSealed, placeOf(trade.id, 'address')),
    contact:
      trade.contactSealed === null
        ? null
        : sealing.open(trade.contactSealed, placeOf(trade.id, 'contact')),
  }
}

const CLEAR_BATCH = 500

/** Seals trades that were stored in clear, one batch; how many there were. */
export async function sealClearTrades(tx: Tx, sealing: Sealing): Promise<number> {
  const rows = await tx
    .selectFrom('otcTrade')
    .select(['id', 'payTo', 'contact'])
    .where('payTo', 'is not', null)
    .limit(CLEAR_BATCH)
    .forUpdate()
    .execute()
  for (const { id, payTo, contact } of rows) {
    if (payTo === null) continue
    await tx
      .updateTable('otcTrade')
      .set({ ...sealWhereToPay(sealing, id, { payTo, contact }), payTo: null, contact: null })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}
