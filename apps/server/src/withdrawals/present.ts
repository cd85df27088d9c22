import {
  type AnswerOf,
  formatAmount,
  wireIdOf,
  type withdrawal,
  withdrawalMachine,
  type withdrawalQuote,
  withdrawalStatusOf,
  type withdrawalTerms,
} from '@banyan/domain'
import type { z } from 'zod'
import type { Verdict } from './decide.ts'
import type { WithdrawalRow } from './store.ts'
import type { WithdrawalTerms } from './terms.ts'

export type WireWithdrawal = z.output<typeof withdrawal>

/** The name of a withdrawal on the wire and in the ledger. */
export const withdrawalId = (uuid: string): string => wireIdOf('wdr', uuid)

export function presentWithdrawal(row: WithdrawalRow): WireWithdrawal {
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
    reason: row.reason,
    approvableFrom: row.approvableFrom.toISOString(),
    requestedAt: row.requestedAt.toISOString(),
    cancellable: withdrawalMachine.moves(row.state, 'member').includes('cancel'),
  }
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
  ...standing
}: {
  terms: WithdrawalTerms
  leftToday: bigint
  available: bigint
  emailCodeNeeded: boolean
  frozenUntil: Date | null
  paysInFull: boolean
}): AnswerOf<typeof withdrawalTerms> {
  return {
    minimum: formatAmount(terms.minimum),
    fee: formatAmount(terms.fee),
    dailyLimit: formatAmount(terms.dailyLimit),
    leftToday: formatAmount(standing.leftToday),
    available: formatAmount(standing.available),
    emailCodeNeeded: standing.emailCodeNeeded,
    frozenUntil: standing.frozenUntil?.toISOString() ?? null,
    paysInFull: standing.paysInFull,
  }
}
