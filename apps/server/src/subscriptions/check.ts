import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { checkFills } from './check-fills.ts'
import { subscriptionId } from './present.ts'

const invariant = 'I4 subscriptions'

interface Pairing {
  id: string | null
  state: string | null
  amount: bigint | null
  holdId: string | null
  held: bigint | null
  outcome: string | null
  ownAccount: boolean | null
  filled: bigint | null
  paid: bigint | null
  quantity: bigint | null
  issued: bigint | null
}

/** The module's invariants: orders, and how a run's capacity was shared. */
export const checkSubscriptions = async (database: Database): Promise<Breach[]> => [
  ...(await checkOrders(database)),
  ...(await checkFills(database)),
]

/**
 * I4: an open order has one unresolved hold of exactly its amount on its member's available USDT,
 * an ended one has it voided, or posted with the filled amount; there is no other hold for a
 * subscription except those that a shared loss has replaced by smaller ones; and the books hold the
 * payment and the coins that the order states.
 */
async function checkOrders(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Pairing>`
    select * from (
      select subscription.id, subscription.state, subscription.amount, hold.id as hold_id,
        hold.amount as held, resolution.outcome, coalesce(resolution.posted, 0) as hold_posted,
        account.owner = subscription.member_id and account.asset = 'USDT'
          and account.kind = 'available' as own_account,
        coalesce(subscription.filled, 0) as filled, coalesce(payment.amount, 0) as paid,
        coalesce(subscription.quantity, 0) as quantity, coalesce(issue.amount, 0) as issued,
        case when subscription.state in ('issued', 'part_issued') then 'posted'
          when subscription.state in ('cancelled', 'refunded') then 'voided' end as wanted
      from subscription
      full join (select * from ledger_hold where kind = 'subscription') hold
        on hold.id = subscription.hold_id
      left join loss_hold cut on cut.hold_id = hold.id and cut.kept is not null
      left join ledger_hold_resolution resolution on resolution.hold_id = hold.id
      left join ledger_account account on account.id = hold.account_id
      left join ledger_transfer payment
        on payment.kind = 'subscription' and payment.reference = split_part(hold.reference, '/', 1)
      left join ledger_transfer issue
        on issue.kind = 'subscription_issue' and issue.reference = split_part(hold.reference, '/', 1)
      where subscription.id is not null or cut.hold_id is null) pairing
    where id is null or hold_id is null or amount <> held or own_account is not true
      or outcome is distinct from wanted
      or filled <> paid or filled <> hold_posted or quantity <> issued
    order by id limit 100`.execute(database)
  return rows.map(row => ({ invariant, what: describe(row) }))
}

function describe(row: Pairing): string {
  if (row.id === null) return `hold ${row.holdId} belongs to no subscription`
  const amount = formatAmount(row.amount ?? 0n)
  const name = `subscription ${subscriptionId(row.id)} (${row.state}, ${amount} USDT)`
  if (row.holdId === null) return `${name} has no hold`
  if (row.held !== row.amount) return `${name} has a hold of ${formatAmount(row.held ?? 0n)}`
  if (row.ownAccount !== true) return `${name} has its hold on another account`
  const money = `${formatAmount(row.filled ?? 0n)} filled, ${formatAmount(row.paid ?? 0n)} paid`
  const coins = `${formatAmount(row.quantity ?? 0n)} bought, ${formatAmount(row.issued ?? 0n)} issued`
  return `${name} has a hold that is ${row.outcome ?? 'still open'}; ${money}; ${coins}`
}
