import { type AnswerOf, type statusAppealList, wireIdOf } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import type { Asker, ProposalContext } from './context.ts'
import { openAmong } from './store.ts'

/** One page of appeals against suspensions that wait, each with the proposal that would answer it. */
export async function statusAppeals(
  database: Database,
  { distribution }: ProposalContext,
  { query, caller, locale }: Asker & { query: { limit: number; cursor?: string | undefined } },
): Promise<AnswerOf<typeof statusAppealList>> {
  const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
  const rows = await distribution.waitingAppeals(database, { after, limit: query.limit })
  const shown = rows.slice(0, query.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const memberIds = shown.map(({ memberId }) => memberId)
  const decisions = await distribution.statusDecisions.ofMembers(database, memberIds)
  const open = await openAmong(
    database,
    decisions.map(({ id }) => id),
  )
  return {
    items: shown.map(({ memberId, appealedAt, suspendedAt, ...row }) => {
      const proposed = decisions.find(one => one.memberId === memberId && open.has(one.id))
      return {
        ...row,
        appealedAt: appealedAt.toISOString(),
        suspendedAt: suspendedAt.toISOString(),
        proposalId: proposed ? wireIdOf('prp', proposed.id) : null,
        mayPropose: memberId !== caller.memberId,
      }
    }),
    nextCursor: last ? writeCursor([last.appealedAt.toISOString(), last.memberId]) : null,
  }
}
