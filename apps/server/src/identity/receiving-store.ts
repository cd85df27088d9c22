import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import type { ReceivingAccount } from './receiving-account.ts'
import type { Reader } from './store.ts'

/** The encrypted fields of a receiving account, each bound to its own place. */
const fields = ['bsc', 'tron', 'contact'] as const
type Field = (typeof fields)[number]

const placeOf = (memberId: string, field: Field): string => `receiving ${field} of ${memberId}`

const columns = ['bscSealed', 'tronSealed', 'contactSealed', 'changedAt'] as const
type SealedRow = Record<`${Field}Sealed`, Buffer | null> & { changedAt: Date }

/** A receiving account with the facts that later changes are judged by. */
export interface KnownReceiving {
  account: ReceivingAccount
  /** The networks that have ever had an address. */
  known: { bsc: boolean; tron: boolean }
}

/** Where these members are paid. Those who have entered nothing are left out. */
export async function receivingAccounts(
  reader: Reader,
  sealing: Sealing,
  memberIds: readonly string[],
): Promise<Map<string, ReceivingAccount>> {
  const rows = await reader
    .selectFrom('receivingAccount')
    .select([...columns, 'memberId'])
    .where('memberId', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.memberId, opened(sealing, row.memberId, row)]))
}

/** As `receivingAccounts`, of one member; null when nothing has been entered. */
export const receivingAccountOf = async (
  reader: Reader,
  sealing: Sealing,
  memberId: string,
): Promise<ReceivingAccount | null> =>
  (await receivingAccounts(reader, sealing, [memberId])).get(memberId) ?? null

/** The same, locked until the transaction ends. */
export async function lockReceiving(
  tx: Tx,
  sealing: Sealing,
  memberId: string,
): Promise<KnownReceiving | null> {
  // A row that does not exist cannot be locked, so first entries of a member are serialized.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receiving account of ${memberId}`}, 0))`.execute(
    tx,
  )
  const row = await tx
    .selectFrom('receivingAccount')
    .select([...columns, 'bscKnown', 'tronKnown'])
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    account: opened(sealing, memberId, row),
    known: { bsc: row.bscKnown, tron: row.tronKnown },
  }
}

/** Stores where a member is paid. */
export async function saveReceiving(
  tx: Tx,
  sealing: Sealing,
  memberId: string,
  { account, known }: KnownReceiving,
): Promise<void> {
  const row = {
    ...sealed(sealing, memberId, account),
    bscKnown: known.bsc,
    tronKnown: known.tron,
    changedAt: account.changedAt,
  }
  await tx
    .insertInto('receivingAccount')
    .values({ memberId, ...row })
    .onConflict(conflict => conflict.column('memberId').doUpdateSet(row))
    .execute()
}

const CLEAR_BATCH = 500

/** Encrypts the rows from before there was a key, one batch. Returns the number of rows. */
export async function sealClearReceiving(tx: Tx, sealing: Sealing): Promise<number> {
  const rows = await tx
    .selectFrom('receivingAccount')
    .select(['memberId', ...fields])
    .where(eb => eb.or(fields.map(field => eb(field, 'is not', null))))
    .limit(CLEAR_BATCH)
    .forUpdate()
    .execute()
  for (const { memberId, ...clear } of rows) {
    await tx
      .updateTable('receivingAccount')
      .set({ ...sealed(sealing, memberId, clear), bsc: null, tron: null, contact: null })
      .where('memberId', '=', memberId)
      .execute()
  }
  return rows.length
}

function sealed(sealing: Sealing, memberId: string, account: Record<Field, string | null>) {
  const seal = (field: Field) => {
    const text = account[field]
    return text === null ? null : sealing.seal(text, placeOf(memberId, field))
  }
  return { bscSealed: seal('bsc'), tronSealed: seal('tron'), contactSealed: seal('contact') }
}

function opened(sealing: Sealing, memberId: string, row: SealedRow): ReceivingAccount {
  const open = (field: Field) => {
    const bytes = row[`${field}Sealed`]
    return bytes === null ? null : sealing.open(bytes, placeOf(memberId, field))
  }
  return {
    bsc: open('bsc'),
    tron: open('tron'),
    contact: open('contact'),
    changedAt: row.changedAt,
  }
}
