import { answerRiskQuestions, riskQuestions } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { Module, Platform } from '../platform/module.ts'
import { judge, optionNamers, presentQuestion } from './question.ts'
import { RISK_QUESTIONS_VERSION, riskQuestionBank, riskQuestionsText } from './questions.ts'
import { answeredAmong, insertAnswer } from './store.ts'

export {
  type BankQuestion,
  bankQuestion,
  judge,
  optionNamers,
  presentQuestion,
} from './question.ts'

/** Four questions that every member answers before their first money goes in. */
export interface Risk {
  module: Module
  /** When each of these members answered all questions correctly, for those who did. */
  answeredAmong(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, Date>>
}

/** Opens the questions. Wrong answers are explained and can be corrected at once. */
export function openRisk({ database, secrets }: Platform): Risk {
  return { module: { routes: riskRoutes(database, secrets.pepper) }, answeredAmong }
}

function riskRoutes(database: Database, keys: KeyRing): Route[] {
  const namersOf = (memberId: string) => optionNamers(keys, `risk ${memberId}`)
  const answeredAt = async (reader: Database | Tx, memberId: string) =>
    (await answeredAmong(reader, [memberId])).get(memberId)?.toISOString() ?? null
  return [
    route(riskQuestions, async ({ caller: { memberId }, locale }) => ({
      answeredAt: await answeredAt(database, memberId),
      questions: riskQuestionBank.map(one => presentQuestion(namersOf(memberId)[0], one, locale)),
    })),
    route(answerRiskQuestions, ({ caller: { memberId }, body, locale }) =>
      inTransaction(database, async tx => {
        const asked = { questions: riskQuestionBank, namers: namersOf(memberId), locale }
        const wrong = judge(asked, body.answers)
        if (wrong.length > 0) return { answeredAt: null, wrong }
        await insertAnswer(tx, {
          memberId,
          version: RISK_QUESTIONS_VERSION,
          locale,
          words: riskQuestionsText(locale),
          answeredAt: await systemNow(tx),
        })
        return { answeredAt: await answeredAt(tx, memberId), wrong }
      }),
    ),
  ]
}
