import { CLOSED_NICKNAME, PICTURE_NEEDED_DAYS } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'

/**
 * Destroys, in the transaction that closes the account, what says who the member is. The key and the login
 * hash stay: whoever proves one of them is told that the account is closed, and nobody else is.
 */
export async function eraseIdentity(tx: Tx, memberId: string): Promise<void> {
  const own = sql`member_id = ${memberId}::uuid`
  await sql`
    update member set nickname = ${CLOSED_NICKNAME}, nickname_skeleton = 'CLOSED ' || id, payment_hash = null,
      frozen_at = coalesce(frozen_at, house_now()), closed_at = house_now()
    where id = ${memberId}::uuid`.execute(tx)
  for (const table of [
    'member_email',
    'receiving_account',
    'payment_attempt',
    'device_account',
    'notification',
    'block',
  ])
    await sql`delete from ${sql.table(table)} where ${own}`.execute(tx)
  await sql`update password_reset set replaced_hash = null where ${own}`.execute(tx)
  await sql`update withdrawal_address set label = null where ${own}`.execute(tx)
  await sql`update withdrawal set remarks = null where ${own}`.execute(tx)
  await sql`
    delete from data_export_part using data_export
    where data_export.id = export_id and ${own}`.execute(tx)
  await sql`update data_export set state = 'expired' where state = 'ready' and ${own}`.execute(tx)
}

const AT_ONCE = 200

/** From when on nothing of a trade is needed: so long after its end that no case can be opened. */
const overTrades = sql`
  select id from otc_trade trade
  where closed_at <= house_now() - make_interval(days => ${PICTURE_NEEDED_DAYS})
    and not exists (select from otc_dispute where trade_id = trade.id and otc_dispute.closed_at is null)`

/** Empties some of what a closed member wrote in chats, to the service and as feedback; answers how many. */
export async function eraseWords(tx: Tx, memberId: string): Promise<number> {
  const member = sql`${memberId}::uuid`
  const { rows } = await sql<{ count: number }>`
    with said as (
      update chat_message set text = '' where id in (
        select id from chat_message where author_id = ${member} and length(text) > 0
          and trade_id in (${overTrades}) limit ${AT_ONCE}) returning 1
    ), contacts as (
      update otc_trade set contact = null, contact_sealed = null where id in (
        select id from otc_trade where seller_id = ${member} and num_nonnulls(contact, contact_sealed) > 0
          and id in (${overTrades}) limit ${AT_ONCE}) returning 1
    ), service as (
      update service_message set text = '', automatic = case when automatic is null then null else ''::bytea end
      where id in (select id from service_message where member_id = ${member}
        and (length(text) > 0 or length(automatic) > 0) limit ${AT_ONCE}) returning 1
    ), ratings as (
      update service_conversation set rating_text = '' where id in (
        select id from service_conversation where member_id = ${member} and length(rating_text) > 0
        limit ${AT_ONCE}) returning 1
    ), opinions as (
      update feedback set text = '', answer = case when answer is null then null else ''::bytea end
      where id in (select id from feedback where member_id = ${member}
        and (length(text) > 0 or length(answer) > 0) limit ${AT_ONCE}) returning 1
    )
    select ((select count(*) from said) + (select count(*) from contacts) + (select count(*) from service)
      + (select count(*) from ratings) + (select count(*) from opinions))::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}
