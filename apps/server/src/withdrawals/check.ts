import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { unknownTransfers } from './payout-store.ts'
import { withdrawalId } from './present.ts'
import { MINED_WITHIN_MS } from './restore-store.ts'

const invariant = 'I4 withdrawals'

interface Pairing {
  id: string | null
  state: string | null
  wanted: bigint | null
  holdId: string | null
  held: bigint | null
  outcome: string | null
  ownAccount: boolean | null
}

export async function checkWithdrawals(database: Database): Promise<Breach[]> {
  return [
    ...(await checkHolds(database)),
    ...(await checkApprovals(database)),
    ...(await checkOnTheWay(database)),
    ...(await checkPaid(database)),
    ...(await checkOutgoing(database)),
  ]
}

/**
 * Withdrawals that were booked as paid and whose transfer has left the chain after it was final:
 * their members read "done" and received nothing. The signer halts on it by itself.
 */
export async function payoutNotices(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; arrived: bigint; hash: string; takenBackAt: Date }>`
    select withdrawal.id, amount - withdrawal.fee as arrived, sent.transaction_hash as hash, sent.taken_back_at
    from withdrawal
      join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
      join custody_transfer sent
        on sent.chain_id = payout.chain_id and sent.transaction_hash = payout.transaction_hash
    where withdrawal.state = 'paid' and sent.taken_back_at is not null
    order by sent.taken_back_at limit 100`.execute(database)
  return rows.map(
    ({ id, arrived, hash, takenBackAt }) =>
      `withdrawal ${withdrawalId(id)} of ${formatAmount(arrived)} USDT was paid and its transaction ${hash} left the chain at ${takenBackAt.toISOString()}`,
  )
}

/** Every unit in the account of payouts on the way belongs to a withdrawal that is on the way. */
async function checkOnTheWay(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ balance: bigint; wanted: bigint }>`
    select
      coalesce((select posted from ledger_account
        where asset = 'USDT' and kind = 'PAYOUTS'), 0)::numeric as balance,
      coalesce((select sum(amount) from withdrawal
        where state in ('handed', 'signed', 'sent')), 0)::numeric as wanted`.execute(database)
  return rows
    .filter(({ balance, wanted }) => balance !== wanted)
    .map(({ balance, wanted }) => ({
      invariant: 'I4 payouts',
      what: `${formatAmount(balance)} USDT are on the way and the withdrawals there come to ${formatAmount(wanted)}`,
    }))
}

/**
 * I11: each withdrawal that was handed over has one payout. A paid one has left the books by
 * exactly the amount that arrived, and the chain has that transfer to its address; a returned one
 * is back in full.
 */
async function checkPaid(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    with moved as (
      select reference, sum(amount) filter (where kind in ('withdrawal', 'withdrawal_fee')) as taken,
        sum(amount) filter (where kind = 'payout') as paid,
        sum(amount) filter (where kind = 'payout_fee') as fee,
        sum(amount) filter (where kind in ('withdrawal_return', 'withdrawal_fee_return')) as back
      from ledger_transfer
      where kind in ('withdrawal', 'withdrawal_fee', 'payout', 'payout_fee',
        'withdrawal_return', 'withdrawal_fee_return') and reference like 'wdr\\_%'
      group by reference)
    select withdrawal.id, withdrawal.state
    from withdrawal
      left join withdrawal_payout payout on payout.withdrawal_id = withdrawal.id
      left join moved on moved.reference = 'wdr_' || replace(withdrawal.id::text, '-', '')
    where case when state in ('handed', 'signed', 'sent', 'paid', 'returned') then
        payout.withdrawal_id is null or moved.taken is distinct from amount
        or coalesce(moved.paid, 0) <> case state when 'paid' then amount - withdrawal.fee else 0 end
        or coalesce(moved.fee, 0) <> case state when 'paid' then withdrawal.fee else 0 end
        or coalesce(moved.back, 0) <> case state when 'returned' then amount else 0 end
        or state = 'paid' and not exists (select from custody_transfer sent
          where sent.chain_id = payout.chain_id and sent.transaction_hash = payout.transaction_hash
            and sent.address = payout.hot_address and sent.recipient = lower(withdrawal.address)
            and sent.token_units = (amount - withdrawal.fee) * sent.units_per_micro and sent.state = 'final')
      else payout.withdrawal_id is not null or moved.taken is not null end
    order by requested_at limit 100`.execute(database)
  return rows.map(({ id, state }) => ({
    invariant: 'I11 payouts',
    what: `withdrawal ${withdrawalId(id)} is ${state}, and its payout in the books or on the chain is another one`,
  }))
}

/** I11: final transfers out of the hot wallet are payouts. */
const checkOutgoing = async (database: Database): Promise<Breach[]> =>
  (await unknownTransfers(database)).map(({ transactionHash, recipient, amount }) => ({
    invariant: 'I11 payouts',
    what: `${transactionHash} sent ${formatAmount(amount)} USDT from the hot wallet to ${recipient}, and no withdrawal`,
  }))

/**
 * I14: a released withdrawal, or one paid since, was approved for exactly the amount that arrives
 * by two different people, a reviewer first and then a treasurer; or by the rule check without
 * objections. Where the books were restored to an earlier time, its transfer is on the chain
 * instead, signed before the restore; or the signer, which checks the approvals by itself, had
 * signed it, and what `checkPaid` compares with the chain is one of its transactions.
 */
async function checkApprovals(database: Database): Promise<Breach[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select withdrawal.id, withdrawal.state from withdrawal
    where state in ('released', 'handed', 'signed', 'sent', 'paid', 'returned')
      and not exists (
        select from withdrawal_decision first
          join withdrawal_decision second using (withdrawal_id)
        where withdrawal_id = withdrawal.id and first.decision = 'review' and second.decision = 'release'
          and first.operator_id <> second.operator_id and first.at <= second.at
          and first.overtaken_at is null and second.overtaken_at is null
          and first.arrives = amount - fee and second.arrives = amount - fee)
      and not exists (
        select from withdrawal_decision alone
          join withdrawal_rule_check found using (withdrawal_id)
        where withdrawal_id = withdrawal.id and alone.decision = 'automatic' and alone.overtaken_at is null
          and alone.arrives = amount - fee and alone.at = found.at and cardinality(found.reasons) = 0)
      and not exists (
        select from withdrawal_rebooked again
          join database_cluster restored on restored.number = again.cluster and restored.number > 1
          join custody_transfer sent on sent.transaction_hash = again.transaction_hash
        where again.withdrawal_id = withdrawal.id and sent.state = 'final'
          and (sent.block_at <= restored.since or withdrawal.requested_at < restored.since
            and sent.block_at <= restored.since + ${MINED_WITHIN_MS} * interval '1 millisecond')
          and sent.recipient = lower(withdrawal.address)
          and sent.token_units = (amount - fee) * sent.units_per_micro)
      and not exists (
        select from withdrawal_rebooked again
          join database_cluster restored on restored.number = again.cluster and restored.number > 1
          join withdrawal_payout payout using (withdrawal_id)
        where again.withdrawal_id = withdrawal.id and again.found_by = 'signer'
          and withdrawal.requested_at < restored.since
          and (state <> 'paid' or exists (select from withdrawal_transaction signed
            where signed.withdrawal_id = withdrawal.id and signed.hash = payout.transaction_hash)))
    order by requested_at limit 100`.execute(database)
  return rows.map(({ id, state }) => ({
    invariant: 'I14 withdrawals',
    what: `withdrawal ${withdrawalId(id)} is ${state} without the approvals of two people or of the rule check`,
  }))
}

/**
 * I4: a waiting request has one unresolved hold of exactly its amount on its member's available
 * USDT, one that ended unpaid has that hold voided, one that was handed to the signer has it
 * posted, and there is no other hold for a withdrawal except those that a shared loss replaced with
 * smaller ones: they are checked there.
 */
async function checkHolds(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Pairing>`
    select withdrawal.id, withdrawal.state, withdrawal.amount as wanted, ledger_hold.id as hold_id,
      ledger_hold.amount as held, resolution.outcome,
      account.owner = withdrawal.member_id and account.asset = 'USDT' and account.kind = 'available'
        as own_account
    from withdrawal
    full join (select * from ledger_hold where kind = 'withdrawal') ledger_hold
      on ledger_hold.id = withdrawal.hold_id
    left join loss_hold cut on cut.hold_id = ledger_hold.id and cut.kept is not null
    left join ledger_hold_resolution resolution on resolution.hold_id = ledger_hold.id
    left join ledger_account account on account.id = ledger_hold.account_id
    where (withdrawal.id is null and cut.hold_id is null) or ledger_hold.id is null
      or withdrawal.amount <> ledger_hold.amount
      or withdrawal.id is not null and resolution.outcome is distinct from
        (case when withdrawal.state in ('requested', 'reviewed', 'released') then null
          when withdrawal.state in ('cancelled', 'refused') then 'voided' else 'posted' end)
      or not (account.owner = withdrawal.member_id and account.asset = 'USDT'
        and account.kind = 'available')
    order by withdrawal.requested_at, ledger_hold.held_at limit 100`.execute(database)
  return rows.map(row => ({ invariant, what: describe(row) }))
}

function describe({ id, state, wanted, holdId, held, outcome, ownAccount }: Pairing): string {
  if (id === null || wanted === null) return `hold ${holdId} belongs to no withdrawal`
  const name = `withdrawal ${withdrawalId(id)} (${state}, ${formatAmount(wanted)} USDT)`
  if (holdId === null || held === null) return `${name} has no hold`
  if (held !== wanted) return `${name} has a hold of ${formatAmount(held)}`
  if (ownAccount === false) return `${name} has its hold on another account`
  return `${name} has a hold that is ${outcome ?? 'still open'}`
}
