import type { OperatorRole } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'

/** A proposed grant for an operator's account. Never changes. */
export interface GrantRow {
  id: string
  name: string
  role: OperatorRole
  roleBefore: OperatorRole | null
  memberId: string | null
}

export async function insertGrant(tx: Tx, row: GrantRow): Promise<void> {
  await tx.insertInto('operatorGrant').values(row).execute()
}

export const findGrants = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<GrantRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('operatorGrant')
        .selectAll()
        .where('id', 'in', ids)
        .execute()) as GrantRow[])
