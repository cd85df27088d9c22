import {
  type AnswerOf,
  approveProposal,
  evidenceKinds,
  getProposal,
  openEvidence,
  type ProposalEvent,
  parseAmount,
  proposalKindsOf,
  proposalList,
  proposalMoves,
  proposeAccountFreeze,
  proposeCost,
  proposeDepositKey,
  proposeDistributedStatus,
  proposeExplanation,
  proposeFactorReset,
  proposeInsider,
  proposeOperator,
  proposeOperatorEnd,
  proposeReceipt,
  proposeRules,
  proposeSharing,
  proposeVoid,
  proposeWindDown,
  proposeWindDownCancel,
  refuseProposal,
  reportShortfall,
  statusAppealList,
  uuidOf,
  wireIdOf,
  withdrawProposal,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import {
  type Operator,
  operatorMoneyRoute,
  operatorRoute,
  type Route,
} from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { Asker, ProposalContext } from './context.ts'
import { decide, openEvidenceOf, propose } from './decide.ts'
import { kinds, type Subject } from './kinds.ts'
import { statusAppeals } from './status-appeals.ts'
import { findProposal, openedAmong, type ProposalRow, proposalsPage } from './store.ts'

type View = AnswerOf<typeof getProposal>

interface Ending extends Asker {
  params: { id: string }
  body: { reason: string; acknowledges?: readonly string[] }
}

/** The calls by which two operators agree. This file decides nothing. */
export function proposalRoutes(database: Database, context: ProposalContext): Route[] {
  const viewOf = async (tx: Database | Tx, row: ProposalRow, asker: Asker) =>
    (await viewsOf(tx, context, [row], asker))[0] as View
  const decided = async (tx: Tx, event: ProposalEvent, call: Ending) => {
    const { caller, locale, params, body } = call
    const { reason, acknowledges = [] } = body
    const asked = { id: uuidOf(params.id), event, reason, acknowledges, locale }
    const { ended, secret } = await decide(tx, context, caller, asked)
    return { view: await viewOf(tx, ended, call), secret }
  }
  return [
    operatorRoute(proposalList, async call => {
      const { state, kind, limit, cursor } = call.query
      const after = readCursor(cursor, ['instant', 'uuid'], call.locale)
      const kinds = proposalKindsOf(call.caller.role).filter(one => (kind ?? one) === one)
      const rows = await proposalsPage(database, { state, kinds }, { after, limit })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        items: await viewsOf(database, context, page, call),
        nextCursor: last ? writeCursor([last.proposedAt.toISOString(), last.id]) : null,
      }
    }),
    operatorRoute(getProposal, async call => {
      const row = await findProposal(database, uuidOf(call.params.id))
      const isRead = row && proposalKindsOf(call.caller.role).includes(row.kind)
      return isRead ? viewOf(database, row, call) : refuse('notFound')
    }),
    operatorMoneyRoute(proposeRules, async (tx, call) => {
      const id = await context.rules.write(tx, call.body, call.locale)
      const { acknowledges, ...written } = call.body
      const about = { ...written, ...(acknowledges.length > 0 && { acknowledges }) }
      const proposed = { id, kind: 'rules' as const, about, acknowledges }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeReceipt, async (tx, call) => {
      const { receiptId, ...given } = call.body
      const { operatorId } = call.caller
      const id = await context.treasury.classifyReceipt(tx, {
        ...given,
        receiptId: uuidOf(receiptId),
        operatorId,
      })
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'receipt', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeCost, async (tx, call) => {
      const { transferId, ...given } = call.body
      const { operatorId } = call.caller
      const id = await context.treasury.proposeCost(tx, {
        ...given,
        transferId: uuidOf(transferId),
        operatorId,
      })
      const about = call.body
      return viewOf(tx, await propose(tx, context, call.caller, { id, kind: 'cost', about }), call)
    }),
    operatorMoneyRoute(reportShortfall, async (tx, call) => {
      const { amount, evidence } = call.body
      const { operatorId } = call.caller
      const report = { amount: parseAmount(amount), evidence, operatorId }
      const id = await context.treasury.reportShortfall(tx, report)
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'shortfall', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeSharing, async (tx, call) => {
      const { most, notice } = call.body
      const { operatorId } = call.caller
      const id = await context.losses.propose(tx, { most: parseAmount(most), notice, operatorId })
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'sharing', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeOperator, async (tx, call) => {
      const id = await context.operators.writeGrant(tx, call.body)
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'operator', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeInsider, async (tx, call) => {
      const id = await context.distribution.writeListing(tx, call.body)
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'insider', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeWindDown, async (tx, call) => {
      const { costs, ...given } = call.body
      const { operatorId } = call.caller
      const proposed = { ...given, costs: parseAmount(costs), operatorId }
      const id = await context.windDown.propose(tx, proposed)
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'wind_down', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeWindDownCancel, async (tx, call) => {
      const { why } = call.body
      const { operatorId } = call.caller
      const id = await context.windDown.proposeCancellation(tx, { why, operatorId })
      const proposed = { id, kind: 'wind_down_cancel' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeExplanation, async (tx, call) => {
      const { transferId, ...given } = call.body
      const { operatorId } = call.caller
      const explained = { ...given, transferId: uuidOf(transferId), operatorId }
      const id = await context.explanations.explain(tx, explained)
      const about = call.body
      return viewOf(
        tx,
        await propose(tx, context, call.caller, { id, kind: 'explanation', about }),
        call,
      )
    }),
    operatorMoneyRoute(proposeVoid, async (tx, call) => {
      const { withdrawalId, why } = call.body
      const { operatorId } = call.caller
      const asked = { withdrawalId: uuidOf(withdrawalId), why, operatorId }
      const id = await context.withdrawals.proposeVoid(tx, asked)
      const proposed = { id, kind: 'withdrawal_void' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeDepositKey, async (tx, call) => {
      const { operatorId } = call.caller
      const id = await context.depositKeys.propose(tx, { ...call.body, operatorId })
      const proposed = { id, kind: 'deposit_key' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeFactorReset, async (tx, call) => {
      const id = await context.operators.writeFactorReset(tx, call.body)
      const proposed = { id, kind: 'factor_reset' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeOperatorEnd, async (tx, call) => {
      const id = await context.operators.writeOperatorEnd(tx, call.body)
      const proposed = { id, kind: 'operator_end' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeAccountFreeze, async (tx, call) => {
      const { memberId, operatorId, role } = call.caller
      const among = role === 'arbitrator' ? await context.partiesOfCases(tx, operatorId) : null
      const id = await context.accountFreezes.propose(tx, call.body, { memberId, among })
      const proposed = { id, kind: 'account_freeze' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorMoneyRoute(proposeDistributedStatus, async (tx, call) => {
      const { memberId, operatorId, role } = call.caller
      const among = role === 'arbitrator' ? await context.partiesOfCases(tx, operatorId) : null
      const { statusDecisions } = context.distribution
      const id = await statusDecisions.propose(tx, call.body, { operatorId, memberId, among })
      const proposed = { id, kind: 'distributed_status' as const, about: call.body }
      return viewOf(tx, await propose(tx, context, call.caller, proposed), call)
    }),
    operatorRoute(statusAppealList, call => statusAppeals(database, context, call)),
    operatorRoute(openEvidence, call =>
      inTransaction(database, async tx =>
        viewOf(tx, await openEvidenceOf(tx, context, call.caller, uuidOf(call.params.id)), call),
      ),
    ),
    operatorMoneyRoute(approveProposal, async (tx, call) => {
      const { view, secret } = await decided(tx, 'approve', call)
      return { ...view, setUpSecret: secret }
    }),
    operatorMoneyRoute(
      refuseProposal,
      async (tx, call) => (await decided(tx, 'refuse', call)).view,
    ),
    operatorMoneyRoute(
      withdrawProposal,
      async (tx, call) => (await decided(tx, 'withdraw', call)).view,
    ),
  ]
}

/** Proposals as an operator reads them, with what the operator may do with each. */
export async function viewsOf(
  reader: Database | Tx,
  context: ProposalContext,
  rows: readonly ProposalRow[],
  { caller, locale }: Asker,
): Promise<View[]> {
  const subjects = new Map<string, Subject>()
  const closed = new Set<string>()
  for (const kind of new Set(rows.map(row => row.kind))) {
    const of = rows.filter(row => row.kind === kind)
    const { subjects: subjectsOf, closedTo } = kinds[kind]
    const ids = of.map(row => row.id)
    for (const [id, subject] of await subjectsOf(reader, context, ids, locale))
      subjects.set(id, subject)
    const open = of.filter(row => row.state === 'open').map(row => row.id)
    const found = await closedTo?.(reader, context, open, caller)
    for (const id of found?.keys() ?? []) closed.add(id)
  }
  const opened = await openedAmong(
    reader,
    caller.operatorId,
    rows.map(row => row.id),
  )
  return rows.map(row => {
    const subject = subjects.get(row.id)
    if (!subject) throw new Error(`proposal ${row.id} has no content`)
    const evidenceOpened = !evidenceKinds.has(row.kind) || opened.has(row.id)
    return present(row, { subject, evidenceOpened, isClosed: closed.has(row.id) }, caller)
  })
}

const present = (
  row: ProposalRow,
  {
    subject,
    evidenceOpened,
    isClosed,
  }: { subject: Subject; evidenceOpened: boolean; isClosed: boolean },
  caller: Operator,
): View => ({
  id: wireIdOf('prp', row.id),
  state: row.state,
  proposedBy: row.proposer,
  proposedAt: row.proposedAt.toISOString(),
  endedBy: row.ender,
  endedAt: row.endedAt?.toISOString() ?? null,
  reason: row.reason,
  // An ended proposal is not checked again.
  subject:
    subject.kind === 'rules' && row.state !== 'open' ? { ...subject, objections: [] } : subject,
  evidenceOpened,
  moves: isClosed
    ? []
    : proposalMoves({ ...row, isOwn: row.proposedBy === caller.operatorId }, caller.role),
})
