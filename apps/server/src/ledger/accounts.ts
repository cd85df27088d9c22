import { createHash } from 'node:crypto'
import type { Asset } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { LedgerBug } from './bug.ts'
import { type AccountName, HOUSE, type HouseAccountKind, houseAccountKinds } from './ledger.ts'

/** Accounts that stand for the outside of the books: rule book 2.1. */
const overdraftKinds: ReadonlySet<string> = new Set<HouseAccountKind>([
  'EXT',
  'ISSUE',
  'SPLIT',
  'LOSS',
])

/** Whether an account may go below zero. A member's account never may. */
export const allowsOverdraft = ({ owner, kind }: AccountName): boolean =>
  owner === HOUSE && overdraftKinds.has(kind)

/**
 * An account's id, made from what it is (a UUID version 8 out of SHA-256): every node knows the id,
 * and so the order of locking, before it has asked the database, and no two nodes can open the
 * same account under two ids.
 */
export function accountId({ owner, asset, kind }: AccountName): string {
  const bytes = createHash('sha256').update(`${owner}/${asset}/${kind}`).digest().subarray(0, 16)
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An account as it stands under its lock. Amounts are micro-units. */
export interface AccountState {
  id: string
  asset: Asset
  posted: bigint
  held: bigint
  overdraft: boolean
  /** Number of postings so far: the version of the last one. */
  version: number
  closed: boolean
}

/** What every other move may still take from an account. */
export const spendable = (account: AccountState): bigint => account.posted - account.held

/** Throws when a name is not in the chart of accounts. */
export function checkName({ owner, asset, kind }: AccountName): void {
  const chart: readonly string[] =
    owner === HOUSE ? houseAccountKinds[asset] : ['available', 'locked', 'escrow']
  if (!chart.includes(kind)) throw new LedgerBug(`no account ${asset} ${kind} for ${owner}`)
}

/**
 * Opens the accounts that are new and locks all of them, both in the order of their ids. Opening
 * comes wholly before locking: whoever waits for an opener holds no account yet, so two groups
 * over the same accounts can never wait for each other.
 */
export async function lockAccounts(
  tx: Tx,
  names: readonly AccountName[],
): Promise<Map<string, AccountState>> {
  const byId = new Map(names.map(name => [accountId(name), name]))
  const ids = [...byId.keys()].sort()
  await openAccounts(
    tx,
    ids.map(id => ({ id, ...(byId.get(id) as AccountName) })),
  )
  const { rows } = await sql<AccountState>`
    select id, asset, posted, held, overdraft, version, closed_at is not null as closed
    from ledger_account where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  if (rows.length !== ids.length) throw new LedgerBug('an account is missing after it was opened')
  return new Map(rows.map(row => [row.id, row]))
}

/** Costs one look into the index for each account that is there already, and writes nothing then. */
async function openAccounts(
  tx: Tx,
  accounts: readonly (AccountName & { id: string })[],
): Promise<void> {
  await sql`
    insert into ledger_account (id, owner, asset, kind, overdraft)
    select * from unnest(
      ${accounts.map(account => account.id)}::uuid[],
      ${accounts.map(account => account.owner)}::uuid[],
      ${accounts.map(account => account.asset)}::text[],
      ${accounts.map(account => account.kind)}::text[],
      ${accounts.map(allowsOverdraft)}::boolean[])
    on conflict do nothing`.execute(tx)
}
