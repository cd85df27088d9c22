import type { CustodyUse } from '@banyan/domain'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Address, getAddress } from 'viem'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { refuse } from '../platform/refused.ts'
import type { DeriveAddress } from './derive.ts'
import { isPublished, type PublishedAddress, publishedAddresses } from './published.ts'

interface AddressRow {
  memberId: string
  derivationIndex: number
  address: string
}

/**
 * A member's own deposit address, made at its first showing. It is derived again from the public key
 * every time; a stored row that says otherwise, or that is an address of the platform's own money,
 * shows nothing and refuses `depositAddressUnverified`.
 */
export async function shownAddress(
  world: { database: Database; derive: DeriveAddress; logger: Logger },
  memberId: string,
): Promise<Address> {
  const { database, derive, logger } = world
  const row = (await findAddress(database, memberId)) ?? (await allot(database, derive, memberId))
  if (isTrue(row, derive) && !(await isPublished(database, row.address)))
    return row.address as Address
  logger.error(
    { memberId, derivationIndex: row.derivationIndex },
    'a stored deposit address is not the one that its index derives, or is not the member’s alone',
  )
  return refuse('depositAddressUnverified')
}

/** Does the row hold the address that its index derives? */
export const isTrue = (row: AddressRow, derive: DeriveAddress): boolean =>
  derive(row.derivationIndex) === row.address

/** True for an address that the house shows to a member for recharging. */
export async function isDepositAddress(database: Database | Tx, address: string): Promise<boolean> {
  const row = await database
    .selectFrom('depositAddress')
    .select('memberId')
    .where('address', '=', getAddress(address))
    .executeTakeFirst()
  return row !== undefined
}

const findAddress = (database: Database | Tx, memberId: string): Promise<AddressRow | undefined> =>
  database
    .selectFrom('depositAddress')
    .select(['memberId', 'derivationIndex', 'address'])
    .where('memberId', '=', memberId)
    .executeTakeFirst()

/**
 * The next index, one member at a time. The lock ends with the transaction, so indices become
 * visible in their order and without gaps: the watcher counts on it.
 */
function allot(database: Database, derive: DeriveAddress, memberId: string): Promise<AddressRow> {
  return inTransaction(database, async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('deposit address', 0))`.execute(tx)
    const earlier = await findAddress(tx, memberId)
    if (earlier) return earlier
    const { last } = await tx
      .selectFrom('depositAddress')
      .select(eb => eb.fn.max('derivationIndex').as('last'))
      .executeTakeFirstOrThrow()
    const derivationIndex = last === null ? 0 : last + 1
    const row = { memberId, derivationIndex, address: derive(derivationIndex) }
    await tx.insertInto('depositAddress').values(row).execute()
    return row
  })
}

/** An address of custody: one that is published, or the recharge address of an index. */
export type OwnAddress = { use: CustodyUse } | { index: number }

/** All addresses of custody in memory, lower case, for looking through blocks. */
export interface AddressBook {
  /** Reads what was allotted and published since the last time. */
  refresh(): Promise<void>
  /** All addresses. */
  all(): string[]
  /** What custody has an address for; null for one that is not custody's, or whose row does not derive. */
  whose(address: string): OwnAddress | null
  /** Does custody hold this address? What it sends is neither a recharge nor a receipt. */
  isOurs(address: string): boolean
  /** The published address of the platform as it is written; undefined for every other one. */
  published(address: string): string | undefined
  /** Whose recharge address this is; undefined for others', and for a row that does not derive. */
  ownerOf(address: string): string | undefined
}

/** Opens an empty book over the stored addresses of a chain. */
export function openAddressBook(
  database: Database,
  { chainId, derive }: { chainId: number; derive: DeriveAddress },
  logger: Logger,
): AddressBook {
  const rows = new Map<string, AddressRow>()
  const published = new Map<string, PublishedAddress>()
  let next = 0
  return {
    refresh: async () => {
      for (const one of await publishedAddresses(database, chainId))
        published.set(one.address.toLowerCase(), one)
      const fresh = await database
        .selectFrom('depositAddress')
        .select(['memberId', 'derivationIndex', 'address'])
        .where('derivationIndex', '>=', next)
        .orderBy('derivationIndex')
        .execute()
      for (const row of fresh) {
        rows.set(row.address.toLowerCase(), row)
        next = row.derivationIndex + 1
      }
    },
    all: () => [...new Set([...published.keys(), ...rows.keys()])],
    isOurs: address => published.has(address) || rows.has(address),
    published: address => published.get(address)?.address,
    whose: address => {
      const shown = published.get(address)
      if (shown) return { use: shown.use }
      const row = rows.get(address)
      return row && isTrue(row, derive) ? { index: row.derivationIndex } : null
    },
    ownerOf: address => {
      const row = rows.get(address)
      if (row === undefined || published.has(address)) return undefined
      // Deriving costs a millisecond, so it is done for those that receive something. A row that was
      // put there by another hand would make a stranger's income ours to credit.
      if (isTrue(row, derive)) return row.memberId
      const { memberId, derivationIndex } = row
      logger.error(
        { memberId, derivationIndex },
        'a deposit to an address that its index does not derive is not credited',
      )
      return undefined
    },
  }
}
