import {
  type AnswerOf,
  formatAmount,
  type PayoutPause,
  type RuleCheckTerms,
  reasonsShown,
  ruleCheckWithinMs,
  type SignerCause,
  wireIdOf,
  type withdrawal,
  withdrawalMachine,
  type withdrawalQuote,
  withdrawalStageOf,
  withdrawalStatusOf,
  type withdrawalTerms,
  type withdrawalWaits,
} from '@banyan/domain'
import type { z } from 'zod'
import type { Verdict } from './decide.ts'
import type { DecisionRow, StepRow } from './record-store.ts'
import type { RuleCheckRow } from './rule-check-store.ts'
import type { WithdrawalRow } from './store.ts'
import type { WithdrawalTerms } from './terms.ts'

export type WireWithdrawal = z.output<typeof withdrawal>

/** The name of a withdrawal on the wire and in the ledger. */
export const withdrawalId = (uuid: string): string => wireIdOf('wdr', uuid)

/** What a withdrawal is shown by, beside its own row. */
export interface WithdrawalFacts {
  steps: readonly Pick<StepRow, 'state' | 'at'>[]
  decisions: readonly DecisionRow[]
  payout: {
    transaction: string
    confirmations: number
    needed: number
    retryAt: Date | null
  } | null
  /** Why the signer refuses it until a person changes something, and from when its money goes back. */
  refusedBySigner: { cause: SignerCause; returnsFrom: Date } | null
  frozenUntil: Date | null
  /** Has an operator frozen the whole account, without an end? */
  isFrozen: boolean
  pause: PayoutPause | null
  /** Does a rule check look at every request first, and what has it found of this one? */
  checksByRule: boolean
  ruleCheck: RuleCheckRow | null
  now: Date
}

export function presentWithdrawal(row: WithdrawalRow, facts: WithdrawalFacts): WireWithdrawal {
  const { transaction, confirmations, needed } = facts.payout ?? {}
  const isRefused = row.state === 'refused'
  return {
    id: withdrawalId(row.id),
    orderNumber: row.orderNumber,
    address: row.address,
    amount: formatAmount(row.amount),
    asked: row.asked === null ? null : formatAmount(row.asked),
    fee: formatAmount(row.fee),
    expected: formatAmount(row.amount - row.fee),
    remarks: row.remarks,
    status: withdrawalStatusOf[row.state],
    stage: withdrawalStageOf[row.state],
    waits: presentWaits(waitsFor(row, facts)),
    reason: row.reason,
    refusal: isRefused ? (facts.decisions.findLast(isRefusal)?.note ?? null) : null,
    refusedBySigner: facts.refusedBySigner && {
      cause: facts.refusedBySigner.cause,
      returnsFrom: facts.refusedBySigner.returnsFrom.toISOString(),
    },
    payout:
      transaction === undefined
        ? null
        : { transaction, confirmations: confirmations ?? 0, needed: needed ?? 0 },
    steps: stagesOf(facts.steps),
    decisions: facts.decisions.map(presentDecision),
    ruleCheck: facts.ruleCheck && presentRuleCheck(facts.ruleCheck),
    approvableFrom: row.approvableFrom.toISOString(),
    requestedAt: row.requestedAt.toISOString(),
    cancellable: withdrawalMachine.moves(row.state, 'member').includes('cancel'),
  }
}

const presentRuleCheck = ({ at, version, reasons }: RuleCheckRow): WireWithdrawal['ruleCheck'] => ({
  at: at.toISOString(),
  version,
  reasons: reasonsShown(reasons),
})

const isRefusal = ({ decision }: DecisionRow): boolean => decision === 'refuse'

export const presentDecision = (row: DecisionRow): WireWithdrawal['decisions'][number] => ({
  decision: row.decision,
  role: row.role,
  operator: row.operator,
  note: row.note,
  at: row.at.toISOString(),
  overtaken: row.overtakenAt !== null,
})

/** The stages in order, with the instant of the first state of each run of the same stage. */
function stagesOf(steps: WithdrawalFacts['steps']): WireWithdrawal['steps'] {
  const stages = steps.map(({ state, at }) => ({
    stage: withdrawalStageOf[state],
    at: at.toISOString(),
  }))
  return stages.filter(({ stage }, i) => stages[i - 1]?.stage !== stage)
}

interface Waits {
  for: (typeof withdrawalWaits)[number]
  until?: Date | null
  cause?: PayoutPause | null
}

const presentWaits = (waits: Waits | null): WireWithdrawal['waits'] =>
  waits && {
    for: waits.for,
    until: waits.until?.toISOString() ?? null,
    cause: waits.cause ?? null,
  }

/** What happens next to a withdrawal. A freeze and a new address hold back every approval. */
export function waitsFor(
  {
    state,
    approvableFrom,
    requestedAt,
  }: Pick<WithdrawalRow, 'state' | 'approvableFrom' | 'requestedAt'>,
  facts: Omit<WithdrawalFacts, 'steps' | 'decisions' | 'refusedBySigner'>,
): Waits | null {
  const { frozenUntil, isFrozen, pause, payout, now } = facts
  const isFresh = now.getTime() - requestedAt.getTime() < ruleCheckWithinMs
  const isUnchecked = facts.checksByRule && facts.ruleCheck === null && isFresh
  if (state === 'requested' && isUnchecked) return { for: 'check' }
  if (state === 'signed') return { for: 'chain' }
  if (state === 'sent') return { for: 'confirmations' }
  if (withdrawalMachine.isFinal(state)) return null
  if (isFrozen && state === 'released') return { for: 'freeze', until: null }
  if (frozenUntil && state !== 'handed') return { for: 'freeze', until: frozenUntil }
  if (state === 'requested' || state === 'reviewed') {
    if (approvableFrom > now) return { for: 'address', until: approvableFrom }
    return { for: state === 'requested' ? 'review' : 'release' }
  }
  if (pause) return { for: 'paused', cause: pause }
  return { for: 'payout', until: payout?.retryAt ?? null }
}

export function presentQuote(verdict: Verdict): AnswerOf<typeof withdrawalQuote> {
  return {
    address: verdict.address,
    amount: formatAmount(verdict.amount),
    fee: formatAmount(verdict.fee),
    expected: formatAmount(verdict.expected),
    newAddress: verdict.newAddress,
    leftToday: formatAmount(verdict.leftToday),
  }
}

export function presentTerms({
  terms,
  ...facts
}: {
  terms: WithdrawalTerms
  leftToday: bigint
  available: bigint
  emailCodeNeeded: boolean
  frozenUntil: Date | null
  paysInFull: boolean
  pause: PayoutPause | null
  ruleCheck: RuleCheckTerms | null
}): AnswerOf<typeof withdrawalTerms> {
  return {
    minimum: formatAmount(terms.minimum),
    fee: formatAmount(terms.fee),
    dailyLimit: formatAmount(terms.dailyLimit),
    windowMs: terms.limitWindowMs,
    leftToday: formatAmount(facts.leftToday),
    available: formatAmount(facts.available),
    emailCodeNeeded: facts.emailCodeNeeded,
    frozenUntil: facts.frozenUntil?.toISOString() ?? null,
    paysInFull: facts.paysInFull,
    payoutsPaused: facts.pause,
    newAddressHours: terms.newAddressWaitMs / 3_600_000,
    ruleCheck: facts.ruleCheck && presentRuleCheckTerms(facts.ruleCheck),
  }
}

const DAY_MS = 86_400_000

const presentRuleCheckTerms = (
  terms: RuleCheckTerms,
): AnswerOf<typeof withdrawalTerms>['ruleCheck'] => ({
  largest: formatAmount(terms.most),
  memberTotal: formatAmount(terms.memberMost),
  accountDays: terms.accountMs / DAY_MS,
  addressDays: terms.addressMs / DAY_MS,
  quietDays: terms.quietMs / DAY_MS,
})
