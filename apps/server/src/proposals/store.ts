import type { ProposalKind, ProposalState } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import type { Proposal as ProposalTable } from './generated.ts'

export type ProposalRow = Omit<Selectable<ProposalTable>, 'kind' | 'state'> & {
  kind: ProposalKind
  state: ProposalState
}

export async function insertProposal(tx: Tx, row: Insertable<ProposalTable>): Promise<ProposalRow> {
  await announceToOperators(tx, 'proposals')
  return (await tx
    .insertInto('proposal')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()) as ProposalRow
}

/** A proposal, locked until the transaction ends. */
export const lockProposal = async (tx: Tx, id: string): Promise<ProposalRow | undefined> =>
  (await tx
    .selectFrom('proposal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ProposalRow | undefined

export const findProposal = async (
  reader: Database | Tx,
  id: string,
): Promise<ProposalRow | undefined> =>
  (await reader.selectFrom('proposal').selectAll().where('id', '=', id).executeTakeFirst()) as
    | ProposalRow
    | undefined

export async function endProposal(
  tx: Tx,
  id: string,
  end: Pick<ProposalRow, 'state' | 'endedBy' | 'ender' | 'endedAt' | 'reason'>,
): Promise<ProposalRow> {
  await announceToOperators(tx, 'proposals')
  return (await tx
    .updateTable('proposal')
    .set(end)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as ProposalRow
}

/** Notes that an operator has opened a proposal's evidence; false when they had before. */
export async function insertOpened(
  tx: Tx,
  row: { proposalId: string; operatorId: string; openedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('proposalEvidenceOpened')
    .values(row)
    .onConflict(one => one.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Those of these proposals whose evidence an operator has opened. */
export async function openedAmong(
  reader: Database | Tx,
  operatorId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('proposalEvidenceOpened')
    .select('proposalId')
    .where('operatorId', '=', operatorId)
    .where('proposalId', 'in', ids)
    .execute()
  return new Set(rows.map(row => row.proposalId))
}

/** Newest first, one more than a page is long. */
export async function proposalsPage(
  database: Database,
  filter: { state?: ProposalState | undefined; kinds: readonly ProposalKind[] },
  page: { after: readonly string[] | null; limit: number },
): Promise<ProposalRow[]> {
  if (filter.kinds.length === 0) return []
  let query = database
    .selectFrom('proposal')
    .selectAll()
    .where('kind', 'in', filter.kinds)
    .orderBy('proposedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (filter.state) query = query.where('state', '=', filter.state)
  if (page.after) {
    const [at, id] = page.after
    query = query.where(sql<boolean>`(proposed_at, id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  return (await query.execute()) as ProposalRow[]
}

/** Those of these proposals that are open. */
export async function openAmong(
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader
    .selectFrom('proposal')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .execute()
  return new Set(rows.map(row => row.id))
}

/** The newest of these proposals, the newest first. */
export async function newestProposals(
  reader: Database | Tx,
  ids: readonly string[],
  limit: number,
): Promise<ProposalRow[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .selectFrom('proposal')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('proposedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows as ProposalRow[]
}
