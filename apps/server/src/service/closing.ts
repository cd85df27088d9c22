import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'

const AT_ONCE = 200

/** Empties some messages between a closed member and the service; returns how many. */
export async function emptyThread(
  tx: Tx,
  memberId: string,
): Promise<{ emptied: number; left: boolean }> {
  const own = sql`member_id = ${memberId}::uuid`
  const messages = await sql<{ id: string }>`
    update service_message set text = '', automatic = case when automatic is null then null else ''::bytea end
    where id in (select id from service_message
      where ${own} and (length(text) > 0 or length(automatic) > 0) limit ${AT_ONCE})
    returning id`.execute(tx)
  const ratings = await sql<{ id: string }>`
    update service_conversation set rating_text = ''
    where ${own} and length(rating_text) > 0 returning id`.execute(tx)
  const feedback = await sql<{ id: string }>`
    update feedback set text = '', answer = case when answer is null then null else ''::bytea end
    where ${own} and (length(text) > 0 or length(answer) > 0) returning id`.execute(tx)
  const emptied = messages.rows.length + ratings.rows.length + feedback.rows.length
  return { emptied, left: emptied > 0 }
}
