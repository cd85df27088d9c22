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
