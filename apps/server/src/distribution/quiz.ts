import { randomInt } from 'node:crypto'
import {
  type ChoiceQuestion,
  type ChosenOption,
  type Locale,
  type WrongAnswer,
  wireIdOf,
} from '@banyan/domain'
import { type Parameters, quizOpensAt } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { refuse } from '../platform/refused.ts'
import { type BankQuestion, judge, optionNamers, presentQuestion } from '../risk/index.ts'
import { quizBank } from './quiz-bank.ts'
import * as store from './quiz-store.ts'
import type { Reader } from './store.ts'

const DAY_MS = 86_400_000

/** Passed or not, and when the quiz may be tried next. */
export async function quizState(
  reader: Reader,
  memberId: string,
  now: Date,
  p: Parameters,
): Promise<{ passed: boolean; opensAt: Date | null }> {
  const { passed, fails } = await store.triesOf(reader, memberId, new Date(+now - DAY_MS))
  const opensAt = quizOpensAt(fails, now, p)
  return { passed, opensAt: passed || opensAt <= now ? null : opensAt }
}

/**
 * Opens the quiz, or returns the unanswered questions again. Refuses `quizPassed`, `quizClosed`.
 */
export async function open(
  tx: Tx,
  { memberId, locale, keys, p }: { memberId: string; locale: Locale; keys: KeyRing; p: Parameters },
): Promise<{ id: string; questions: ChoiceQuestion[] }> {
  await store.lockQuiz(tx, memberId)
  const now = await systemNow(tx)
  const { passed, opensAt } = await quizState(tx, memberId, now, p)
  if (passed) refuse('quizPassed')
  if (opensAt) refuse('quizClosed')
  const waiting = await store.openAttempt(tx, memberId)
  const attempt =
    waiting ??
    (await store.insertAttempt(tx, {
      id: newUuid(),
      memberId,
      openedAt: now,
      questions: drawQuestions(p.quizQuestions),
    }))
  return {
    id: wireIdOf('qza', attempt.id),
    questions: attempt.questions.map(id =>
      presentQuestion(optionNamers(keys, attempt.id)[0], questionOf(id), locale),
    ),
  }
}

/** The result of a member's answers. */
export interface QuizResult {
  passed: boolean
  right: number
  asked: number
  wrong: WrongAnswer[]
  opensAt: string | null
}

/** Judges all answers at once. Refuses `notFound`, `quizAnswered`, `quizIncomplete`. */
export async function answer(
  tx: Tx,
  given: {
    memberId: string
    attemptId: string
    answers: readonly ChosenOption[]
    locale: Locale
    keys: KeyRing
    p: Parameters
  },
): Promise<QuizResult> {
  const { memberId, attemptId, locale, keys, p } = given
  await store.lockQuiz(tx, memberId)
  const attempt = await store.attemptById(tx, memberId, attemptId)
  if (!attempt) return refuse('notFound')
  if (attempt.answeredAt !== null) refuse('quizAnswered')
  const asked = attempt.questions.length
  const wrong = judge(
    {
      questions: attempt.questions.map(questionOf),
      namers: optionNamers(keys, attempt.id),
      locale,
    },
    given.answers,
  )
  const right = asked - wrong.length
  const now = await systemNow(tx)
  const passed = wrong.length === 0
  await store.saveAnswers(tx, attempt.id, { answeredAt: now, rightAnswers: right, passed })
  const { opensAt } = await quizState(tx, memberId, now, p)
  return {
    passed,
    right,
    asked,
    wrong,
    opensAt: opensAt?.toISOString() ?? null,
  }
}

/** Different questions of the bank, in an unpredictable order. */
function drawQuestions(count: number): string[] {
  const left = quizBank.map(({ id }) => id)
  return Array.from({ length: count }, () => left.splice(randomInt(left.length), 1)[0] as string)
}

function questionOf(id: string): BankQuestion {
  const question = quizBank.find(question => question.id === id)
  if (!question) throw new Error(`the bank has no question ${id}`)
  return question
}
