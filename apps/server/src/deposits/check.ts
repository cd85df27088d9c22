import { formatAmount } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import { HOUSE } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { depositId } from './present.ts'

const invariant = 'I10 deposits'

/**
 * Every credited deposit has exactly one recharge of its amount, from the outside world to its
 * member; there is no other recharge; and per address the token units that were credited equal the
 * money that was given plus the carry.
 */
export const checkDeposits = (database: Database): Promise<Breach[]> => checkOf(database, whole)

/**
 * The same of what was credited within three days, of the recharges since, and of the carry of the
 * members concerned. What was credited before does not change. A transaction may have several deposits,
 * and each is credited at a time of its own.
 */
export const checkLateDeposits = async (database: Database): Promise<Breach[]> =>
  checkOf(database, lateAt(await systemNow(database)))

/** The rows that a check reads. */
interface Rows {
  deposits: RawBuilder<unknown>
  /** A condition of the recharges, and one of those who carry. */
  recharge: RawBuilder<unknown>
  carrier: RawBuilder<unknown>
}
const whole: Rows = {
  deposits: sql`select * from deposit`,
  recharge: sql`true`,
  carrier: sql`true`,
}

/** The reference of a deposit's recharge. */
const nameOf = (deposit: string) =>
  sql`concat_ws(':', ${sql.ref(`${deposit}.chain_id`)}, ${sql.ref(`${deposit}.transaction_hash`)}, ${sql.ref(`${deposit}.ordinal`)})`

const LATELY_MS = 3 * 86_400_000
/** Recharges are read from so much before: each deposit that is read finds its own. */
const BEFORE_MS = 3_600_000

/** Each bound is a value: the rows are found by indexes, and every part of the check has the same ones. */
function lateAt(now: Date): Rows {
  const since = new Date(now.getTime() - LATELY_MS)
  const recharge = sql`ledger_transfer.kind = 'recharge'
    and ledger_transfer.xid > (select ledger_number_before(${new Date(since.getTime() - BEFORE_MS)}))`
  return {
    deposits: sql`
      select * from deposit where credited_at > ${since}
      union
      select * from deposit
      where transaction_hash in (
          select split_part(reference, ':', 2) from ledger_transfer where ${recharge})
        and ${nameOf('deposit')} in (select reference from ledger_transfer where ${recharge})`,
    recharge,
    carrier: sql`(chain_id, member_id) in (
      select chain_id, member_id from deposit where credited_at > ${since})`,
  }
}

async function checkOf(database: Database, rows: Rows): Promise<Breach[]> {
  const [pairs, carries] = await Promise.all([unpaired(database, rows), miscarried(database, rows)])
  return [...pairs, ...carries]
}

async function unpaired(database: Database, { deposits, recharge }: Rows): Promise<Breach[]> {
  const { rows } = await sql<{
    id: string | null
    state: string | null
    amount: bigint | null
    reference: string | null
    paid: bigint | null
  }>`
    select deposit.id, deposit.state, deposit.amount, transfer.reference, transfer.amount as paid
    from (${deposits}) deposit
    full join (
      select ledger_transfer.reference, ledger_transfer.amount, payer.owner as payer,
        payer.kind as payer_kind, payee.owner as payee, payee.kind as payee_kind
      from ledger_transfer
      join ledger_account payer on payer.id = ledger_transfer.debit_account
      join ledger_account payee on payee.id = ledger_transfer.credit_account
      where ledger_transfer.kind = 'recharge' and ${recharge}
    ) transfer
      on transfer.reference = ${nameOf('deposit')}
    where case
      when deposit.id is null then true
      when deposit.state = 'credited' and deposit.amount > 0 then (
        transfer.amount is distinct from deposit.amount
        or transfer.payer is distinct from ${HOUSE}::uuid or transfer.payer_kind is distinct from 'EXT'
        or transfer.payee is distinct from deposit.member_id
        or transfer.payee_kind is distinct from 'available')
      else transfer.reference is not null end
    order by deposit.seen_at, transfer.reference limit 100`.execute(database)
  return rows.map(({ id, state, amount, reference, paid }) => {
    if (id === null || amount === null)
      return { invariant, what: `recharge ${reference} belongs to no deposit` }
    const name = `deposit ${depositId(id)} (${state}, ${formatAmount(amount)} USDT)`
    if (paid === null) return { invariant, what: `${name} has no recharge` }
    return {
      invariant,
      what: `${name} has a recharge of ${formatAmount(paid)} or to another account`,
    }
  })
}

async function miscarried(database: Database, { carrier }: Rows): Promise<Breach[]> {
  const { rows } = await sql<{ memberId: string; over: bigint; carried: bigint }>`
    with credited as (
      select chain_id, member_id, sum(token_units - amount * units_per_micro) as over,
        min(units_per_micro) as micro
      from deposit where state = 'credited' and ${carrier} group by chain_id, member_id),
    carry as (select * from deposit_carry where ${carrier})
    select member_id, coalesce(credited.over, 0) as over, coalesce(carry.token_units, 0) as carried
    from credited full join carry using (chain_id, member_id)
    where coalesce(credited.over, 0) <> coalesce(carry.token_units, 0)
      or carry.token_units >= credited.micro
    limit 100`.execute(database)
  return rows.map(({ memberId, over, carried }) => ({
    invariant,
    what: `member ${memberId} carries ${carried} token units and their deposits leave ${over}`,
  }))
}

/**
 * Credited deposits that are in no block of the chain any more: a notice and no breach. On a
 * demonstration chain that lost its last seconds this is expected; on a real one it is a loss to be
 * booked.
 */
export async function depositNotices(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('deposit')
    .select(['id', 'amount', 'transactionHash', 'takenBackAt'])
    .where('state', '=', 'credited')
    .where('takenBackAt', 'is not', null)
    .orderBy('takenBackAt')
    .limit(100)
    .execute()
  return rows.map(
    row =>
      `deposit ${depositId(row.id)} of ${formatAmount(row.amount)} USDT was credited and its transaction ${row.transactionHash} left the chain at ${row.takenBackAt?.toISOString()}`,
  )
}
