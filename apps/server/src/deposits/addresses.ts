import type { CustodyUse } from '@banyan/domain'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Address, getAddress } from 'viem'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import { DepositKeyNotNamed, type DepositKeys, type KeyRing, readRing } from './deposit-keys.ts'
import type { DeriveAddress } from './derive.ts'
import { generationsOf, insertFirstKey, lockAddresses, nextIndex } from './key-store.ts'
import { isPublished, type PublishedAddress, publishedAddresses } from './published.ts'
import { ChainTrouble } from './quorum.ts'

interface AddressRow {
  memberId: string
  derivationIndex: number
  address: string
  /** The generation of the key that it is derived from. */
  generation: number
}

/** The addresses that a member is shown for recharges. */
export interface ShownAddress {
  address: Address
  /** Why the address differs from the previous one; null for a member's first one. */
  change: { at: Date; why: { zh: string; en: string } } | null
  /**
   * The member's addresses of earlier keys, newest first: they are watched and credited for ever.
   */
  earlier: Address[]
}

/**
 * A member's own deposit address, created when it is first shown, and again after the deposit key
 * has changed. It is derived from the public key every time. Throws `depositAddressUnverified` and
 * shows nothing where the stored row differs, where the address is one of the platform's own, or
 * where the settings do not name its key.
 */
export async function shownAddress(
  context: { database: Database; keys: DepositKeys; logger: Logger },
  memberId: string,
): Promise<ShownAddress> {
  const { database, keys, logger } = context
  const { ring, rows } = await addressesFor(database, keys, memberId).catch(error => {
    if (!(error instanceof DepositKeyNotNamed)) throw error
    logger.error(error.message)
    return refuse('depositAddressUnverified')
  })
  const [own, ...before] = rows
  if (own && isTrue(own, ring.derive) && !(await isPublished(database, own.address))) {
    const { since, why } = ring.current
    return {
      address: own.address as Address,
      change: before.length > 0 && since && why ? { at: since, why } : null,
      earlier: before.filter(row => isTrue(row, ring.derive)).map(row => row.address as Address),
    }
  }
  logger.error(
    { memberId, derivationIndex: own?.derivationIndex },
    'a stored deposit address is not the one that its index derives, or is not the member’s alone',
  )
  return refuse('depositAddressUnverified')
}

/** A member's addresses, the one of the current key first; created if missing. */
async function addressesFor(
  database: Database,
  keys: DepositKeys,
  memberId: string,
): Promise<{ ring: KeyRing; rows: AddressRow[] }> {
  const addresses = await findAddresses(database, keys, memberId)
  if (isOfCurrent(addresses)) return addresses
  return inTransaction(database, async tx => {
    await lockAddresses(tx)
    if (!(await recordFirstKey(tx, keys))) return refuse('depositAddressUnverified')
    const { ring, rows } = await findAddresses(tx, keys, memberId)
    if (isOfCurrent({ ring, rows })) return { ring, rows }
    const derivationIndex = await nextIndex(tx)
    const row = {
      memberId,
      derivationIndex,
      address: ring.derive(derivationIndex),
      generation: ring.current.number,
    }
    await tx
      .insertInto('depositAddress')
      .values({ ...row, cluster: sql`(select max(number) from database_cluster)` })
      .execute()
    return { ring, rows: [row, ...rows] }
  })
}

const isOfCurrent = ({ ring, rows }: { ring: KeyRing; rows: AddressRow[] }): boolean =>
  rows[0]?.generation === ring.current.number

async function findAddresses(
  reader: Database | Tx,
  keys: DepositKeys,
  memberId: string,
): Promise<{ ring: KeyRing; rows: AddressRow[] }> {
  const ring = await readRing(keys, reader)
  const rows = await reader
    .selectFrom('depositAddress')
    .select(['memberId', 'derivationIndex', 'address', 'generation'])
    .where('memberId', '=', memberId)
    .orderBy('generation', 'desc')
    .execute()
  return { ring, rows }
}

/**
 * Stores, under the lock, which key the first addresses are derived from. Stores nothing and
 * returns false when addresses were given out that the first key of the settings does not derive.
 */
export async function recordFirstKey(tx: Tx, { first, ring }: DepositKeys): Promise<boolean> {
  if ((await generationsOf(tx)).length > 0) return true
  const { rows } = await sql<AddressRow>`
    select member_id, derivation_index, address from deposit_address
    where derivation_index in (
      select min(derivation_index) from deposit_address union select max(derivation_index) from deposit_address)`.execute(
    tx,
  )
  if (!rows.every(row => isTrue(row, ring([]).derive))) return false
  await insertFirstKey(tx, newUuid(), first)
  return true
}

/** True when the row holds the address that its index derives. */
const isTrue = (
  row: Pick<AddressRow, 'derivationIndex' | 'address'>,
  derive: DeriveAddress,
): boolean => derive(row.derivationIndex) === row.address

/** True for an address that is shown to a member for recharges. */
export async function isDepositAddress(database: Database | Tx, address: string): Promise<boolean> {
  const row = await database
    .selectFrom('depositAddress')
    .select('memberId')
    .where('address', '=', getAddress(address))
    .executeTakeFirst()
  return row !== undefined
}

/** An address of custody: a published one, or the recharge address of an index. */
export type OwnAddress = { use: CustodyUse } | { index: number }

/** The member of a recharge address, and its index. */
export interface AddressOwner {
  memberId: string
  derivationIndex: number
}

/** All addresses of custody in memory, lower case, for scanning blocks. */
export interface AddressBook {
  /**
   * Reads what was allotted and published since the last time, and which keys are in use.
   * @throws ChainTrouble where the settings do not name one of the keys, because transfers to its
   *   addresses would be missed.
   */
  refresh(): Promise<void>
  /** All addresses. */
  all(): string[]
  /**
   * The use of an address of custody. Null for any other address, and for one whose row does not
   * derive.
   */
  custodyUseOf(address: string): OwnAddress | null
  /** True for an address of custody. What it sends is neither a recharge nor a receipt. */
  isOurs(address: string): boolean
  /** The published address in its published spelling; undefined for every other one. */
  published(address: string): string | undefined
  /**
   * The owner of a recharge address; undefined for other addresses, and for a row that does not
   * derive.
   */
  ownerOf(address: string): AddressOwner | undefined
}

/** Opens an empty book over the stored addresses of a chain. */
export function openAddressBook(
  database: Database,
  { chainId, keys }: { chainId: number; keys: DepositKeys },
  logger: Logger,
): AddressBook {
  const rows = new Map<string, Omit<AddressRow, 'generation'>>()
  const published = new Map<string, PublishedAddress>()
  let next = 0
  let derive = keys.ring([]).derive
  return {
    refresh: async () => {
      derive = (await readRing(keys, database).catch(throwTrouble)).derive
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
    custodyUseOf: address => {
      const shown = published.get(address)
      if (shown) return { use: shown.use }
      const row = rows.get(address)
      return row && isTrue(row, derive) ? { index: row.derivationIndex } : null
    },
    ownerOf: address => {
      const row = rows.get(address)
      if (row === undefined || published.has(address)) return undefined
      // Deriving takes a millisecond, so it is done only for addresses that receive something. A
      // row written by an attacker would make someone else's income ours to credit.
      const { memberId, derivationIndex } = row
      if (isTrue(row, derive)) return { memberId, derivationIndex }
      logger.error(
        { memberId, derivationIndex },
        'a deposit to an address that its index does not derive is not credited',
      )
      return undefined
    },
  }
}

/** An address that cannot be derived here is not skipped: following continues once it can be. */
const throwTrouble = (error: unknown): never => {
  throw error instanceof DepositKeyNotNamed ? new ChainTrouble('depositKey', error.message) : error
}
