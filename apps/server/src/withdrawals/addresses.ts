import type { AnswerOf, withdrawalAddressList } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import { changeAddress, isInUse, ownAddresses, type UsedAddress } from './address-store.ts'
import { addressOf } from './decide.ts'
import { termsOf } from './terms.ts'

type WireAddress = AnswerOf<typeof withdrawalAddressList>['items'][number]

/** The rule book's numbers, for the waiting time of a new address. */
interface Wait {
  parameters: (database: Database | Tx) => Promise<Parameters>
}

/** A member's own addresses, the last used one first. */
export async function addressesOf(
  context: Wait,
  reader: Database | Tx,
  memberId: string,
  address: string | null = null,
): Promise<WireAddress[]> {
  const now = await systemNow(reader)
  const { newAddressWaitMs } = termsOf(await context.parameters(reader))
  const rows = await ownAddresses(reader, memberId, address)
  return rows.map(row => present(row, { now, newAddressWaitMs }))
}

function present(
  row: UsedAddress,
  { now, newAddressWaitMs }: { now: Date; newAddressWaitMs: number },
): WireAddress {
  const usableFrom = new Date(row.addedAt.getTime() + newAddressWaitMs)
  return {
    address: row.address,
    label: row.label,
    timesPaid: row.timesPaid,
    addedAt: row.addedAt.toISOString(),
    usableFrom: usableFrom.toISOString(),
    isUsable: usableFrom <= now,
    lastRequestedAt: row.lastRequestedAt.toISOString(),
    removable: row.open === 0,
  }
}

/** Labels an address. Throws `withdrawalAddressUnknown`. */
export const labelAddress = (
  context: Wait,
  database: Database,
  memberId: string,
  { address: given, label }: { address: string; label: string | null },
): Promise<WireAddress> =>
  inTransaction(database, async tx => {
    const address = addressOf(given)
    if (!(await changeAddress(tx, { memberId, address }, { label })))
      return refuse('withdrawalAddressUnknown')
    const [labelled] = await addressesOf(context, tx, memberId, address)
    return labelled ?? refuse('withdrawalAddressUnknown')
  })

/**
 * Removes an address. Throws `withdrawalAddressUnknown`, and `withdrawalAddressInUse` while a
 * withdrawal to it is open.
 */
export const removeAddress = (database: Database, memberId: string, given: string): Promise<void> =>
  inTransaction(database, async tx => {
    const address = addressOf(given)
    const removedAt = await systemNow(tx)
    if (!(await changeAddress(tx, { memberId, address }, { removedAt })))
      return refuse('withdrawalAddressUnknown')
    // Checked after the row is locked: a request that comes meanwhile waits for the lock and adds
    // the address again.
    if (await isInUse(tx, memberId, address)) refuse('withdrawalAddressInUse')
  })
