import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { undoId } from './present.ts'

const invariant = 'I4 undos'

interface Pairing {
  id: string | null
  state: string | null
  quantity: bigint | null
  holdId: string | null
  held: bigint | null
  outcome: string | null
  ownAccount: boolean | null
  burned: bigint | null
  ended: bigint | null
  paid: bigint | null
  pay: bigint | null
  withoutTurn: boolean | null
  whole: boolean | null
}

/**
 * I4: an open undo has one unresolved hold of exactly its coins on its member's available LEAF, a
 * done one has it posted with all of it, a cancelled one voided; there is no other hold for an undo;
 * the books hold the coins and the money that it says; its coins and its fill are the subscription's
 * own, whole. Coins of different epochs are compared in today's units.
 */
export async function checkUndos(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Pairing>`
    select * from (
      select own.id, own.state, own.coins as quantity, hold.id as hold_id, hold.coins as held,
        resolution.outcome,
        account.owner = own.member_id and account.asset = 'LEAF' and account.kind = 'available' as own_account,
        coalesce(burn.amount * ledger_later_multiple('LEAF', burn.epoch), 0) as burned,
        coalesce(own.ended * ledger_later_multiple('LEAF', turn.epoch), 0) as ended,
        coalesce(payment.amount, 0) as paid, coalesce(own.pay, 0) as pay,
        own.state = 'settling' and turn.undo_id is null as without_turn,
        own.fill = bought.filled and own.coins = bought.coins and own.member_id = bought.member_id as whole,
        case own.state when 'done' then 'posted' when 'cancelled' then 'voided' end as wanted
      from (
        select *, quantity * ledger_later_multiple('LEAF', epoch) as coins,
          case when state = 'done' then ended_quantity end as ended from subscription_undo) own
      full join (
        select *, amount * ledger_later_multiple('LEAF', epoch) as coins
        from ledger_hold where kind = 'undo') hold on hold.id = own.hold_id
      left join ledger_hold_resolution resolution on resolution.hold_id = hold.id
      left join ledger_account account on account.id = hold.account_id
      left join ledger_transfer burn on burn.kind = 'undo_burn' and burn.reference = hold.reference
      left join ledger_transfer payment on payment.kind = 'undo' and payment.reference = hold.reference
      left join subscription_undo_turn turn on turn.undo_id = own.id and turn.period = own.period
      left join (
        select id, member_id, filled, quantity * ledger_later_multiple('LEAF', epoch) as coins
        from subscription) bought on bought.id = own.subscription_id
    ) pairing
    where id is null or hold_id is null or quantity <> held or own_account is not true
      or outcome is distinct from wanted or burned <> ended or paid <> pay or without_turn
      or whole is not true
    order by id limit 100`.execute(database)
  return rows.map(row => ({ invariant, what: describe(row) }))
}

function describe(row: Pairing): string {
  if (row.id === null) return `hold ${row.holdId} belongs to no undo`
  const coins = (amount: bigint | null) => `${formatAmount(amount ?? 0n)} LEAF`
  const name = `undo ${undoId(row.id)} (${row.state}, ${coins(row.quantity)})`
  if (row.holdId === null) return `${name} has no hold`
  if (row.held !== row.quantity) return `${name} has a hold of ${coins(row.held)}`
  if (row.ownAccount !== true) return `${name} has its hold on another account`
  if (row.whole !== true) return `${name} is not its subscription's whole fill`
  if (row.withoutTurn) return `${name} is being settled by a run that did not take it`
  const burned = `${coins(row.ended)} ended, ${coins(row.burned)} burned`
  const paid = `${formatAmount(row.pay ?? 0n)} due, ${formatAmount(row.paid ?? 0n)} paid`
  return `${name} has a hold that is ${row.outcome ?? 'still open'}; ${burned}; ${paid}`
}
