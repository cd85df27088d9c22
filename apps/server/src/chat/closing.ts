import { PICTURE_NEEDED_DAYS } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'

const AT_ONCE = 200

/**
 * Empties some messages of a closed member in trades that ended long enough ago that no case needs
 * them. Returns how many, and whether some are left because they are still needed.
 */
export async function emptyMessages(
  tx: Tx,
  memberId: string,
): Promise<{ emptied: number; left: boolean }> {
  const { rows } = await sql<{ id: string }>`
    update chat_message set text = '' where id in (
      select message.id from chat_message message join otc_trade trade on trade.id = message.trade_id
      where author_id = ${memberId}::uuid and length(text) > 0
        and trade.closed_at <= house_now() - make_interval(days => ${PICTURE_NEEDED_DAYS})
        and not exists (select from otc_dispute dispute
          where dispute.trade_id = trade.id and dispute.closed_at is null)
      limit ${AT_ONCE})
    returning id`.execute(tx)
  const left = await sql`
    select 1 from chat_message where author_id = ${memberId}::uuid and length(text) > 0 limit 1`.execute(
    tx,
  )
  return { emptied: rows.length, left: left.rows.length > 0 }
}
