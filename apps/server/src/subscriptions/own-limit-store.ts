import type { OwnLimit } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'

/** Every wish of a member for the own limit, oldest first. */
export const ownLimits = (database: Database | Tx, memberId: string): Promise<OwnLimit[]> =>
  database
    .selectFrom('investmentLimit')
    .select(['amount', 'askedAt', 'effectiveAt'])
    .where('memberId', '=', memberId)
    .orderBy('number')
    .execute()

export async function insertOwnLimit(
  tx: Tx,
  row: OwnLimit & { memberId: string; number: number },
): Promise<void> {
  await tx.insertInto('investmentLimit').values(row).execute()
}
