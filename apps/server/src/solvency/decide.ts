import type { SolvencyState } from '@banyan/domain'

/** Security 4.8: a proof of solvency that is older than this is none. */
const STALE_MS = 26 * 3_600_000

/** What a reading is judged by. Amounts are micro-USDT. */
export interface Evidence {
  custody: bigint
  owed: bigint
  /** A shortfall is reported and not booked, or a settlement was halted. */
  red: boolean
  readAt: Date
  /** The newest look at every invariant of the books; null before the first. */
  check: { breaches: number; checkedAt: Date } | null
  /** Addresses that were credited, and when the chain was asked about the one that waits longest. */
  chain: { addresses: number; read: number; oldestReadAt: Date | null }
}

/**
 * Was something found to be wrong: less is held than is owed, or an invariant is broken? Then nobody
 * subscribes or activates, as while a reported loss is not booked. Rule book 2.17.
 */
export const isAmiss = ({
  custody,
  owed,
  check,
}: Pick<Evidence, 'custody' | 'owed' | 'check'>): boolean =>
  custody < owed || (check !== null && check.breaches > 0)

/** Is all that is owed there, as of an instant? Nothing is called whole that was not looked at lately. */
export function solvencyStateAt(at: Date, evidence: Evidence): SolvencyState {
  const { red, readAt, check, chain } = evidence
  if (red || isAmiss(evidence)) return 'short'
  const isFresh = (told: Date | null): boolean =>
    told !== null && at.getTime() - told.getTime() <= STALE_MS
  const chainAsked = chain.addresses === 0 || (chain.read > 0 && isFresh(chain.oldestReadAt))
  return chainAsked && isFresh(readAt) && isFresh(check?.checkedAt ?? null) ? 'whole' : 'unproven'
}
