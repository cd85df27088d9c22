import { sql } from 'kysely'
import { allOf } from '../platform/all-of.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { declareLift } from '../platform/database/patience.ts'
import { type Placeholders, statement } from '../platform/database/prepared.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { sqlState } from '../platform/database/unavailable.ts'
import { accountId, checkName } from './accounts.ts'
import { openBook, writeBook } from './book-store.ts'
import { LedgerBug } from './bug.ts'
import { type Batch, type Chunk, type CreditValues, chunksOf } from './credit-chunks.ts'
import type { AccountName, Answer, CreditBatch, CreditsPosted, DebitBatch } from './ledger.ts'
import { BLOCK } from './migrations.ts'
import { refusedBy } from './post.ts'

/** Chunks in work at once: each waits for the payer's row only at its end. */
const WORKERS = 2
const TRIES = 6
/** A deadlock, a lock timeout, or an account that lacks a row or a split line: nothing was done. */
const retryable = new Set(['40001', '40P01', '55P03'])
/** Accounts opened in one transaction. */
const OPENED_AT_ONCE = 1_000

const blockSize = sql.lit(BLOCK)

/**
 * Pays many members from one house account, chunk by chunk. A chunk is a group like any other: all
 * or nothing, and a repeat replays, so a killed run is run again from the start of its list. The
 * list must be in the order of its members' ids and the same each time; balances are right from
 * each commit.
 */
export const postCredits = (
  database: Database,
  { from, credits, ...batch }: CreditBatch,
): Promise<CreditsPosted> =>
  postBatch(database, { ...batch, house: from, sign: 1n, lines: credits })

/** The reverse: debits many members in favour of one house account. */
export const postDebits = (
  database: Database,
  { to, debits, ...batch }: DebitBatch,
): Promise<CreditsPosted> => postBatch(database, { ...batch, house: to, sign: -1n, lines: debits })

async function postBatch(database: Database, batch: Batch): Promise<CreditsPosted> {
  checkName(batch.house)
  const done: CreditsPosted = { posted: 0, replayed: 0, total: 0n }
  const named = once(() => nameSettlement(database, batch))
  const chunks = chunksOf(batch, await paidInRows(database, batch))
  let failed = false
  const work = async (): Promise<void> => {
    for (let next = await chunks.next(); !next.done && !failed; next = await chunks.next()) {
      const { count, total } = next.value
      await named()
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

/** Runs the work once; later callers wait for the same promise. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

/**
 * Statements look for the blocks of a settlement here: in their order, also when the clock goes
 * back.
 */
async function nameSettlement(database: Database, batch: Batch): Promise<void> {
  const { kind, settlementId, house } = batch
  await sql`
    insert into ledger_settlement (kind, settlement, asset, began_at)
    select ${kind}, ${settlementId}, ${house.asset}, greatest(house_now(), max(began_at) + interval '1 microsecond')
    from ledger_settlement where asset = ${house.asset}
    on conflict do nothing`.execute(database)
}

/**
 * Members who have a transfer of the settlement in a row of its own: paid before blocks existed, or
 * separately.
 */
async function paidInRows(database: Database, batch: Batch): Promise<ReadonlySet<string>> {
  const name = `${batch.settlementId}/`
  const rows = await database
    .selectFrom('ledgerTransfer')
    .select('reference')
    .where('kind', '=', batch.kind)
    // "0" is the character after "/".
    .where('reference', '>=', name)
    .where('reference', '<', `${batch.settlementId}0`)
    .execute()
  return new Set(rows.map(({ reference }) => reference.slice(name.length)))
}

/**
 * Members change in one pass in the order of their accounts' ids, the house account after them:
 * several chunks are in work at once and wait for each other only there. The table itself forbids
 * an overdraft. When an account is missing or lacks a split line, the statement returns no house
 * row, and everything is rolled back.
 */
export const writeChunkRows = statement(
  (chunk: Placeholders<CreditValues>) => sql<{ houses: number }>`
    with moment as materialized (
      select house_now() as at, transaction_number() as xid),
    epoch as materialized (
      select coalesce(max(epoch), 0) as last from ledger_epoch where asset = ${chunk.asset}::text),
    line as (
      update ledger_account account
      set posted = account.posted + given.amount, version = account.version + 1
      from epoch, unnest(${chunk.accounts}::uuid[], ${chunk.amounts}::bigint[], ${chunk.places}::integer[])
        as given (id, amount, place)
      where account.id = given.id and account.epoch = epoch.last
      returning account.id, given.amount, given.place, account.posted, account.version),
    house as (
      update ledger_account account
      set posted = account.posted - ${chunk.total}::numeric,
        version = account.version + cardinality(${chunk.accounts}::uuid[])
      from epoch, (select count(*) as members from line) as done
      where account.id = ${chunk.house}::uuid and account.epoch = epoch.last
        and done.members = cardinality(${chunk.accounts}::uuid[])
      returning account.posted, account.version),
    block as (
      select place / ${blockSize} as number, array_agg(id order by place) as accounts,
        array_agg(amount order by place) as amounts, array_agg(version order by place) as versions,
        array_agg(posted::bigint order by place) as balances, sum(amount) as total
      from line group by 1),
    blocks as (
      insert into ledger_transfer_block (kind, settlement, first, last, owners, accounts, amounts, versions,
        balances, first_id, group_id, house_account, house_version, house_before, asset, epoch,
        request_hash, posted_at, xid)
      select ${chunk.kind}::text, ${chunk.settlement}::text, (${chunk.owners}::uuid[])[number * ${blockSize} + 1],
        (${chunk.owners}::uuid[])[number * ${blockSize} + cardinality(accounts)],
        (${chunk.owners}::uuid[])[number * ${blockSize} + 1 : number * ${blockSize} + cardinality(accounts)],
        accounts, amounts, versions, balances,
        ledger_counted_id(${chunk.firstId}::uuid, number * ${blockSize}), ${chunk.firstId}::uuid,
        ${chunk.house}::uuid, house.version - cardinality(${chunk.accounts}::uuid[]) + number * ${blockSize},
        house.posted + ${chunk.total}::numeric - sum(total) over (order by number) + total,
        ${chunk.asset}::text, epoch.last, ${chunk.requestHash}::bytea, moment.at, moment.xid
      from block, house, moment, epoch)
    select count(*)::int as houses from house`,
)

async function postChunk(database: Database, batch: Batch, chunk: Chunk): Promise<Answer> {
  if (await wasPosted(database, batch, chunk)) return 'replayed'
  let unprepared = false
  for (let attempt = 0; ; attempt++) {
    try {
      if (unprepared) await prepareAccounts(database, batch, chunk)
      unprepared = false
      await database.transaction().execute(tx => writeChunk(tx, chunk))
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

/** An account does not exist, or lacks a split line: nothing was done. */
class Unprepared extends Error {
  readonly code = '40001'
}

async function writeChunk(tx: Tx, { values }: Chunk): Promise<void> {
  await pinPlans(tx, {})
  const [written] = await writeChunkRows(tx, values)
  if (written?.houses !== 1) throw new Unprepared('an account is not as the credits need it')
}

/** Uses indexes only, in the given order; a chunk may take longer than a member's call. */
export const pinPlans = statement(
  () => sql`
    select set_config(name, value, true) from (values ('enable_seqscan', 'off'),
      ('enable_hashjoin', 'off'), ('enable_mergejoin', 'off'), ('statement_timeout', '60s')) as given (name, value)`,
)
declareLift(pinPlans.text, '60s')

/**
 * Opens missing accounts and writes missing split lines: rare, so it is not checked before. It runs
 * separately, some accounts at a time, and never locks the payer: a chunk of new members delays
 * nobody else who is paid from the same pool.
 */
async function prepareAccounts(database: Database, { house }: Batch, chunk: Chunk): Promise<void> {
  const names = chunk.names()
  for (let start = 0; start < names.length; start += OPENED_AT_ONCE)
    await prepare(database, names.slice(start, start + OPENED_AT_ONCE))
  await prepare(database, [house])
}

const prepare = (database: Database, names: readonly AccountName[]): Promise<void> =>
  inTransaction(database, async tx => {
    const book = await openBook(tx, names)
    for (const name of names) book.account(accountId(name))
    await writeBook(tx, book)
  })

/**
 * Whether the chunk is in the books: in the last block that begins at or before its last member.
 * @throws LedgerBug when that block has some of its members and belongs to another request.
 */
async function wasPosted(database: Database, batch: Batch, chunk: Chunk): Promise<boolean> {
  const { kind, settlementId: settlement } = batch
  const row = await database
    .selectFrom('ledgerTransferBlock')
    .select(['requestHash', 'last'])
    .where('kind', '=', kind)
    .where('settlement', '=', settlement)
    .where('first', '<=', chunk.last)
    .orderBy('first', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.last < chunk.first) return false
  if (row.requestHash.equals(chunk.requestHash)) return true
  throw new LedgerBug(
    `${kind} ${settlement} from ${chunk.first} to ${chunk.last} is in the books with another content`,
  )
}

const isOverdraft = (error: unknown): boolean =>
  sqlState(error) === '23514' && (error as { constraint?: string }).constraint === 'no_overdraft'

async function shortOf(database: Database, { house, kind, sign }: Batch, chunk: Chunk) {
  if (sign < 0n)
    throw new LedgerBug(`${kind} from ${chunk.first}: a balance does not bear its part`)
  const row = await database
    .selectFrom('ledgerAccount')
    .select(['posted', 'held'])
    .where('id', '=', accountId(house))
    .executeTakeFirst()
  const available = row ? row.posted - row.held : 0n
  return refusedBy({ asset: house.asset, needed: chunk.total, available })
}
