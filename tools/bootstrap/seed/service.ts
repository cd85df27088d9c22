import {
  answerFeedback,
  answerMember,
  askForPerson,
  proposeAccountFreeze,
  sendFeedback,
  setServiceNickname,
  takeConversation,
  writeToService,
} from '@banyan/domain'
import { type OperatorClient, signInOperator } from '../operator-client.ts'
import type { SeedContext } from '../seeding.ts'
import type { Community } from './community.ts'
import { patientFetch } from './patient-fetch.ts'
import { service } from './story.ts'

/** Today: conversations that were answered and one that waits for a person, feedback with and without an answer. */
export async function askService(context: SeedContext, community: Community): Promise<void> {
  const account = context.operators.find(one => one.role === 'support')
  if (!account) throw new Error('a demonstration has somebody of support')
  const support = await signInOperator(context.operatorsUrl, account, patientFetch)
  await support.act(setServiceNickname, { body: { nickname: service.nickname } })
  await answer(support, community, service.answered)
  await write(community, service.waiting)
  await community.at(service.waiting.place).member.act(askForPerson, {})

  await answer(support, community, service.lost)
  const { accountId } = community.at(service.lost.place).member.account
  const freeze = { accountId, freezes: true, why: service.lost.why }
  await support.act(proposeAccountFreeze, { body: freeze })

  await community.at(service.openFeedback.place).member.act(sendFeedback, {
    body: { type: 'problem', text: service.openFeedback.text, pictures: [] },
  })
  const { place, text, answer: answered } = service.feedback
  const { id: feedbackId } = await community.at(place).member.act(sendFeedback, {
    body: { type: 'idea', text, pictures: [] },
  })
  await support.act(answerFeedback, { params: { id: feedbackId }, body: { text: answered } })
}

interface Written {
  readonly place: number
  readonly text: string
}

const write = (community: Community, { place, text }: Written) =>
  community.at(place).member.act(writeToService, { body: { text, pictures: [] } })

/** A member writes, and support takes the conversation and answers. */
async function answer(
  support: OperatorClient,
  community: Community,
  written: Written & { readonly answer: string },
): Promise<void> {
  const { conversationId: id, place } = await write(community, written)
  await support.act(takeConversation, { params: { id } })
  const body = { text: written.answer, pictures: [], place }
  await support.act(answerMember, { params: { id }, body })
}
