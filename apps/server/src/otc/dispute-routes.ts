import {
  type Attached,
  acceptRuling,
  appealTrade,
  askReview,
  clauseNumbers,
  clauses,
  concedeTrade,
  disputeClauses,
  disputeStatistics,
  releaseAnyway,
  stateInDispute,
  uuidOf,
  withdrawAppeal,
} from '@banyan/domain'
import { attachedIn } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { checkHash, checkLateHash } from './check-hash.ts'
import type { OtcDeps } from './context.ts'
import { statisticsOfDisputes } from './dispute-statistics.ts'
import {
  acceptRuling as accept,
  appeal,
  askForReview,
  makeStatement,
  type Submission,
  settle,
  withdraw,
} from './disputes.ts'
import { tradeView } from './trade-routes.ts'
import type { TradeRow } from './trade-store.ts'

const submissionIn = (
  body: Attached & { text: string; hash?: string | undefined },
): Submission => ({
  text: body.text,
  hash: body.hash,
  ...attachedIn(body),
})

/** What the parties of a case do, and what everybody can read of cases. Nothing is decided here. */
export function disputeRoutes(database: Database, context: OtcDeps): Route[] {
  const view = async (tx: Tx, trade: Promise<TradeRow>, viewerId: string) =>
    tradeView(tx, context, await trade, viewerId)
  const before = checkHash(database, context)
  return [
    moneyRoute(
      appealTrade,
      (tx, { params, body, caller: { memberId } }) => {
        const submission = { ...submissionIn(body), reason: body.reason }
        return view(tx, appeal(tx, context, memberId, uuidOf(params.id), submission), memberId)
      },
      checkLateHash(database, context),
    ),
    moneyRoute(
      stateInDispute,
      (tx, { params, body, caller: { memberId } }) =>
        view(
          tx,
          makeStatement(tx, context, memberId, uuidOf(params.id), submissionIn(body)),
          memberId,
        ),
      before,
    ),
    moneyRoute(withdrawAppeal, (tx, { params, caller: { memberId } }) =>
      view(tx, withdraw(tx, context, memberId, uuidOf(params.id)), memberId),
    ),
    moneyRoute(concedeTrade, (tx, { params, caller: { memberId } }) =>
      view(tx, settle(tx, context, memberId, uuidOf(params.id), 'concede'), memberId),
    ),
    moneyRoute(releaseAnyway, (tx, { params, caller: { memberId } }) =>
      view(tx, settle(tx, context, memberId, uuidOf(params.id), 'releaseAnyway'), memberId),
    ),
    moneyRoute(acceptRuling, (tx, { params, caller: { memberId } }) =>
      view(tx, accept(tx, context, memberId, uuidOf(params.id)), memberId),
    ),
    moneyRoute(
      askReview,
      (tx, { params, body, caller: { memberId } }) =>
        view(
          tx,
          askForReview(tx, context, memberId, uuidOf(params.id), submissionIn(body)),
          memberId,
        ),
      before,
    ),

    route(disputeClauses, async () => ({
      items: clauseNumbers.map(number => ({ number, text: { ...clauses[number] } })),
    })),
    route(disputeStatistics, () => statisticsOfDisputes(database, context)),
  ]
}
