import { hash } from 'node:crypto'
import type { Asset } from '@banyan/domain'
import { sql } from 'kysely'
import { plainArray, textArray } from '../platform/database/array-text.ts'
import type { Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import { LedgerBug } from './bug.ts'
import {
  type AccountName,
  HOUSE,
  type HouseAccountKind,
  houseAccount,
  houseAccountKinds,
} from './ledger.ts'

/** Contra accounts for money outside the books: rule book 2.1. */
const overdraftKinds: ReadonlySet<string> = new Set<HouseAccountKind>([
  'EXT',
  'ISSUE',
  'SPLIT',
  'LOSS',
])

/** Whether an account may go below zero. A member's account never may. */
const allowsOverdraft = ({ owner, kind }: AccountName): boolean =>
  owner === HOUSE && overdraftKinds.has(kind)

/**
 * Recently derived ids, by asset and kind and then by owner. The same accounts recur, a hash costs
 * microseconds, and this layout needs no key string joined from its parts.
 */
const knownIds = new Map<string, Map<string, Map<string, string>>>()
const KNOWN_IDS = 200_000
let known = 0

/**
 * Derives an account's id from its owner, asset and kind (a UUID version 8 from SHA-256). Every
 * node knows the id, and so the locking order, without a query, and no two nodes can open the same
 * account under two ids.
 */
export function accountId(name: AccountName): string {
  const { owner, asset, kind } = name
  const cached = knownIds.get(asset)?.get(kind)?.get(owner)
  if (cached !== undefined) return cached
  const id = derivedAccountId(name)
  if (++known > KNOWN_IDS) {
    knownIds.clear()
    known = 1
  }
  const kinds = knownIds.get(asset) ?? new Map<string, Map<string, string>>()
  const owners = kinds.get(kind) ?? new Map<string, string>()
  knownIds.set(asset, kinds.set(kind, owners.set(owner, id)))
  return id
}

/** The same without the cache: a list of a million would evict the ids that recur. */
export const derivedAccountId = (name: AccountName): string => uuidOf(textOf(name))

/** Writes the sixteen bytes of the id: such a list is sorted and sent as bytes. */
export const writeAccountId = (name: AccountName, to: Buffer, at: number): void =>
  writeUuid(textOf(name), to, at)

const textOf = ({ owner, asset, kind }: AccountName): string => `${owner}/${asset}/${kind}`

/** A UUID version 8 derived from a text: the same on every node. */
export function uuidOf(text: string): string {
  const bytes = Buffer.alloc(UUID_BYTES)
  writeUuid(text, bytes, 0)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID_BYTES = 16

/** A hash returned as a binary string takes half the time of one returned as a buffer. */
function writeUuid(text: string, to: Buffer, at: number): void {
  const bytes = hash('sha256', text, 'binary')
  for (let i = 0; i < UUID_BYTES; i++) to[at + i] = bytes.charCodeAt(i)
  to[at + 6] = 0x80 | ((to[at + 6] as number) & 0x0f)
  to[at + 8] = 0x80 | ((to[at + 8] as number) & 0x3f)
}

/**
 * The contra account of splits. Only after the other locks is it known whether it is needed, so it
 * is locked last.
 */
export const splitAccount = houseAccount('LEAF', 'SPLIT')
export const SPLIT_ID = accountId(splitAccount)

/** The one locking order of every transaction: by id, with SPLIT after all others. */
export const inLockOrder = (ids: Iterable<string>): string[] =>
  [...ids].sort((a, b) => {
    if (a === b) return 0
    if (a === SPLIT_ID) return 1
    if (b === SPLIT_ID) return -1
    return a < b ? -1 : 1
  })

/** An account as read under its lock. Amounts are micro-units of its epoch. */
export interface AccountState {
  id: string
  owner: string
  asset: Asset
  kind: AccountName['kind']
  posted: bigint
  held: bigint
  overdraft: boolean
  /** Number of postings so far: the version of the last one. */
  version: number
  /** The number of the last split that is applied to its amounts. */
  epoch: number
}

/** The amount that any other transfer or hold may still take from an account. */
export const spendable = (account: AccountState): bigint => account.posted - account.held

/** Throws `LedgerBug` when a name is not in the chart of accounts. */
export function checkName({ owner, asset, kind }: AccountName): void {
  const chart: readonly string[] =
    owner === HOUSE ? houseAccountKinds[asset] : ['available', 'locked', 'escrow']
  if (!chart.includes(kind)) throw new LedgerBug(`no account ${asset} ${kind} for ${owner}`)
}

/** The columns read of an account; every reader uses this list. */
export const accountColumns = 'id, owner, asset, kind, posted, held, overdraft, version, epoch'

/**
 * Opens the accounts that do not exist and locks all of them, one after the other in the locking
 * order: a transaction that waits for an account, also for one that is being opened, holds only accounts before
 * it, so two groups over the same accounts cannot wait for each other.
 */
export async function lockAccounts(
  tx: Tx,
  names: readonly AccountName[],
): Promise<Map<string, AccountState>> {
  const rows = await openAndLock(tx, columnsOf(inOrder(names)))
  return new Map(rows.map(row => [row.id, row]))
}

/** Named accounts, each once and in the locking order, by id. */
export function inOrder(names: readonly AccountName[]): Map<string, AccountName> {
  const byId = new Map(names.map(name => [accountId(name), name]))
  return new Map(inLockOrder(byId.keys()).map(id => [id, byId.get(id) as AccountName]))
}

/** What it takes to open accounts, in the columns of a statement. */
export interface AccountColumns {
  ids: string
  owners: string
  assets: string
  kinds: string
  overdrafts: string
}

export function columnsOf(accounts: ReadonlyMap<string, AccountName>): AccountColumns {
  const names = [...accounts.values()]
  return {
    ids: plainArray([...accounts.keys()], id => id),
    owners: plainArray(names, name => name.owner),
    assets: plainArray(names, name => name.asset),
    kinds: textArray(names, name => name.kind),
    overdrafts: plainArray(names, allowsOverdraft),
  }
}

const openAndLock = prepared(
  'ledger_open',
  (given: Placeholders<AccountColumns>) => sql<AccountState>`
    select ${sql.raw(accountColumns)} from ledger_lock_accounts(${given.ids}::uuid[], ${given.owners}::uuid[],
      ${given.assets}::text[], ${given.kinds}::text[], ${given.overdrafts}::boolean[])`,
)

/**
 * The list is behind a select: otherwise it is planned anew for each list, see `writeStatement`.
 */
export const lockRows = prepared(
  'ledger_lock',
  ({ ids }: Placeholders<{ ids: readonly string[] }>) => sql<AccountState>`
    select ${sql.raw(accountColumns)} from ledger_account
    where id = any(array(select unnest(${ids}::uuid[])))
    order by id = ${sql.lit(SPLIT_ID)}, id for update`,
)
