import { type Asset, assets, type TransferKind } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { accountId } from './accounts.ts'
import { HOUSE, type HouseAccountKind, houseAccount, houseAccountKinds } from './ledger.ts'

type Reader = Database | Tx

/** A line of a house account: one transfer, or the payments of a block of a settlement together. */
export interface PlatformLine {
  /** The number of its last transfer on this account. */
  version: number
  at: Date
  kind: TransferKind
  /** Below zero where it leaves the account. */
  amount: bigint
  balance: bigint
  reference: string
  transfers: number
  /** The house account on the other side, or `members`. */
  other: HouseAccountKind | 'members'
}

/** Lines of a house account, by version: after `above`, up to and including `upTo`. */
export interface PlatformRange {
  above: number
  upTo: number
}

/** What went in and out of a house account, by kind of transfer. */
export interface PlatformSum {
  kind: TransferKind
  into: bigint
  outOf: bigint
  transfers: number
}

/** The one asset of a house account. */
export const assetOfAccount = (kind: HouseAccountKind): Asset => {
  const asset = assets.find(one => (houseAccountKinds[one] as readonly string[]).includes(kind))
  if (!asset) throw new Error(`there is no house account ${kind}`)
  return asset
}

const idOf = (kind: HouseAccountKind): string => accountId(houseAccount(assetOfAccount(kind), kind))

/** A page of a house account's lines, newest first, with one more than its length. */
export async function platformLines(
  reader: Reader,
  kind: HouseAccountKind,
  { below, limit }: { below: number | null; limit: number },
): Promise<PlatformLine[]> {
  const id = idOf(kind)
  const most = limit + 1
  const under = below ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<PlatformLine & { owner: string | null }>`
    select line.version, line.at, line.kind, line.amount, line.balance, line.reference, line.transfers,
      other.owner, other.kind as other
    from (
      (select debit_version as version, posted_at as at, kind, -amount as amount, debit_after as balance,
        reference, 1 as transfers, credit_account as other_account
      from ledger_transfer where debit_account = ${id}::uuid and debit_version < ${under}
      order by debit_version desc limit ${most})
      union all
      (select credit_version, posted_at, kind, amount, credit_after, reference, 1, debit_account
      from ledger_transfer where credit_account = ${id}::uuid and credit_version < ${under}
      order by credit_version desc limit ${most})
      union all
      (select house_version + cardinality(owners), posted_at, kind, -paid.amount,
        house_before - paid.amount, settlement, cardinality(owners), null
      from ledger_transfer_block
        cross join lateral (select sum(one)::numeric as amount from unnest(amounts) as one) paid
      where house_account = ${id}::uuid and house_version < ${under}
        and house_version + cardinality(owners) < ${under}
      order by house_version desc limit ${most})
      order by version desc limit ${most}) line
    left join ledger_account other on other.id = line.other_account
    order by line.version desc`.execute(reader)
  return rows.map(({ owner, ...line }) => ({
    ...line,
    other: owner === HOUSE ? line.other : 'members',
  }))
}

/**
 * The number of the last line of a house account before an instant; 0 when there is none. Lines are
 * numbered without gaps and in the order of their times, so a few looks find it in any history.
 */
export async function platformVersionAt(
  reader: Reader,
  kind: HouseAccountKind,
  instant: Date,
): Promise<number> {
  let low = 0
  let high = await newestVersion(reader, kind)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await timeOf(reader, kind, middle)) < instant) low = middle
    else high = middle - 1
  }
  return low
}

/** The number of the newest line of a house account; 0 before the first. */
export async function newestVersion(reader: Reader, kind: HouseAccountKind): Promise<number> {
  const row = await reader
    .selectFrom('ledgerAccount')
    .select('version')
    .where('id', '=', idOf(kind))
    .executeTakeFirst()
  return row?.version ?? 0
}

async function timeOf(reader: Reader, kind: HouseAccountKind, version: number): Promise<Date> {
  const id = idOf(kind)
  const { rows } = await sql<{ at: Date }>`
    select posted_at as at from ledger_transfer
    where debit_account = ${id}::uuid and debit_version = ${version}
    union all
    select posted_at from ledger_transfer
    where credit_account = ${id}::uuid and credit_version = ${version}
    union all
    select posted_at from (
      select posted_at, house_version + cardinality(owners) as last from ledger_transfer_block
      where house_account = ${id}::uuid and house_version < ${version}
      order by house_version desc limit 1) block
    where last >= ${version}`.execute(reader)
  const at = rows[0]?.at
  if (!at) throw new Error(`${kind} has no line ${version}`)
  return at
}

/** Sums of a house account's lines, by kind of transfer. */
export async function platformSums(
  reader: Reader,
  kind: HouseAccountKind,
  { above, upTo }: PlatformRange,
): Promise<PlatformSum[]> {
  if (above >= upTo) return []
  const id = idOf(kind)
  const { rows } = await sql<PlatformSum>`
    select kind, coalesce(sum(amount) filter (where amount > 0), 0)::numeric as into,
      coalesce(-sum(amount) filter (where amount < 0), 0)::numeric as out_of,
      sum(transfers)::int8 as transfers
    from (
      select kind, -amount as amount, 1 as transfers from ledger_transfer
      where debit_account = ${id}::uuid and debit_version > ${above} and debit_version <= ${upTo}
      union all
      select kind, amount, 1 from ledger_transfer
      where credit_account = ${id}::uuid and credit_version > ${above} and credit_version <= ${upTo}
      union all
      select kind, -(select sum(one) from unnest(amounts) as one)::numeric, cardinality(owners)
      from ledger_transfer_block
      where house_account = ${id}::uuid and house_version >= ${above} and house_version < ${upTo}) line
    group by kind order by kind`.execute(reader)
  return rows
}

/** The members on the other side of a house account's single transfers of some kinds. */
export async function membersBeside(
  reader: Reader,
  kind: HouseAccountKind,
  { above, upTo }: PlatformRange,
  kinds: readonly TransferKind[],
): Promise<string[]> {
  if (above >= upTo) return []
  const id = idOf(kind)
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from (
      select credit_account as other from ledger_transfer
      where debit_account = ${id}::uuid and debit_version > ${above} and debit_version <= ${upTo}
        and kind = any(${[...kinds]}::text[])
      union all
      select debit_account from ledger_transfer
      where credit_account = ${id}::uuid and credit_version > ${above} and credit_version <= ${upTo}
        and kind = any(${[...kinds]}::text[])) line
    join ledger_account on ledger_account.id = line.other
    where owner <> ${HOUSE}::uuid`.execute(reader)
  return rows.map(({ owner }) => owner)
}
