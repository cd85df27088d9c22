import { PICTURE_NEEDED_DAYS } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'

const AT_ONCE = 200

/**
 * Removes the contact of a closed member from sales that ended long enough ago that no case needs
 * it. Returns how many were emptied, and whether some are left because they are still needed.
 */
export async function emptyContacts(
  tx: Tx,
  memberId: string,
): Promise<{ emptied: number; left: boolean }> {
  const own = sql`seller_id = ${memberId}::uuid and num_nonnulls(contact, contact_sealed) > 0`
  const { rows } = await sql<{ id: string }>`
    update otc_trade set contact = null, contact_sealed = null where id in (
      select id from otc_trade trade where ${own}
        and closed_at <= house_now() - make_interval(days => ${PICTURE_NEEDED_DAYS})
        and not exists (select from otc_dispute dispute
          where dispute.trade_id = trade.id and dispute.closed_at is null)
      limit ${AT_ONCE})
    returning id`.execute(tx)
  const left = await sql`select 1 from otc_trade where ${own} limit 1`.execute(tx)
  return { emptied: rows.length, left: left.rows.length > 0 }
}
