import { approval as approvalShape, isApprovedBy } from '@banyan/payouts'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { type Judged, type JudgingContext, judgeRow } from './judging.ts'
import { orderOf, type PayoutChain } from './orders.ts'
import { withdrawalId } from './present.ts'
import { decisionsOf, insertDecision } from './record-store.ts'
import { refuseWhileRestoring } from './restore-store.ts'
import { stepOf, takeStep } from './steps.ts'
import * as store from './store.ts'

/** What deciding needs. */
export interface DecisionContext extends JudgingContext {
  ledger: Ledger
  /** The chain of payouts; null where no chain is connected. */
  payoutChain: PayoutChain | null
  /**
   * Waits for a run that is changing all balances. Throws `lossBeingShared` while one shares a
   * loss.
   */
  enterBalances: (tx: Tx) => Promise<void>
  /** The public key that an operator signs with, or null. */
  payoutKeyOf: (reader: Database | Tx, operatorId: string) => Promise<string | null>
  /** True when two members are connected by at most so many invitations. */
  areNear: (reader: Database | Tx, a: string, b: string, hops: number) => Promise<boolean>
  recordAct: (
    tx: Tx,
    operator: Operator,
    act: {
      action: string
      object: string
      reason?: string | null
      reasonForMember?: boolean
      before?: unknown
      after?: unknown
      members: readonly string[]
    },
  ) => Promise<void>
}

/** Security 4.11: an operator this close to a member decides nothing about them. */
const TIE_HOPS = 3

const approvals = {
  review: { event: 'review', role: 'reviewer' },
  release: { event: 'release', role: 'treasurer' },
} as const

/** An operator's approval as given. */
export interface GivenApproval {
  decision: keyof typeof approvals
  id: string
  signature: string
  note: string | null
  reason: string | null
}

/**
 * Gives the first or the second approval. The step, the signed decision and the act in the log are
 * one transaction; the signer checks both signatures again by its own list. Throws what
 * `withdrawals.review` names.
 */
export async function approveWithdrawal(
  context: DecisionContext,
  tx: Tx,
  operator: Operator,
  given: GivenApproval,
): Promise<store.WithdrawalRow> {
  const { event, role } = approvals[given.decision]
  const row = await lockForDecision(context, tx, operator, given.id)
  const happening = { event, actor: role } as const
  if (operator.role !== role || !stepOf(row, happening)) return refuse('withdrawalNotWaiting')
  await refuseSamePerson(tx, row, operator)
  const judged = await judgeRow(context, tx, row)
  refuseUnfit(judged, given.reason)
  const approved = await refuseUnsigned(context, tx, { row, operator, role, given })
  const moved = await takeStep(tx, row, happening)
  await insertDecision(tx, {
    id: newUuid(),
    withdrawalId: row.id,
    decision: given.decision,
    at: judged.now,
    ...decider(operator),
    role,
    note: given.note,
    arrives: row.amount - row.fee,
    signature: approved.signature,
  })
  await context.recordAct(tx, operator, {
    action: `${given.decision} withdrawal`,
    object: withdrawalId(row.id),
    reason: given.reason ?? given.note,
    reasonForMember: given.reason === null,
    members: [row.memberId],
    before: { state: row.state },
    after: { state: moved.state, signature: approved.signature, checks: judged.checks },
  })
  return moved
}

/**
 * Refuses a withdrawal: gives the whole amount back, with a reason for the member. Throws
 * `withdrawalNotWaiting` once it has been released, `withdrawalOwn`, `withdrawalTie`,
 * `withdrawalRestorePending`, `lossBeingShared`.
 */
export async function refuseWithdrawal(
  context: DecisionContext,
  tx: Tx,
  operator: Operator,
  { id, reason }: { id: string; reason: string },
): Promise<store.WithdrawalRow> {
  const row = await lockForDecision(context, tx, operator, id)
  const { role } = operator
  if (role !== 'reviewer' && role !== 'treasurer') return refuse('forbidden')
  const happening = { event: 'refuse', actor: role, reason: 'refused' } as const
  if (!stepOf(row, happening)) return refuse('withdrawalNotWaiting')
  await refuseWhileRestoring(tx, context.payoutChain !== null)
  const { now } = await judgeRow(context, tx, row)
  await context.ledger.voidHold(tx, row.holdId)
  const moved = await takeStep(tx, row, happening)
  await insertDecision(tx, {
    id: newUuid(),
    withdrawalId: row.id,
    decision: 'refuse',
    at: now,
    note: reason,
    ...decider(operator),
    role,
    arrives: row.amount - row.fee,
    signature: null,
  })
  await context.recordAct(tx, operator, {
    action: 'refuse withdrawal',
    object: withdrawalId(row.id),
    reason,
    reasonForMember: true,
    members: [row.memberId],
    before: { state: row.state },
    after: { state: moved.state },
  })
  return moved
}

const decider = ({ operatorId, name }: Operator) => ({ operatorId, operator: name })

/** The locked row, for an operator without a tie to it. */
async function lockForDecision(
  context: DecisionContext,
  tx: Tx,
  operator: Operator,
  id: string,
): Promise<store.WithdrawalRow> {
  await context.enterBalances(tx)
  const row = await store.lockWithdrawal(tx, id)
  if (!row) return refuse('notFound')
  const { memberId } = operator
  if (memberId === row.memberId) refuse('withdrawalOwn')
  if (memberId !== null && (await context.areNear(tx, memberId, row.memberId, TIE_HOPS)))
    refuse('withdrawalTie')
  return row
}

/**
 * Two different people: an operator whose role has changed since they approved does not approve
 * again.
 */
async function refuseSamePerson(
  tx: Tx,
  row: store.WithdrawalRow,
  { operatorId }: Operator,
): Promise<void> {
  const given = await decisionsOf(tx, [row.id])
  if (given.some(one => one.operatorId === operatorId && one.overtakenAt === null))
    refuse('withdrawalSecondPerson')
}

/** A freeze and a new address prevent every approval; any other failed check needs a reason. */
function refuseUnfit({ row, checks, frozenUntil, now }: Judged, reason: string | null): void {
  if (frozenUntil) {
    const until = inPlatformZone(frozenUntil)
    refuse('withdrawalsFrozen', { until }, { until: frozenUntil.toISOString() })
  }
  if (row.approvableFrom > now) {
    const from = inPlatformZone(row.approvableFrom)
    refuse('withdrawalAddressCooling', { from }, { from: row.approvableFrom.toISOString() })
  }
  const failed = checks.filter(one => !one.ok).map(one => one.check)
  if (failed.length > 0 && reason === null)
    refuse('withdrawalReasonNeeded', { checks: failed.join(', ') })
}

/**
 * The signature must be over this order, in this role and name, by the operator's registered key.
 */
async function refuseUnsigned(
  { payoutChain, payoutKeyOf }: DecisionContext,
  tx: Tx,
  by: {
    row: store.WithdrawalRow
    operator: Operator
    role: 'reviewer' | 'treasurer'
    given: GivenApproval
  },
) {
  if (!payoutChain) return refuse('payoutsNotConnected')
  const publicKey = await payoutKeyOf(tx, by.operator.operatorId)
  if (publicKey === null) return refuse('payoutKeyMissing')
  const { signature } = by.given
  const approved = approvalShape.safeParse({ role: by.role, approver: by.operator.name, signature })
  const order = orderOf(by.row, payoutChain)
  if (!approved.success || !(await isApprovedBy(order, approved.data, publicKey)))
    return refuse('payoutSignatureWrong')
  return approved.data
}
