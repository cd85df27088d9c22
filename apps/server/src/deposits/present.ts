import { type deposit, formatAmount, wireIdOf } from '@banyan/domain'
import type { z } from 'zod'
import { confirmationsOf } from './decide.ts'
import type { DepositRow } from './store.ts'
import { terms } from './terms.ts'

export type WireDeposit = z.output<typeof deposit>

/** The ID of a deposit in the API. */
export const depositId = (uuid: string): string => wireIdOf('dep', uuid)

/** @param tip the newest followed block of the deposit's chain, or null when it is not followed. */
export function presentDeposit(row: DepositRow, tip: number | null): WireDeposit {
  return {
    id: depositId(row.id),
    amount: formatAmount(row.amount),
    hash: row.transactionHash,
    seenAt: row.seenAt.toISOString(),
    creditedAt: row.creditedAt?.toISOString() ?? null,
    confirmations: confirmationsOf(row, tip),
    needed: terms.confirmations,
    state: row.state,
  }
}
