import type { OrderSide } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'

/**
 * A change of an order that its owner did not make: its time ran out, its last coins were dealt, or
 * it waits for the owner's confirmation.
 */
export interface OrderChange {
  orderId: string
  orderNumber: string
  memberId: string
  side: OrderSide
  change: 'expired' | 'complete' | 'held'
  at: Date
}

/** The orders among these with such a change since a time. */
export async function orderChanges(
  reader: Database | Tx,
  orderIds: readonly string[],
  since: Date,
): Promise<OrderChange[]> {
  if (orderIds.length === 0) return []
  const rows = await reader
    .selectFrom('otcOrder')
    .select(['id', 'orderNumber', 'memberId', 'side', 'life'])
    .select(eb => eb.fn.coalesce('endedAt', 'heldAt').as('at'))
    .where('id', 'in', orderIds)
    .where('life', 'in', ['expired', 'complete', 'held'])
    .where(eb => eb.fn.coalesce('endedAt', 'heldAt'), '>', since)
    .execute()
  return rows.map(({ id, life, side, at, ...row }) => ({
    ...row,
    orderId: id,
    side: side as OrderSide,
    change: life as OrderChange['change'],
    at: at as Date,
  }))
}
