import type { Selectable } from 'kysely'
import { holdMemberLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { QuizAttempt } from './generated.ts'
import type { Reader } from './store.ts'

export type AttemptRow = Selectable<QuizAttempt>

/** One member's quiz is opened and answered by one call at a time. */
export async function lockQuiz(tx: Tx, memberId: string): Promise<void> {
  await holdMemberLock(tx, 'quiz', memberId)
}

/** A member's tries: passed or not, and when tries failed since an instant. */
export async function triesOf(
  reader: Reader,
  memberId: string,
  since: Date,
): Promise<{ passed: boolean; fails: Date[] }> {
  const rows = await reader
    .selectFrom('quizAttempt')
    .select(['answeredAt', 'passed'])
    .where('memberId', '=', memberId)
    .where('answeredAt', 'is not', null)
    .where(({ eb, or }) => or([eb('passed', '=', true), eb('answeredAt', '>=', since)]))
    .execute()
  return {
    passed: rows.some(row => row.passed),
    fails: rows.flatMap(row => (row.passed || row.answeredAt === null ? [] : [row.answeredAt])),
  }
}

/** The attempt that is still unanswered. */
export const openAttempt = (reader: Reader, memberId: string): Promise<AttemptRow | undefined> =>
  reader
    .selectFrom('quizAttempt')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('answeredAt', 'is', null)
    .executeTakeFirst()

export const attemptById = (
  reader: Reader,
  memberId: string,
  id: string,
): Promise<AttemptRow | undefined> =>
  reader
    .selectFrom('quizAttempt')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertAttempt = (
  tx: Tx,
  attempt: { id: string; memberId: string; questions: string[]; openedAt: Date },
): Promise<AttemptRow> =>
  tx.insertInto('quizAttempt').values(attempt).returningAll().executeTakeFirstOrThrow()

export async function saveAnswers(
  tx: Tx,
  id: string,
  result: { answeredAt: Date; rightAnswers: number; passed: boolean },
): Promise<void> {
  await tx.updateTable('quizAttempt').set(result).where('id', '=', id).execute()
}
