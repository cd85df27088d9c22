import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './database/connect.ts'
import { inTransaction } from './database/transaction.ts'
import type { KeyRing } from './key-ring.ts'
import { openSealing, type Sealing } from './sealing.ts'

/** Columns of a table that are encrypted with the field key, as the module that owns it writes them. */
export interface SealedColumns {
  table: string
  /** The columns of the primary key, with their types. */
  id: Readonly<Record<string, 'uuid' | 'text' | 'integer' | 'bigint' | 'date'>>
  /** Each encrypted column, with the SQL of the place that it is bound to. */
  columns: Readonly<Record<string, string>>
  /** A blind index over one of the columns. */
  index?: {
    column: string
    of: string
    /** What of the text is indexed. */
    indexed: (text: string, place: string) => string
    /** The SQL of its place. */
    place: string
  }
}

/** Rows of one transaction. */
const BATCH = 200

/**
 * Encrypts anew what other keys than the current one have encrypted, and its blind index with it.
 * Each batch is a transaction, and what is done is not done again: it can be killed at any point.
 * Rows that somebody holds are passed over, so nobody waits; the next pass finds them. Returns the
 * number of rows.
 */
export async function reseal(
  owner: Database,
  fieldKey: KeyRing,
  of: SealedColumns,
  progress: (rows: number) => void = () => {},
): Promise<number> {
  const sealing = openSealing(fieldKey)
  let done = 0
  let after: readonly string[] | null = null
  do {
    const batch = await inTransaction(owner, tx =>
      resealBatch(tx, sealing, { of, fieldKey, after }),
    )
    after = batch.last
    done += batch.rows
    if (batch.rows > 0) progress(batch.rows)
  } while (after !== null)
  return done
}

/** How many rows of a table are still encrypted with another key than the current one. */
export async function countSealedOtherwise(
  owner: Database,
  fieldKey: KeyRing,
  of: SealedColumns,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(of.table)} where ${isOther(of, fieldKey)}`.execute(owner)
  return rows[0]?.count ?? 0
}

/** True of rows with a column that is not empty and begins with another version than the current one. */
function isOther({ columns }: SealedColumns, fieldKey: KeyRing): RawBuilder<boolean> {
  const settled = sql`(''::bytea, ${Buffer.of(fieldKey.current.version)}::bytea)`
  const each = Object.keys(columns).map(
    column => sql`coalesce(substring(${sql.ref(column)} from 1 for 1) not in ${settled}, false)`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

type Read = Record<string, Buffer | string | null>

async function resealBatch(
  tx: Tx,
  sealing: Sealing,
  {
    of,
    fieldKey,
    after,
  }: { of: SealedColumns; fieldKey: KeyRing; after: readonly string[] | null },
): Promise<{ rows: number; last: readonly string[] | null }> {
  const ids = Object.entries(of.id)
  const columns = Object.entries(of.columns)
  const idList = sql.join(ids.map(([id]) => sql.ref(id)))
  const beyond = after
    ? sql`and (${idList}) > (${sql.join(after.map((value, i) => sql`${value}::${sql.raw(ids[i]?.[1] ?? 'text')}`))})`
    : sql``
  const read = [
    ...ids.map(([id], i) => sql`${sql.ref(id)}::text as ${sql.ref(`k${i}`)}`),
    ...columns.map(([column], i) => sql`${sql.ref(column)} as ${sql.ref(`c${i}`)}`),
    ...columns.map(([, place], i) => sql`${sql.raw(place)} as ${sql.ref(`p${i}`)}`),
    ...(of.index ? [sql`${sql.raw(of.index.place)} as ip, ${sql.ref(of.index.column)} as ix`] : []),
  ]
  const { rows } = await sql<Read>`
    select ${sql.join(read)} from ${sql.table(of.table)} where ${isOther(of, fieldKey)} ${beyond}
    order by ${idList} limit ${BATCH} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return { rows: 0, last: null }
  const renewed = rows.map(row => renew(sealing, of, row))
  const set = [
    ...columns.map(([column], i) => sql`${sql.ref(column)} = given.${sql.ref(`c${i}`)}`),
    ...(of.index ? [sql`${sql.ref(of.index.column)} = given.ix`] : []),
  ]
  const names = [...ids.map((_, i) => `k${i}`), ...columns.map((_, i) => `c${i}`)]
  if (of.index) names.push('ix')
  const arrays = names.map((name, i) => {
    const type = i < ids.length ? (ids[i]?.[1] ?? 'text') : 'bytea'
    return sql`${renewed.map(row => row[name])}::${sql.raw(type)}[]`
  })
  const same = ids.map(
    ([id], i) => sql`${sql.table(of.table)}.${sql.ref(id)} = given.${sql.ref(`k${i}`)}`,
  )
  await sql`
    update ${sql.table(of.table)} set ${sql.join(set)}
    from unnest(${sql.join(arrays)}) as given (${sql.join(names.map(name => sql.ref(name)))})
    where ${sql.join(same, sql` and `)}`.execute(tx)
  return { rows: rows.length, last: ids.map((_, i) => String(rows.at(-1)?.[`k${i}`])) }
}

/** A row as it is stored from now on. */
function renew(sealing: Sealing, of: SealedColumns, row: Read): Read {
  const now: Read = { ...row }
  for (const [i, column] of Object.keys(of.columns).entries()) {
    const [sealed, place] = [row[`c${i}`], String(row[`p${i}`])]
    if (!Buffer.isBuffer(sealed) || sealed.length === 0) continue
    const text = sealing.open(sealed, place)
    now[`c${i}`] = sealing.seal(text, place)
    if (of.index?.of === column && row.ix !== null) {
      const indexPlace = String(row.ip)
      now.ix = sealing.index(of.index.indexed(text, indexPlace), indexPlace)
    }
  }
  return now
}
