import { CompiledQuery, sql } from 'kysely'
import { allOf } from '../platform/all-of.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, sqlState } from '../platform/database/transaction.ts'
import { accountId, checkName } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import { type Chunk, chunksOf } from './credit-chunks.ts'
import { openBook, writeBook } from './joined.ts'
import type { AccountName, Answer, CreditBatch, CreditsPosted, DebitBatch } from './ledger.ts'
import { refusedBy } from './post.ts'

/** Chunks that are worked on at once: each waits for the payer's row only at its end. */
const WORKERS = 2
const TRIES = 6
/** A deadlock, a lock that came too late, or an account that is not as it must be: nothing was done. */
const retryable = new Set(['40001', '40P01', '55P03'])
/** Accounts that are opened in one transaction. */
const OPENED_AT_ONCE = 1_000

/**
 * Pays many members out of one account of the house, chunk by chunk. A chunk is a group like any
 * other: all or nothing, and asked again it replays, so a run that was killed is run again from the
 * start of its list. The list must be the same each time; balances are right from each commit.
 * Any order is right; the order in which members came touches each page of the books once.
 */
export const postCredits = (database: Database, batch: CreditBatch): Promise<CreditsPosted> =>
  postBatch(database, { ...batch, statement: creditsStatement })

/** The same the other way: many members bear something into one account of the house. */
export const postDebits = (
  database: Database,
  { to, debits, ...batch }: DebitBatch,
): Promise<CreditsPosted> =>
  postBatch(database, { ...batch, from: to, credits: debits, statement: debitsStatement })

/** A list of members against one account of the house, and how its chunks are written. */
type Batch = Omit<CreditBatch, 'kind'> & {
  kind: CreditBatch['kind'] | DebitBatch['kind']
  statement: string
}

async function postBatch(database: Database, batch: Batch): Promise<CreditsPosted> {
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
  await allOf(
    Array.from({ length: WORKERS }, () =>
      work().catch((error: unknown) => {
        failed = true
        throw error
      }),
    ),
  )
  return done
}

/**
 * Members change in one pass in the order of their ids, the payer after them: several chunks are
 * worked on at once and wait for each other only there. The rule against overdraft is the table's
 * own. When a member or the payer is not as it must be, it answers no payer, and all is rolled back.
 */
const statementFor = (member: 'credit' | 'debit'): string => {
  const [house, sign, back] = member === 'credit' ? ['debit', '+', '-'] : ['credit', '-', '+']
  return `
  with moment as materialized (
    select house_now() as at, pg_current_xact_id()::text::bigint as xid),
  epoch as materialized (
    select coalesce(max(epoch), 0) as last from ledger_epoch where asset = $8::text),
  credit as (
    update ledger_account account
    set posted = account.posted ${sign} given.amount, version = account.version + 1
    from epoch, unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $10::uuid[])
      with ordinality as given (id, owner, amount, paid, transfer, line)
    where account.id = given.id and account.closed_at is null and account.epoch = epoch.last
    returning account.id, given.owner, given.amount, given.paid, given.transfer, given.line,
      account.posted, account.version),
  payer as (
    update ledger_account account
    set posted = account.posted ${back} $12::numeric,
      version = account.version + cardinality($1::uuid[])
    from epoch, (select count(*) as members from credit) as done
    where account.id = $5::uuid and account.closed_at is null and account.epoch = epoch.last
      and done.members = cardinality($1::uuid[])
    returning account.posted, account.version),
  transfers as (
    insert into ledger_transfer (id, group_id, ${house}_account, ${member}_account, asset, amount,
      kind, reference, epoch, request_hash, posted_at, ${house}_version, ${house}_after,
      ${member}_version, ${member}_after, xid)
    select transfer, $9::uuid, $5::uuid, id, $8::text, amount,
      $7::text, $6::text || '/' || owner, epoch.last, $11::bytea, moment.at,
      payer.version - cardinality($1::uuid[]) + line, payer.posted ${sign} $12::numeric ${back} paid,
      credit.version, credit.posted, moment.xid
    from credit, payer, moment, epoch)
  select count(*)::int as payers from payer`
}
export const creditsStatement = statementFor('credit')
export const debitsStatement = statementFor('debit')

async function postChunk(database: Database, batch: Batch, chunk: Chunk): Promise<Answer> {
  if (await wasPosted(database, batch, chunk)) return 'replayed'
  let unprepared = false
  for (let attempt = 0; ; attempt++) {
    try {
      if (unprepared) await prepareAccounts(database, batch, chunk)
      unprepared = false
      await database.transaction().execute(tx => writeChunk(tx, batch.statement, chunk))
      return 'done'
    } catch (error) {
      if (isOverdraft(error)) throw await shortOf(database, batch, chunk)
      if (sqlState(error) === '23505') {
        if (await wasPosted(database, batch, chunk)) return 'replayed'
        throw new LedgerBug(`${batch.kind} ${batch.settlementId} pays somebody twice`)
      }
      if (attempt === TRIES || !retryable.has(sqlState(error) ?? '')) throw error
      unprepared ||= error instanceof Unprepared
    }
  }
}

/** An account is not there yet, or has not been told of a split: nothing was done. */
class Unprepared extends Error {
  readonly code = '40001'
}

async function writeChunk(tx: Tx, statement: string, { values }: Chunk): Promise<void> {
  await sql.raw(pinnedForCredits).execute(tx)
  const { rows } = await tx.executeQuery<{ payers: number }>(
    CompiledQuery.raw(statement, [...values]),
  )
  if (rows[0]?.payers !== 1) throw new Unprepared('an account is not as the credits need it')
}

/** Indexes only and in the order given; and a chunk may take longer than a member's call. */
export const pinnedForCredits = `
  select set_config(name, value, true) from (values ('enable_seqscan', 'off'),
    ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('statement_timeout', '60s')) as given (name, value)`

/**
 * Opens who has no account yet and tells who missed a split: rare, so it is not looked for before.
 * It is done on its own, some accounts at a time, and the payer is locked with none of them: a
 * chunk of new members keeps nobody waiting who is paid from the same pool.
 */
async function prepareAccounts(
  database: Database,
  { from }: Pick<Batch, 'from'>,
  chunk: Chunk,
): Promise<void> {
  const names = chunk.names()
  for (let start = 0; start < names.length; start += OPENED_AT_ONCE)
    await prepare(database, names.slice(start, start + OPENED_AT_ONCE))
  await prepare(database, [from])
}

const prepare = (database: Database, names: readonly AccountName[]): Promise<void> =>
  inTransaction(database, async tx => {
    const book = await openBook(tx, names)
    for (const name of names) {
      const account = book.account(accountId(name))
      if (account.closed)
        throw refusedBy({ reason: 'closed', account: account.id, asset: name.asset })
    }
    await writeBook(tx, book)
  })

/** @throws LedgerBug when the chunk's first credit is there as part of another request. */
async function wasPosted(
  database: Database,
  batch: Pick<Batch, 'kind'>,
  chunk: Chunk,
): Promise<boolean> {
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

async function shortOf(database: Database, { from, kind }: Batch, chunk: Chunk) {
  if (kind === 'loss_share') throw new LedgerBug(`${chunk.first}: a balance does not bear its part`)
  const row = await database
    .selectFrom('ledgerAccount')
    .select(['posted', 'held'])
    .where('id', '=', accountId(from))
    .executeTakeFirst()
  const available = row ? row.posted - row.held : 0n
  const shortfall = { asset: from.asset, needed: chunk.total, available }
  return refusedBy({ reason: 'short', account: accountId(from), shortfall })
}
