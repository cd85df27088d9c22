import type { Network } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import { payToKey } from './payment-tails.ts'
import type { TradeRow } from './trade-store.ts'

/** Where the buyer of a trade pays: the seller's address and contact as they were at the take. */
export interface WhereToPay {
  payTo: string
  contact: string | null
  /** The only address that the buyer pays from; null when they named none. */
  payFrom: string | null
}

type Sealed = Pick<TradeRow, 'payToSealed' | 'contactSealed' | 'payFromSealed'>

const placeOf = (tradeId: string, field: string): string => `${field} of trade ${tradeId}`

/**
 * Encrypts the data for storage: a copy of the database shows nobody where anyone is paid
 * (security.md T28).
 */
export function sealWhereToPay(
  sealing: Sealing,
  tradeId: string,
  { payTo, contact, payFrom }: WhereToPay,
): Sealed {
  const orNull = (text: string | null, field: string) =>
    text === null ? null : sealing.seal(text, placeOf(tradeId, field))
  return {
    payToSealed: sealing.seal(payTo, placeOf(tradeId, 'address')),
    contactSealed: orNull(contact, 'contact'),
    payFromSealed: orNull(payFrom, 'paying address'),
  }
}

export function openWhereToPay(sealing: Sealing, trade: Sealed & { id: string }): WhereToPay {
  if (trade.payToSealed === null) throw new Error(`trade ${trade.id} has no address to pay to`)
  const orNull = (sealed: Buffer | null, field: string) =>
    sealed === null ? null : sealing.open(sealed, placeOf(trade.id, field))
  return {
    payTo: sealing.open(trade.payToSealed, placeOf(trade.id, 'address')),
    contact: orNull(trade.contactSealed, 'contact'),
    payFrom: orNull(trade.payFromSealed, 'paying address'),
  }
}

const CLEAR_BATCH = 500

/** Seals a batch of trades that were stored in clear; returns how many there were. */
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
    const sealed = sealWhereToPay(sealing, id, { payTo, contact, payFrom: null })
    await tx
      .updateTable('otcTrade')
      .set({ ...sealed, payTo: null, contact: null })
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

/**
 * Writes a batch of the keys by which older trades are looked up when a payment is seen; returns
 * how many there were.
 */
export async function keyTrades(tx: Tx, sealing: Sealing): Promise<number> {
  const rows = await tx
    .selectFrom('otcTrade')
    .select(['id', 'network', 'payToSealed', 'contactSealed', 'payFromSealed'])
    .where('payToKey', 'is', null)
    .where('payToSealed', 'is not', null)
    .limit(CLEAR_BATCH)
    .forUpdate()
    .execute()
  for (const trade of rows) {
    const { payTo } = openWhereToPay(sealing, trade)
    await tx
      .updateTable('otcTrade')
      .set({ payToKey: payToKey(sealing, trade.network as Network, payTo) })
      .where('id', '=', trade.id)
      .execute()
  }
  return rows.length
}
