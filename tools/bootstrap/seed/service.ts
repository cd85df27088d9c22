import {
  answerFeedback,
  answerMember,
  askForPerson,
  sendFeedback,
  setServiceNickname,
  takeConversation,
  writeToService,
} from '@banyan/domain'
import { signInOperator } from '../operator-client.ts'
import type { SeedContext } from '../seeding.ts'
import type { Community } from './community.ts'
import { patientFetch } from './patient-fetch.ts'
import { service } from './story.ts'

/** Today: an answered conversation, one that waits for a person, and feedback with its answer. */
export async function askService(context: SeedContext, community: Community): Promise<void> {
  const account = context.operators.find(one => one.role === 'support')
  if (!account) throw new Error('a demonstration has somebody of support')
  const support = await signInOperator(context.operatorsUrl, account, patientFetch)
  await support.act(setServiceNickname, { body: { nickname: service.nickname } })
  const write = ({ place, text }: { place: number; text: string }) =>
    community.at(place).member.act(writeToService, { body: { text, pictures: [] } })

  const { conversationId: id, place: seen } = await write(service.answered)
  await support.act(takeConversation, { params: { id } })
  const body = { text: service.answered.answer, pictures: [], place: seen }
  await support.act(answerMember, { params: { id }, body })

  await write(service.waiting)
  await community.at(service.waiting.place).member.act(askForPerson, {})

  const { place, text, answer } = service.feedback
  const { id: feedbackId } = await community.at(place).member.act(sendFeedback, {
    body: { type: 'idea', text, pictures: [] },
  })
  await support.act(answerFeedback, { params: { id: feedbackId }, body: { text: answer } })
}
