import {
  type AnswerOf,
  arbitratorsNeeded,
  arbitratorsWanted,
  type hearingDesk,
  roundOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { waitingCases } from './case-queue.ts'
import type { OtcDeps } from './context.ts'
import { tiesOf } from './ties.ts'

type Desk = AnswerOf<typeof hearingDesk>

/** Returns who hears cases, and which cases wait for whom, as administrators see it. */
export async function deskView(database: Database, context: OtcDeps): Promise<Desk> {
  const desk = await context.arbitrators(database)
  const present = desk.filter(one => one.present).length
  const cases: Desk['cases'] = []
  for (const { dispute, trade, facts, queue, draw } of await waitingCases(
    database,
    context,
    await systemNow(database),
  )) {
    const ties =
      draw?.ties ?? (await tiesOf(database, context, desk, { trade, disputeId: dispute.id }))
    cases.push({
      id: wireIdOf('cas', dispute.id),
      caseNumber: dispute.caseNumber,
      state: dispute.state,
      round: roundOf(dispute.state),
      queue,
      held: desk.find(one => one.operatorId === facts.seat?.operatorId)?.name ?? null,
      ties: desk.map(({ name, operatorId }) => ({
        name,
        tie: ties.get(operatorId) ?? 'none',
        asked: draw?.asked.some(one => one.operatorId === operatorId) ?? false,
      })),
    })
  }
  return {
    arbitrators: desk.map(({ name, signedInAt, present }) => ({
      name,
      present,
      signedInAt: signedInAt?.toISOString() ?? null,
    })),
    present,
    needed: arbitratorsNeeded,
    wanted: arbitratorsWanted,
    marketOpen: present >= arbitratorsNeeded,
    cases,
  }
}
