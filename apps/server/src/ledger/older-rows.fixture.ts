import type pg from 'pg'
import { newUuid } from '../platform/ids.ts'

/**
 * Writes the reversal of a transfer, a row that no program posts any more but that older books may
 * hold.
 */
export const writeReversal = (owner: pg.Pool, transferId: string): Promise<unknown> =>
  owner.query(
    `with reversed as (
      select * from ledger_every_transfer where id = $1::uuid),
    debit as (
      update ledger_account account set posted = posted - amount, version = account.version + 1
      from reversed where account.id = credit_account returning account.posted, account.version),
    credit as (
      update ledger_account account set posted = posted + amount, version = account.version + 1
      from reversed where account.id = debit_account returning account.posted, account.version)
    insert into ledger_transfer (id, group_id, debit_account, credit_account, asset, amount, kind,
      reference, reverses, epoch, request_hash, debit_version, debit_after, credit_version, credit_after)
    select $2::uuid, $2::uuid, credit_account, debit_account, asset, amount, 'reversal', id::text, id,
      reversed.epoch, sha256('reversal'), debit.version, debit.posted, credit.version, credit.posted
    from reversed, debit, credit`,
    [transferId, newUuid()],
  )

/** Writes a hold whose time is over, which no program gives a limit any more. Returns its id. */
export async function writeLimitedHold(owner: pg.Pool, member: string, amount: bigint) {
  const id = newUuid()
  await owner.query(
    `with account as (
      update ledger_account set held = held + $3::numeric
      where owner = $2 and asset = 'USDT' and kind = 'available' returning id)
    insert into ledger_hold (id, account_id, amount, kind, reference, request_hash, expires_at)
    select $1::uuid, id, $3::numeric, 'subscription', $1::text, sha256('hold'), house_now() - interval '1 hour'
    from account`,
    [id, member, amount],
  )
  return id
}

/** Ends such a hold as the job of older programs did. */
export const writeExpiry = (owner: pg.Pool, holdId: string): Promise<unknown> =>
  owner.query(
    `with hold as (select * from ledger_hold where id = $1),
    account as (
      update ledger_account account set held = held - amount from hold where account.id = account_id)
    insert into ledger_hold_resolution (hold_id, outcome, request) select id, 'expired', $2 from hold`,
    [holdId, newUuid()],
  )
