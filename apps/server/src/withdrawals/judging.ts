import { checkWithdrawal, type WithdrawalCheck } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { type History, historiesOf } from './queue-store.ts'
import type { WithdrawalRow } from './store.ts'

type Reader = Database | Tx

/** What operators decide by, from other modules. */
export interface JudgingContext {
  /** Until when each may take nothing out; members without such a freeze are omitted. */
  frozenAmong: (reader: Reader, memberIds: readonly string[]) => Promise<Map<string, Date>>
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
  const [judged] = await judgeRows(context, reader, [row])
  return judged as Judged
}

/** As `judgeRow`, for a page of withdrawals: each thing is read once for all of them. */
export async function judgeRows(
  context: JudgingContext,
  reader: Reader,
  rows: readonly WithdrawalRow[],
): Promise<Judged[]> {
  if (rows.length === 0) return []
  const memberIds = [...new Set(rows.map(one => one.memberId))]
  const now = await systemNow(reader)
  const histories = await historiesOf(reader, rows)
  const joined = await context.joinedAmong(reader, memberIds)
  const cases = await context.casesAgainst(reader, memberIds)
  const frozen = await context.frozenAmong(reader, memberIds)
  const paysInFull = await context.paysInFull(reader)
  return rows.map(row => {
    const history = histories.get(row.id) as History
    const joinedAt = joined.get(row.memberId) ?? now
    const openCases = cases.get(row.memberId) ?? 0
    const frozenUntil = frozen.get(row.memberId) ?? null
    const checks = checkWithdrawal({
      isFrozen: frozenUntil !== null,
      approvableFrom: row.approvableFrom,
      joinedAt,
      requestsToday: history.requestsToday,
      othersAtAddress: history.othersAtAddress,
      openCases,
      paysInFull,
      now,
    })
    return { row, checks, history, joinedAt, openCases, frozenUntil, now }
  })
}
