import {
  answerQuiz,
  answerRiskQuestions,
  appealSuspension,
  applyDistributed,
  type ChoiceQuestion,
  conductCode,
  type Endpoint,
  leaveDistributed,
  openQuiz,
  riskQuestions,
  signConduct,
} from '@banyan/domain'
import { newUuid } from '../platform/ids.ts'
import type { Asking, HttpHouse } from './http-house.ts'
import type { TestMember } from './members.ts'

/** Good calls about distributed members, each by a member who is where that takes. */
export async function distributionCalls(
  house: HttpHouse,
): Promise<[Endpoint, Asking & { body?: Record<string, unknown> }][]> {
  const applicant = await house.join('Applicant')
  const leaver = await house.join('Leaver')
  const appellant = await house.join('Appellant')
  const examinee = await house.join('Examinee')
  await fulfil(house, applicant)
  await put(house, leaver, { state: 'active' })
  await put(house, appellant, { state: 'suspended', reason: 'Amounts on a poster' })
  const { id, questions } = await house.must(openQuiz, { as: examinee })
  const answers = firstOptions(questions)
  const risk = await house.must(riskQuestions, { as: examinee })
  return [
    [answerRiskQuestions, { as: examinee, body: { answers: firstOptions(risk.questions) } }],
    [openQuiz, { as: examinee }],
    [answerQuiz, { as: examinee, params: { id }, body: { answers } }],
    [signConduct, { as: examinee, body: { version: conductCode.version } }],
    [applyDistributed, { as: applicant }],
    [leaveDistributed, { as: leaver }],
    [appealSuspension, { as: appellant, body: { text: 'It was the poster of the app' } }],
  ]
}

const firstOptions = (questions: readonly ChoiceQuestion[]) =>
  questions.map(({ id: question, options }) => ({ question, option: options[0]?.id ?? '' }))

const put = async (
  { db }: HttpHouse,
  { memberId }: TestMember,
  status: { state: string; reason?: string },
): Promise<void> => {
  await db.database
    .insertInto('distributedMember')
    .values({ memberId, since: new Date(), ...status })
    .execute()
}

/** Everything that an application takes. */
async function fulfil({ db }: HttpHouse, { memberId }: TestMember): Promise<void> {
  await db.owner.query(
    `update member set created_at = created_at - interval '8 days' where id = $1`,
    [memberId],
  )
  const now = new Date()
  await db.database
    .insertInto('memberEmail')
    .values({ memberId, address: Buffer.alloc(32), locale: 'en', boundAt: now })
    .execute()
  await db.database
    .insertInto('quizAttempt')
    .values({
      id: newUuid(),
      memberId,
      questions: ['one'],
      openedAt: now,
      answeredAt: now,
      rightAnswers: 1,
      passed: true,
    })
    .execute()
  const version = conductCode.version
  await db.database
    .insertInto('conductSignature')
    .values({ memberId, version, locale: 'en', words: 'the code', signedAt: now })
    .execute()
}
