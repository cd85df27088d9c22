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
import type { Asking, HttpSystem } from './http-system.ts'
import type { TestMember } from './members.ts'

/** Valid calls about distributed members, each by a member in the state that it needs. */
export async function distributionCalls(
  system: HttpSystem,
): Promise<[Endpoint, Asking & { body?: Record<string, unknown> }][]> {
  const applicant = await system.join('Applicant')
  const leaver = await system.join('Leaver')
  const appellant = await system.join('Appellant')
  const examinee = await system.join('Examinee')
  await fulfil(system, applicant)
  await put(system, leaver, { state: 'active' })
  await put(system, appellant, {
    state: 'suspended',
    reasonZh: '海报上有金额',
    reasonEn: 'Amounts on a poster',
  })
  const { id, questions } = await system.must(openQuiz, { as: examinee })
  const answers = firstOptions(questions)
  const risk = await system.must(riskQuestions, { as: examinee })
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
  { db }: HttpSystem,
  { memberId }: TestMember,
  status: { state: string; reasonZh?: string; reasonEn?: string },
): Promise<void> => {
  await db.database
    .insertInto('distributedMember')
    .values({ memberId, since: new Date(), ...status })
    .execute()
}

/** Fulfils everything that an application needs. */
async function fulfil({ db }: HttpSystem, { memberId }: TestMember): Promise<void> {
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
