import type { Locale } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'

/** When each of these members answered all questions correctly, for those who did. */
export async function answeredAmong(
  reader: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await reader
    .selectFrom('riskAnswer')
    .select(['memberId', 'answeredAt'])
    .where('memberId', 'in', [...memberIds])
    .execute()
  return new Map(rows.map(row => [row.memberId, row.answeredAt]))
}

/** Keeps the first time only. */
export async function insertAnswer(
  tx: Tx,
  row: { memberId: string; version: number; locale: Locale; words: string; answeredAt: Date },
): Promise<void> {
  await tx
    .insertInto('riskAnswer')
    .values(row)
    .onConflict(conflict => conflict.column('memberId').doNothing())
    .execute()
}
