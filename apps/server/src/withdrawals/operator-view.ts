import {
  type AnswerOf,
  formatAmount,
  type withdrawalForOperator,
  withdrawalMachine,
  type withdrawalQueue,
  withdrawalStageOf,
} from '@banyan/domain'
import { canonicalOrder } from '@banyan/payouts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import type { DecisionContext } from './decisions.ts'
import { type Judged, judgeRow, judgeRows } from './judging.ts'
import { orderOf } from './orders.ts'
import { presentDecision, withdrawalId } from './present.ts'
import { accountIdsOf } from './queue-store.ts'
import { decisionsOf, payoutsOf, stepsOf, transactionsOf } from './record-store.ts'
import { ruleChecksOf } from './rule-check-store.ts'
import type { WithdrawalRow } from './store.ts'
import { lastingRefusalOf } from './voids.ts'

type Reader = Database | Tx
type Queued = AnswerOf<typeof withdrawalQueue>['items'][number]
type Read = AnswerOf<typeof withdrawalForOperator>

/** What the operators' view of withdrawals needs. */
export interface OperatorViewContext extends DecisionContext {
  accountIdOf: (reader: Reader, memberId: string) => Promise<string>
}

/** Withdrawals of the queue, in their order, for the calling operator. */
export async function queuedViews(
  context: OperatorViewContext,
  reader: Reader,
  rows: readonly WithdrawalRow[],
  operator: Operator,
): Promise<Queued[]> {
  const accounts = await accountIdsOf(
    reader,
    rows.map(one => one.memberId),
  )
  const judged = await judgeRows(context, reader, rows)
  return judged.map(one => queued(one, accounts.get(one.row.memberId) ?? '', operator))
}

function queued({ row, checks, now }: Judged, accountId: string, operator: Operator): Queued {
  const ageMs = now.getTime() - row.requestedAt.getTime()
  return {
    id: withdrawalId(row.id),
    orderNumber: row.orderNumber,
    accountId,
    address: row.address,
    amount: formatAmount(row.amount),
    expected: formatAmount(row.amount - row.fee),
    state: row.state,
    requestedAt: row.requestedAt.toISOString(),
    ageMinutes: Math.floor(ageMs / 60_000),
    approvableFrom: row.approvableFrom.toISOString(),
    checks,
    moves: movesOf(row, operator),
  }
}

/**
 * The moves that the operator's role allows in this state; nobody decides on their own withdrawal.
 */
function movesOf(row: WithdrawalRow, { role, memberId }: Operator): Queued['moves'] {
  if ((role !== 'reviewer' && role !== 'treasurer') || memberId === row.memberId) return []
  const moves = withdrawalMachine.moves(row.state, role)
  return (['review', 'release', 'refuse'] as const).filter(move => moves.includes(move))
}

/** One withdrawal in full, with the exact order to sign. */
export async function operatorView(
  context: OperatorViewContext,
  reader: Reader,
  row: WithdrawalRow,
  operator: Operator,
): Promise<Read> {
  const judged = await judgeRow(context, reader, row)
  const steps = await stepsOf(reader, [row.id])
  const decisions = await decisionsOf(reader, [row.id])
  const [ruleCheck] = await ruleChecksOf(reader, [row.id])
  const totals = await context.ledger.totals(reader, row.memberId)
  const { history } = judged
  const isOpen = !withdrawalMachine.isFinal(row.state)
  const order = context.payoutChain && isOpen ? orderOf(row, context.payoutChain) : null
  return {
    ...queued(judged, await context.accountIdOf(reader, row.memberId), operator),
    fee: formatAmount(row.fee),
    remarks: row.remarks,
    steps: steps.map(({ state, at }) => ({
      state,
      stage: withdrawalStageOf[state],
      at: at.toISOString(),
    })),
    decisions: decisions.map(presentDecision),
    ruleCheck: ruleCheck ? { ...ruleCheck, at: ruleCheck.at.toISOString() } : null,
    member: {
      joinedAt: judged.joinedAt.toISOString(),
      recharged: formatAmount(totals.totalIn),
      withdrawn: formatAmount(totals.totalOut),
      requestsToday: history.requestsToday,
      requestedToday: formatAmount(history.requestedToday),
      paidToAddress: history.paidToAddress,
      openCases: judged.openCases,
      frozenUntil: judged.frozenUntil?.toISOString() ?? null,
    },
    order,
    text: order && canonicalOrder(order),
    payout: await payoutView(reader, row.id),
  }
}

async function payoutView(reader: Reader, id: string): Promise<Read['payout']> {
  const [payout] = await payoutsOf(reader, [id])
  if (!payout) return null
  const signed = await transactionsOf(reader, [id])
  return {
    transactions: signed.map(one => one.hash),
    nonce: payout.nonce,
    refused: payout.refused,
    detail: payout.refusedDetail,
    retryAt: payout.retryAt?.toISOString() ?? null,
    returnsFrom: lastingRefusalOf(payout)?.returnsFrom.toISOString() ?? null,
  }
}
