import { checkWithdrawal, type WithdrawalCheck } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { type History, historyOf } from './queue-store.ts'
import type { WithdrawalRow } from './store.ts'

type Reader = Database | Tx

/** What operators decide by, from other modules. */
export interface JudgingContext {
  freezes: (
    reader: Reader,
    memberId: string,
  ) => Promise<{ withdrawals: { until: Date; cause: string } | null }>
  /** True when every member is paid in full now. Rule book 2.17. */
  paysInFull: (reader: Reader) => Promise<boolean>
  joinedAmong: (reader: Reader, memberIds: readonly string[]) => Promise<Map<string, Date>>
  /**
   * Open cases on the market that somebody else has opened, by member; members without one are
   * omitted.
   */
  casesAgainst: (reader: Reader, memberIds: readonly string[]) => Promise<Map<string, number>>
}

/** A withdrawal with everything that it is judged by. */
export interface Judged {
  row: WithdrawalRow
  checks: { check: WithdrawalCheck; ok: boolean }[]
  history: History
  joinedAt: Date
  openCases: number
  frozenUntil: Date | null
  now: Date
}

/** Reads everything that a withdrawal is judged by, as it is now. */
export async function judgeRow(
  context: JudgingContext,
  reader: Reader,
  row: WithdrawalRow,
): Promise<Judged> {
  const { memberId } = row
  const now = await systemNow(reader)
  const history = await historyOf(reader, row)
  const joinedAt = (await context.joinedAmong(reader, [memberId])).get(memberId) ?? now
  const openCases = (await context.casesAgainst(reader, [memberId])).get(memberId) ?? 0
  const frozenUntil = (await context.freezes(reader, memberId)).withdrawals?.until ?? null
  const checks = checkWithdrawal({
    isFrozen: frozenUntil !== null,
    approvableFrom: row.approvableFrom,
    joinedAt,
    requestsToday: history.requestsToday,
    othersAtAddress: history.othersAtAddress,
    openCases,
    paysInFull: await context.paysInFull(reader),
    now,
  })
  return { row, checks, history, joinedAt, openCases, frozenUntil, now }
}
