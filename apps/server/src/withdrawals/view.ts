import type { PayoutPause } from '@banyan/domain'
import type { TransfersOut } from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { presentWithdrawal, type WireWithdrawal, type WithdrawalFacts } from './present.ts'
import { decisionsOf, type PayoutRow, payoutsOf, stepsOf, transactionsOf } from './record-store.ts'
import { ruleChecksOf } from './rule-check-store.ts'
import type { WithdrawalRow } from './store.ts'
import { lastingRefusalOf } from './voids.ts'

type Reader = Database | Tx

/** What showing a withdrawal needs. */
export interface ViewContext {
  /** Transfers out of custody on the chain; null where none is connected. */
  transfersOut: TransfersOut | null
  /** Why approved withdrawals are not paid out now; null while they are. */
  pauseNow: (reader: Reader) => Promise<PayoutPause | null>
  /** True when a rule check runs on every request first. */
  checksByRule: boolean
  /** The member's current freezes. */
  freezes: (
    reader: Reader,
    memberId: string,
  ) => Promise<{ withdrawals: { until: Date; cause: string } | null }>
  /** True when an operator has frozen the whole account. */
  isFrozen: (reader: Reader, memberId: string) => Promise<boolean>
}

/** Withdrawals as shown to their member, in their order. All of them belong to one member. */
export async function viewsOf(
  context: ViewContext,
  reader: Reader,
  rows: readonly WithdrawalRow[],
): Promise<WireWithdrawal[]> {
  const [first] = rows
  if (!first) return []
  const ids = rows.map(row => row.id)
  const steps = await stepsOf(reader, ids)
  const decisions = await decisionsOf(reader, ids)
  const handed = await payoutsOf(reader, ids)
  const payouts = await shownPayouts(context, reader, handed)
  const ruleChecks = await ruleChecksOf(reader, ids)
  const facts = {
    now: await systemNow(reader),
    frozenUntil: (await context.freezes(reader, first.memberId)).withdrawals?.until ?? null,
    isFrozen: await context.isFrozen(reader, first.memberId),
    pause: await context.pauseNow(reader),
    checksByRule: context.checksByRule,
  }
  return rows.map(row =>
    presentWithdrawal(row, {
      ...facts,
      steps: steps.filter(one => one.withdrawalId === row.id),
      decisions: decisions.filter(one => one.withdrawalId === row.id),
      payout: payouts.get(row.id) ?? null,
      refusedBySigner: refusalOf(handed.find(one => one.withdrawalId === row.id)),
      ruleCheck: ruleChecks.find(one => one.withdrawalId === row.id) ?? null,
    }),
  )
}

const refusalOf = (payout: PayoutRow | undefined) => (payout ? lastingRefusalOf(payout) : null)

/** Payouts that have a transaction, with its depth in the chain. */
async function shownPayouts(
  { transfersOut }: ViewContext,
  reader: Reader,
  payouts: readonly PayoutRow[],
): Promise<Map<string, NonNullable<WithdrawalFacts['payout']>>> {
  const ids = payouts.map(one => one.withdrawalId)
  const signed = await transactionsOf(reader, ids)
  const shown = new Map<string, NonNullable<WithdrawalFacts['payout']>>()
  for (const payout of payouts) {
    const transaction = transactionOf(payout, signed)
    if (transaction === undefined) continue
    const confirmations = await transfersOut?.confirmations(reader, payout.transactionHash)
    const needed = transfersOut?.needed ?? 0
    shown.set(payout.withdrawalId, {
      transaction,
      confirmations: confirmations ?? 0,
      needed,
      retryAt: payout.retryAt,
    })
  }
  return shown
}

/** The transaction in a block, or the newest signed one. */
const transactionOf = (
  { withdrawalId, transactionHash }: PayoutRow,
  signed: readonly { withdrawalId: string; hash: string }[],
): string | undefined =>
  transactionHash ?? signed.findLast(one => one.withdrawalId === withdrawalId)?.hash

/** One withdrawal as shown to its member. */
export async function viewOf(
  context: ViewContext,
  reader: Reader,
  row: WithdrawalRow,
): Promise<WireWithdrawal> {
  const [view] = await viewsOf(context, reader, [row])
  if (!view) throw new Error(`withdrawal ${row.id} is not shown`)
  return view
}
