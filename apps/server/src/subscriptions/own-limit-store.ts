import type { OwnLimit } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'

/**
 * Every change of the own limit that these members asked for, oldest first. Members without any are
 * left out.
 */
export async function ownLimitsAmong(
  database: Database | Tx,
  memberIds: readonly string[],
): Promise<Map<string, OwnLimit[]>> {
  const rows = await database
    .selectFrom('investmentLimit')
    .select(['memberId', 'amount', 'askedAt', 'effectiveAt'])
    .where('memberId', 'in', memberIds)
    .orderBy('number')
    .execute()
  const limits = new Map<string, OwnLimit[]>()
  for (const { memberId, ...wish } of rows) {
    const own = limits.get(memberId)
    if (own) own.push(wish)
    else limits.set(memberId, [wish])
  }
  return limits
}

/** The number of a member's next change. */
export async function nextLimitNumber(tx: Tx, memberId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('investmentLimit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count) + 1
}

export async function insertOwnLimit(
  tx: Tx,
  row: OwnLimit & { memberId: string; number: number },
): Promise<void> {
  await tx.insertInto('investmentLimit').values(row).execute()
}
