import { formatAmount, type RedemptionKind } from '@banyan/domain'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { redemptionId } from './names.ts'

const invariant = 'I4 redemptions'

interface Pairing {
  id: string | null
  kind: RedemptionKind
  state: string | null
  quantity: bigint | null
  holdId: string | null
  held: bigint | null
  outcome: string | null
  ownAccount: boolean | null
  ownFill: boolean | null
  burned: bigint | null
  ended: bigint | null
  paid: bigint | null
  pay: bigint | null
  withoutTurn: boolean | null
}

/**
 * I4: an open redemption has one unresolved hold of its kind and of exactly its coins on its
 * member's available LEAF, an ended one has it voided, or posted in full; there is no other hold of
 * these kinds; the books hold the coins and the money that it states; a settling one belongs to a
 * run; and the coins and the fill of an undo are all of its subscription's. Coins of different
 * epochs are compared in current units.
 */
export async function checkRedemptions(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Pairing>`
    select * from (
      select own.id, own.kind, own.state, own.holds_coins as quantity, hold.id as hold_id,
        hold.coins as held, resolution.outcome,
        account.owner = own.member_id and account.asset = 'LEAF' and account.kind = 'available' as own_account,
        own.kind = 'exchange' or (own.fill = bought.filled and own.member_id = bought.member_id
          and own.holds_coins = bought.quantity * ledger_later_multiple('LEAF', bought.epoch)) as own_fill,
        coalesce(burn.amount * ledger_later_multiple('LEAF', burn.epoch), 0) as burned,
        coalesce(own.burned_coins * ledger_later_multiple('LEAF', turn.epoch), 0) as ended,
        coalesce(payment.amount, 0) as paid, coalesce(own.pay, 0) as pay,
        case own.state when 'done' then 'posted' when 'cancelled' then 'voided' end as wanted,
        own.state = 'settling' and turn.redemption_id is null as without_turn
      from (
        select *, quantity * ledger_later_multiple('LEAF', epoch) as holds_coins,
          case when state = 'done' then ended_quantity end as burned_coins from redemption) own
      full join (
        select *, amount * ledger_later_multiple('LEAF', epoch) as coins
        from ledger_hold where kind in ('exchange', 'undo')) hold
        on hold.id = own.hold_id and hold.kind = own.kind
      left join ledger_hold_resolution resolution on resolution.hold_id = hold.id
      left join ledger_account account on account.id = hold.account_id
      left join ledger_transfer burn
        on burn.kind = hold.kind || '_burn' and burn.reference = hold.reference
      left join ledger_transfer payment
        on payment.kind = hold.kind and payment.reference = hold.reference
      left join redemption_turn turn on turn.redemption_id = own.id and turn.period = own.period
      left join subscription bought on bought.id = own.subscription_id
    ) pairing
    where id is null or hold_id is null or quantity <> held or own_account is not true
      or own_fill is not true or outcome is distinct from wanted or burned <> ended or paid <> pay
      or without_turn
    order by id limit 100`.execute(database)
  return rows.map(row => ({ invariant, what: describe(row) }))
}

function describe(row: Pairing): string {
  if (row.id === null) return `hold ${row.holdId} belongs to no redemption`
  const coins = (amount: bigint | null) => `${formatAmount(amount ?? 0n)} LEAF`
  const { id, kind } = row
  const name = `${kind} ${redemptionId({ id, kind })} (${row.state}, ${coins(row.quantity)})`
  if (row.holdId === null) return `${name} has no hold`
  if (row.held !== row.quantity) return `${name} has a hold of ${coins(row.held)}`
  if (row.ownAccount !== true) return `${name} has its hold on another account`
  if (row.ownFill !== true) return `${name} is not its subscription's whole fill`
  if (row.withoutTurn) return `${name} is being settled by a run that did not take it`
  const burned = `${coins(row.ended)} ended, ${coins(row.burned)} burned`
  const paid = `${formatAmount(row.pay ?? 0n)} due, ${formatAmount(row.paid ?? 0n)} paid`
  return `${name} has a hold that is ${row.outcome ?? 'still open'}; ${burned}; ${paid}`
}
