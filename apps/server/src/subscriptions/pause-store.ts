import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

/** The end of the pause of each of these members who has paused investing now. */
export async function pausesAmong(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ memberId: string; until: Date }>`
    select member_id, max(until) as until from investment_pause
    where member_id = any(${[...memberIds]}::uuid[]) and until > house_now()
    group by member_id`.execute(reader)
  return new Map(rows.map(row => [row.memberId, row.until]))
}

export async function insertPause(
  tx: Tx,
  row: { memberId: string; until: Date; askedAt: Date },
): Promise<void> {
  await tx.insertInto('investmentPause').values(row).execute()
}
