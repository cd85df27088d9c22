import type { collectionStops } from '@banyan/domain'
import type { CollectionList, CollectionTransaction } from '@banyan/payouts'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { CollectionTransaction as Stored } from './generated.ts'

type Reader = Database | Tx

/** A stored transaction of a collection. */
export type CollectionRow = Omit<Selectable<Stored>, 'state' | 'purpose'> &
  Pick<CollectionTransaction, 'state' | 'purpose'>

export type CollectionStop = (typeof collectionStops)[number]

/**
 * The place from which on the signer has to be asked, not before `from`: the first one that has not
 * ended, otherwise the one after the last.
 */
export async function placeToAskFrom(reader: Reader, chainId: number, from = 0): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select greatest(${from}::int8, coalesce(
      (select min(place) from collection_transaction
        where chain_id = ${chainId} and ended_at is null and place >= ${from}),
      (select max(place) + 1 from collection_transaction where chain_id = ${chainId}), 0))::int8 as place`.execute(
    reader,
  )
  return rows[0]?.place ?? from
}

/**
 * Indexes that need no request: a transaction was signed within two minutes and is under way, or
 * they were collected above the block at which their balance was read. An older one may wait for a
 * fee that its address cannot pay, and then gets more gas; or belong to a journal that the signer
 * has lost. Otherwise the signer answers that it is under way.
 */
export async function indexesToLeave(
  reader: Reader,
  chainId: number,
  readAt: number,
): Promise<number[]> {
  const rows = await reader
    .selectFrom('collectionTransaction')
    .select('derivationIndex')
    .distinct()
    .where('chainId', '=', chainId)
    .where(eb =>
      eb.or([
        eb.and([
          eb('endedAt', 'is', null),
          eb('signedAt', '>', sql<Date>`house_now() - interval '2 minutes'`),
        ]),
        eb.and([eb('purpose', '=', 'collect'), eb('blockNumber', '>', readAt)]),
      ]),
    )
    .execute()
  return rows.flatMap(row => row.derivationIndex ?? [])
}

/** Stores the signer's report of a transaction; an ended one stays unchanged. */
export async function keepTransaction(
  tx: Tx,
  chainId: number,
  {
    signedAt,
    from,
    to,
    index,
    block,
    ...reported
  }: Omit<CollectionTransaction, 'units'> & { units: bigint },
): Promise<void> {
  const ends = reported.state === 'final' || reported.state === 'failed'
  await sql`
    insert into collection_transaction (id, chain_id, place, purpose, derivation_index, sender, recipient,
      units, nonce, transactions, state, block_number, signed_at, ended_at)
    values (${reported.id}, ${chainId}, ${reported.place}, ${reported.purpose}, ${index}, ${from}, ${to},
      ${reported.units}, ${reported.nonce}, ${reported.transactions}, ${reported.state}, ${block}, ${new Date(signedAt)},
      case when ${ends} then house_now() end)
    on conflict (id) do update set place = excluded.place, transactions = excluded.transactions,
      state = excluded.state, block_number = excluded.block_number, ended_at = excluded.ended_at
    where collection_transaction.ended_at is null`.execute(tx)
  await announceToOperators(tx, 'payouts')
}

/** A page of transactions, newest first, with one more than its length. */
export async function collectionsPage(
  reader: Reader,
  page: { after: readonly string[] | null; limit: number },
): Promise<CollectionRow[]> {
  let query = reader
    .selectFrom('collectionTransaction')
    .selectAll()
    .orderBy('signedAt', 'desc')
    .orderBy('place', 'desc')
    .limit(page.limit + 1)
  if (page.after) {
    const [at, place] = page.after
    query = query.where(sql<boolean>`(signed_at, place) < (${at}::timestamptz, ${place}::bigint)`)
  }
  return (await query.execute()) as CollectionRow[]
}

/** Whether recharge addresses are collected, as the worker last found. */
export interface CollectionStatus {
  stop: CollectionStop | null
  checkedAt: Date
  settings: CollectionList['settings'] | null
}

export async function findStatus(reader: Reader): Promise<CollectionStatus | null> {
  const row = await reader.selectFrom('collectionStatus').selectAll().executeTakeFirst()
  return row ? (row as unknown as CollectionStatus) : null
}

/** Stores the finding. Returns whether the stop is another one than before. */
export async function writeStatus(
  tx: Tx,
  { stop, settings }: Pick<CollectionStatus, 'stop' | 'settings'>,
): Promise<boolean> {
  const before = await findStatus(tx)
  await sql`
    insert into collection_status (stop, checked_at, settings)
    values (${stop}, house_now(), ${settings === null ? null : JSON.stringify(settings)}::jsonb)
    on conflict (only_row) do update set stop = excluded.stop, checked_at = excluded.checked_at,
      settings = coalesce(excluded.settings, collection_status.settings)`.execute(tx)
  const changed = before === null || before.stop !== stop
  if (changed) await announceToOperators(tx, 'payouts')
  return changed
}

/** The last transactions for one recharge address, newest first. */
export const collectionsOfIndex = async (
  reader: Reader,
  derivationIndex: number,
  limit: number,
): Promise<CollectionRow[]> =>
  (await reader
    .selectFrom('collectionTransaction')
    .selectAll()
    .where('derivationIndex', '=', derivationIndex)
    .orderBy('signedAt', 'desc')
    .orderBy('place', 'desc')
    .limit(limit)
    .execute()) as CollectionRow[]
