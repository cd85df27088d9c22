import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { sqlState } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { accountId, checkName } from './accounts.ts'
import { plainArray } from './array-text.ts'
import { LedgerBug } from './bug.ts'
import { openBook, writeBook } from './joined.ts'
import { type AccountName, type CreditBatch, type CreditsPosted, memberAccount } from './ledger.ts'
import { refusedBy } from './post.ts'

/** Credits of one transaction: locks are held for a fraction of a second. */
const CHUNK = 10_000
/** Chunks that are worked on at once: each waits for the payer's row only at its end. */
const WORKERS = 2
const TRIES = 6
/** An account that is not as the statement needs it, or a deadlock: nothing was done. */
const retryable = new Set(['40001', '40P01'])

/** A chunk that is ready to be sent. */
interface Chunk {
  names: Map<string, AccountName>
  values: unknown[]
  requestHash: Buffer
  first: string
  count: number
  total: bigint
}

/**
 * Pays many members out of one account of the house, chunk by chunk. A chunk is a group like any
 * other: all or nothing, and asked again it replays, so a run that was killed is run again from the
 * start of its list. The list must be the same each time; balances are right from each commit.
 * Any order is right; the order in which members came touches each page of the books once.
 */
export async function postCredits(database: Database, batch: CreditBatch): Promise<CreditsPosted> {
  checkName(batch.from)
  const done: CreditsPosted = { posted: 0, replayed: 0, total: 0n }
  const chunks = chunksOf(batch)
  let failed = false
  const work = async (): Promise<void> => {
    for (let next = await chunks.next(); !next.done && !failed; next = await chunks.next()) {
      const { count, total } = next.value
      const answer = await postChunk(database, batch, next.value)
      if (answer === 'done') done.posted += count
      else done.replayed += count
      done.total += total
    }
  }
  const workers = Array.from({ length: WORKERS }, () =>
    work().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return done
}

async function* chunksOf(batch: CreditBatch): AsyncGenerator<Chunk> {
  let credits: { owner: string; amount: bigint }[] = []
  for await (const credit of batch.credits) {
    if (credit.amount <= 0n) throw new LedgerBug(`${credit.owner}: a credit is above zero`)
    credits.push(credit)
    if (credits.length < (batch.chunkSize ?? CHUNK)) continue
    yield chunkOf(batch, credits)
    credits = []
  }
  if (credits.length > 0) yield chunkOf(batch, credits)
}

function chunkOf(batch: CreditBatch, credits: { owner: string; amount: bigint }[]): Chunk {
  const { settlementId, kind, from } = batch
  const names = new Map<string, AccountName>()
  const amounts = new Map<string, bigint>()
  let total = 0n
  for (const { owner, amount } of credits) {
    const name = memberAccount(owner, from.asset)
    const id = accountId(name)
    if (names.has(id)) throw new LedgerBug(`${owner} occurs twice in settlement ${settlementId}`)
    names.set(id, name)
    amounts.set(id, amount)
    total += amount
  }
  const payer = accountId(from)
  if (names.has(payer)) throw new LedgerBug(`${kind} ${settlementId} pays its own payer`)
  const ids = [...names.keys()].sort()
  names.set(payer, from)
  const requestHash = createHash('sha256')
    .update(JSON.stringify([settlementId, kind, payer]))
    .update(credits.map(({ owner, amount }) => `${owner} ${amount}`).join())
    .digest()
  const prefix = newUuid().slice(0, 24)
  return {
    names,
    requestHash,
    first: referenceOf(settlementId, credits[0]?.owner ?? ''),
    count: credits.length,
    total,
    values: [
      plainArray(ids, id => id),
      plainArray(ids, id => (names.get(id) as AccountName).owner),
      plainArray(ids, id => amounts.get(id) as bigint),
      ...[payer, settlementId, kind, from.asset, newUuid(), prefix, requestHash, total],
    ],
  }
}

const referenceOf = (settlementId: string, owner: string): string => `${settlementId}/${owner}`

/**
 * Members change in one pass in the order of their ids, the payer after them: several chunks are
 * worked on at once and wait for each other only there. The rule against overdraft is the table's
 * own. Lines are numbered by what comes back.
 */
export const creditsStatement = `
  with moment as materialized (select house_now() as at),
  epoch as materialized (
    select coalesce(max(epoch), 0) as last from ledger_epoch where asset = $7::text),
  changed as (
    update ledger_account account
    set posted = account.posted + given.amount, version = account.version + 1
    from epoch, unnest($1::uuid[], $2::uuid[], $3::numeric[]) as given (id, owner, amount)
    where account.id = given.id and account.closed_at is null and account.epoch = epoch.last
    returning account.id, given.owner, given.amount, account.posted, account.version),
  credit as materialized (
    select id, owner, amount, posted, version, row_number() over lines as line,
      ($9::text || lpad(to_hex(row_number() over lines), 12, '0'))::uuid as transfer_id,
      sum(amount) over (lines rows unbounded preceding) as paid
    from changed window lines as (order by id)),
  payer as (
    update ledger_account account
    set posted = account.posted - $11::numeric,
      version = account.version + cardinality($1::uuid[])
    from epoch, (select count(*) as members from credit) as done
    where account.id = $4::uuid and account.closed_at is null and account.epoch = epoch.last
      and done.members = cardinality($1::uuid[])
    returning account.posted, account.version),
  sound as materialized (
    select case when count(*) = 1 then true else ledger_stale() end as ok from payer),
  transfers as (
    insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind,
      reference, epoch, request_hash, posted_at, debit_version, debit_after, credit_version,
      credit_after)
    select transfer_id, $8::uuid, $4::uuid, id, $7::text, amount, $6::text,
      $5::text || '/' || owner, epoch.last, $10::bytea, moment.at,
      payer.version - cardinality($1::uuid[]) + line, payer.posted + $11::numeric - paid,
      credit.version, credit.posted
    from credit, payer, moment, epoch, sound where sound.ok)
  select (select ok from sound) as sound, (select count(*) from credit) as posted`

async function postChunk(
  database: Database,
  batch: CreditBatch,
  chunk: Chunk,
): Promise<'done' | 'replayed'> {
  if (await wasPosted(database, batch, chunk)) return 'replayed'
  for (let attempt = 0; ; attempt++) {
    try {
      await database.transaction().execute(tx => writeChunk(tx, chunk, attempt > 0))
      return 'done'
    } catch (error) {
      if (attempt < TRIES && retryable.has(sqlState(error) ?? '')) continue
      if (isOverdraft(error)) throw await shortOf(database, batch, chunk)
      if (sqlState(error) !== '23505') throw error
      if (await wasPosted(database, batch, chunk)) return 'replayed'
      throw new LedgerBug(`${batch.kind} ${batch.settlementId} pays somebody twice`)
    }
  }
}

async function writeChunk(tx: Tx, chunk: Chunk, prepare: boolean): Promise<void> {
  await sql.raw(pinnedForCredits).execute(tx)
  if (prepare) await prepareAccounts(tx, [...chunk.names.values()])
  await tx.executeQuery(CompiledQuery.raw(creditsStatement, chunk.values))
}

/** Indexes only and in the order given; and a chunk may take longer than a member's call. */
export const pinnedForCredits = `
  select set_config(name, value, true) from (values ('enable_seqscan', 'off'),
    ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('statement_timeout', '60s')) as given (name, value)`

/** Opens who has no account yet and tells who missed a split: rare, so it is not looked for before. */
async function prepareAccounts(tx: Tx, names: readonly AccountName[]): Promise<void> {
  const book = await openBook(tx, names)
  for (const name of names) {
    const account = book.account(accountId(name))
    if (account.closed)
      throw refusedBy({ reason: 'closed', account: account.id, asset: name.asset })
  }
  await writeBook(tx, book)
}

/** @throws LedgerBug when the chunk's first credit is there as part of another request. */
async function wasPosted(database: Database, batch: CreditBatch, chunk: Chunk): Promise<boolean> {
  const row = await database
    .selectFrom('ledgerTransfer')
    .select('requestHash')
    .where('kind', '=', batch.kind)
    .where('reference', '=', chunk.first)
    .executeTakeFirst()
  if (row && !row.requestHash.equals(chunk.requestHash))
    throw new LedgerBug(`${batch.kind} ${chunk.first} is in the books with another content`)
  return row !== undefined
}

const isOverdraft = (error: unknown): boolean =>
  sqlState(error) === '23514' && (error as { constraint?: string }).constraint === 'no_overdraft'

async function shortOf(database: Database, { from }: CreditBatch, chunk: Chunk) {
  const row = await database
    .selectFrom('ledgerAccount')
    .select(['posted', 'held'])
    .where('id', '=', accountId(from))
    .executeTakeFirst()
  const available = row ? row.posted - row.held : 0n
  const shortfall = { asset: from.asset, needed: chunk.total, available }
  return refusedBy({ reason: 'short', account: accountId(from), shortfall })
}
