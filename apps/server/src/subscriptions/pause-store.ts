import type { Database, Tx } from '../platform/database/connect.ts'

/** When the last of a member's pauses ends or ended; null for who never took one. */
export async function lastPause(reader: Database | Tx, memberId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom('investmentPause')
    .select('until')
    .where('memberId', '=', memberId)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.until ?? null
}

export async function insertPause(
  tx: Tx,
  row: { memberId: string; until: Date; askedAt: Date },
): Promise<void> {
  await tx.insertInto('investmentPause').values(row).execute()
}
