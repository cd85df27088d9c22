import { withdrawalMachine, withdrawalStates } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { WithdrawalAddress } from './generated.ts'

export type AddressRow = Selectable<WithdrawalAddress>
type Reader = Database | Tx

/** States of withdrawals that have not ended. */
export const openStates = withdrawalStates.filter(state => !withdrawalMachine.isFinal(state))

/** States of withdrawals that do not count as a use of their address. */
const unused = ['cancelled', 'refused'] as const

/** Since when an address is among a member's; null for a new one. */
export async function knownSince(
  reader: Reader,
  memberId: string,
  address: string,
): Promise<Date | null> {
  const row = await reader
    .selectFrom('withdrawalAddress')
    .select('addedAt')
    .where('memberId', '=', memberId)
    .where('address', '=', address)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.addedAt ?? null
}

/**
 * Adds an address to a member's own unless it is there, and requests that the signer is told about
 * it.
 */
export async function addAddress(
  tx: Tx,
  { memberId, address, now }: { memberId: string; address: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('withdrawalAddress')
    .values({ memberId, address, addedAt: now })
    .onConflict(conflict =>
      conflict
        .columns(['memberId', 'address'])
        .doUpdateSet({ addedAt: now, removedAt: null })
        .where('withdrawalAddress.removedAt', 'is not', null),
    )
    .execute()
  await tx
    .insertInto('payoutAddress')
    .values({ address, askedAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Deletes an address without a remaining withdrawal: used again, it is new. */
export async function forgetUnused(
  tx: Tx,
  { memberId, address, now }: { memberId: string; address: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('withdrawalAddress')
    .set({ removedAt: now })
    .where('memberId', '=', memberId)
    .where('address', '=', address)
    .where('removedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawal')
            .select('id')
            .whereRef('withdrawal.memberId', '=', 'withdrawalAddress.memberId')
            .whereRef('withdrawal.address', '=', 'withdrawalAddress.address')
            .whereRef('requestedAt', '>=', 'addedAt')
            .where('state', 'not in', unused),
        ),
      ),
    )
    .execute()
}

/** Changes an address of a member. Returns false where it is not among theirs. */
export async function changeAddress(
  tx: Tx,
  { memberId, address }: { memberId: string; address: string },
  change: Partial<Pick<AddressRow, 'label' | 'removedAt'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('withdrawalAddress')
    .set(change)
    .where('memberId', '=', memberId)
    .where('address', '=', address)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** True when a withdrawal of the member to this address is open. */
export async function isInUse(reader: Reader, memberId: string, address: string): Promise<boolean> {
  const row = await reader
    .selectFrom('withdrawal')
    .select('id')
    .where('memberId', '=', memberId)
    .where('address', '=', address)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An address with its use since it was added. */
export interface UsedAddress {
  address: string
  label: string | null
  addedAt: Date
  lastRequestedAt: Date
  timesPaid: number
  open: number
}

/** A member's own addresses, or one of them; the last used one first. */
export async function ownAddresses(
  reader: Reader,
  memberId: string,
  address: string | null = null,
): Promise<UsedAddress[]> {
  const { rows } = await sql<UsedAddress>`
    select own.address, own.label, own.added_at,
      coalesce(max(requested_at), own.added_at) as last_requested_at,
      (count(*) filter (where state = 'paid'))::int4 as times_paid,
      (count(*) filter (where state = any(${openStates}::text[])))::int4 as open
    from withdrawal_address own
      left join withdrawal on withdrawal.member_id = own.member_id
        and withdrawal.address = own.address and requested_at >= own.added_at
    where own.member_id = ${memberId} and removed_at is null
      and (${address}::text is null or own.address = ${address})
    group by own.member_id, own.address
    order by last_requested_at desc, own.address`.execute(reader)
  return rows
}
