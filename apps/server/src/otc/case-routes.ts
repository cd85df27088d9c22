import {
  agreeWithOpinion,
  appointArbitrator,
  askStatement,
  caseList,
  decideCase,
  disagreeWithOpinion,
  getCase,
  giveOpinion,
  handBackCase,
  hearingDesk,
  openCaseEvidence as openCaseEvidenceCall,
  parseAmount,
  type RulingOutcome,
  showOpinions as showOpinionsCall,
  takeCase,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import {
  type Operator,
  operatorMoneyRoute,
  operatorRoute,
  type Route,
} from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { appoint } from './appointments.ts'
import { unopenedEvidence } from './case-evidence.ts'
import { casesPage, type QueuedRow } from './case-lists.ts'
import {
  agree,
  askSide,
  decideBetween,
  disagree,
  type GivenOpinion,
  handBack,
  openCaseEvidence,
  opine,
  showOpinions,
  takeSeat,
} from './cases.ts'
import type { OtcDeps } from './context.ts'
import {
  type DisputeRow,
  findDispute,
  heldSeat,
  opinionsOf,
  seatOfOperator,
  uploadsShown,
  wholeDispute,
} from './dispute-store.ts'
import { isDrawn } from './draw.ts'
import { deskView } from './hearing-desk.ts'
import { findOrder } from './order-store.ts'
import { presentCase, presentQueued } from './present-dispute.ts'
import { tradeView } from './trade-routes.ts'
import { findTrade } from './trade-store.ts'

const opinionIn = (body: {
  outcome: RulingOutcome
  releaseQuantity?: string | undefined
  clause: GivenOpinion['clause']
  reasons: string
}): GivenOpinion => ({
  outcome: body.outcome,
  releaseQuantity: body.releaseQuantity === undefined ? null : parseAmount(body.releaseQuantity),
  clause: body.clause,
  reasons: body.reasons,
})

/** The arbitrators' calls, and the administrators' about them. Nothing is decided here. */
export function caseRoutes(database: Database, context: OtcDeps): Route[] {
  const view = async (tx: Tx, operator: Operator, acted: Promise<DisputeRow>) =>
    fullCase(tx, context, operator, (await acted).id)
  return [
    operatorRoute(caseList, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, ['instant', 'uuid'], locale),
        limit: query.limit,
      }
      const mine = query.mine === undefined ? undefined : query.mine === 'true'
      const { rows, next } = await casesPage(database, caller.operatorId, { mine }, page)
      const drawn = await inTransaction(database, tx => drawnAmong(tx, context, caller, rows))
      return {
        items: rows.map(row => presentQueued(row, { ...row, isDrawn: drawn.has(row.id) })),
        nextCursor: next && writeCursor(next),
      }
    }),
    operatorRoute(getCase, ({ params, caller }) =>
      fullCase(database, context, caller, uuidOf(params.id)),
    ),
    operatorMoneyRoute(takeCase, (tx, { params, caller }) =>
      view(tx, caller, takeSeat(tx, context, caller, uuidOf(params.id))),
    ),
    operatorMoneyRoute(handBackCase, async (tx, { params, body, caller }) => {
      await handBack(tx, context, caller, uuidOf(params.id), body.reason)
      return {}
    }),
    operatorMoneyRoute(askStatement, (tx, { params, body, caller }) =>
      view(tx, caller, askSide(tx, context, caller, uuidOf(params.id), body)),
    ),
    operatorRoute(openCaseEvidenceCall, ({ params, body, caller }) =>
      inTransaction(database, tx =>
        view(
          tx,
          caller,
          openCaseEvidence(tx, context, caller, uuidOf(params.id), uuidOf(body.evidence)),
        ),
      ),
    ),
    operatorMoneyRoute(giveOpinion, (tx, { params, body, caller }) =>
      view(tx, caller, opine(tx, context, caller, uuidOf(params.id), opinionIn(body))),
    ),
    operatorMoneyRoute(showOpinionsCall, (tx, { params, caller }) =>
      view(tx, caller, showOpinions(tx, context, caller, uuidOf(params.id))),
    ),
    operatorMoneyRoute(agreeWithOpinion, (tx, { params, body, caller }) =>
      view(tx, caller, agree(tx, context, caller, uuidOf(params.id), body.reasons)),
    ),
    operatorMoneyRoute(disagreeWithOpinion, (tx, { params, body, caller }) =>
      view(tx, caller, disagree(tx, context, caller, uuidOf(params.id), opinionIn(body))),
    ),
    operatorRoute(hearingDesk, () => deskView(database, context)),
    operatorMoneyRoute(appointArbitrator, async (tx, { params, body, caller }) => {
      const { dispute, ...seated } = await appoint(tx, context, caller, uuidOf(params.id), body)
      const { caseNumber, state } = dispute
      return { id: wireIdOf('cas', dispute.id), caseNumber, state, ...seated }
    }),
    operatorMoneyRoute(decideCase, (tx, { params, body, caller }) =>
      view(tx, caller, decideBetween(tx, context, caller, uuidOf(params.id), body)),
    ),
  ]
}

/** Of these cases, those whose free seat the lot has brought to this arbitrator. */
async function drawnAmong(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  rows: readonly QueuedRow[],
): Promise<Set<string>> {
  const now = await systemNow(tx)
  const drawn = new Set<string>()
  for (const dispute of rows) {
    const trade = dispute.isHeld ? undefined : await findTrade(tx, dispute.tradeId)
    if (trade && (await isDrawn(tx, context, operator, { dispute, trade, now })))
      drawn.add(dispute.id)
  }
  return drawn
}

/** A case in full, for the one who sits in it. A case that is not theirs is told from none only to arbitrators. */
async function fullCase(
  reader: Database | Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
) {
  const dispute = await findDispute(reader, caseId)
  if (!dispute) return refuse('notFound')
  const seat = await seatOfOperator(reader, dispute.id, operator.operatorId)
  if (!seat) return refuse('caseNotYours')
  const trade = await findTrade(reader, dispute.tradeId)
  const order = trade && (await findOrder(reader, trade.orderId))
  if (!trade || !order) throw new Error(`case ${caseId} has no trade`)
  const whole = await wholeDispute(reader, dispute)
  const files = await context.filesAmong(reader, uploadsShown([whole]))
  return presentCase(
    {
      ...whole,
      opinions: await opinionsOf(reader, dispute.id),
      heldSeat: await heldSeat(reader, dispute),
      unopened: await unopenedEvidence(reader, dispute, operator.operatorId),
    },
    trade,
    await tradeView(reader, context, trade, trade.buyerId),
    { operator, seat, feeBps: order.feeBps, now: await systemNow(reader), files },
  )
}
