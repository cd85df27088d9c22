import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import {
  instant,
  linesText,
  pageOf,
  pageQuery,
  personText,
  rule,
  threadPlace,
  wireId,
} from '../contract/wire.ts'
import {
  serviceConversation,
  serviceLimits,
  serviceMessage,
  serviceRead,
  serviceSaying,
} from './conversation.ts'
import { feedback } from './feedback-endpoints.ts'

/** Support does; an administrator reads, assigns and looks after the canned answers (security 4.11). */
const readers = { access: 'operator', roles: ['support', 'administrator'] } as const
const support = { access: 'operator', roles: ['support'] } as const

const params = z.strictObject({ id: wireId('svc') })

/** A member as the service sees them: never an address, a balance or anything of their passwords. */
const servedMember = z.object({ accountId: z.string(), nickname: z.string() })

export const inboxViews = ['waiting', 'assigned', 'mine', 'closed'] as const
export type InboxView = (typeof inboxViews)[number]

const inboxRow = z.object({
  id: wireId('svc'),
  state: z.enum(['open', 'closed']),
  member: servedMember,
  /** Messages of the member that no operator has seen. */
  unread: z.number().int(),
  /** Since when the member waits for an answer of a person; null while they do not. */
  waitingSince: instant.nullable(),
  personAsked: z.boolean(),
  /** The operator who attends to it, by the name of the account. */
  assignedTo: z.string().nullable(),
  openedAt: instant,
  lastAt: instant,
  closedAt: instant.nullable(),
  rating: serviceConversation.shape.rating,
})
export type InboxRow = z.infer<typeof inboxRow>

/** `waiting`: open and not taken, the longest waiting first. The others: the last written first. */
export const serviceInbox = endpoint({
  id: 'operator.serviceInbox',
  path: '/api/operator/service/conversations',
  ...readers,
  summary: 'Conversations with members: waiting for somebody, assigned, own, or closed.',
  query: z.strictObject({
    ...pageQuery,
    view: z.enum(inboxViews, rule('choice')).default('waiting'),
    unread: z.enum(['true', 'false'], rule('choice')).optional(),
  }),
  answer: pageOf(inboxRow).extend({
    serverNow: instant,
    counts: z.object({ waiting: z.number().int(), mine: z.number().int() }),
  }),
})

/** The member's whole thread, for what was said in earlier conversations explains this one. */
export const serviceThread = endpoint({
  id: 'operator.serviceThread',
  path: '/api/operator/service/conversations/:id',
  ...readers,
  summary: 'A conversation with the messages of its member, newest first.',
  params,
  query: z.strictObject(pageQuery),
  answer: z.object({
    conversation: inboxRow,
    items: z.array(serviceMessage),
    nextCursor: z.string().nullable(),
    read: serviceRead,
  }),
})

export const takeConversation = endpoint({
  id: 'operator.takeConversation',
  method: 'POST',
  path: '/api/operator/service/conversations/:id/take',
  ...support,
  summary:
    'Attend to a conversation that no operator has taken; the member sees that staff joined.',
  params,
  answer: inboxRow,
  refusals: ['conversationTaken', 'conversationClosed'],
})

export const assignConversation = endpoint({
  id: 'operator.assignConversation',
  method: 'POST',
  path: '/api/operator/service/conversations/:id/assign',
  ...readers,
  summary: 'Hand a conversation to a support operator by name; support hands on only their own.',
  params,
  body: z.strictObject({ name: personText(32) }),
  answer: inboxRow,
  refusals: ['conversationNotYours', 'conversationClosed', 'supportUnknown'],
})

/**
 * `place`: the last message that the operator has seen. Newer ones of the member stay unread, and the
 * member goes on waiting for an answer to them.
 */
export const answerMember = endpoint({
  id: 'operator.answerMember',
  method: 'POST',
  path: '/api/operator/service/conversations/:id/messages',
  ...support,
  money: true,
  summary:
    'Answer in a conversation that one attends to: text, own uploaded pictures and files, or some of them.',
  params,
  body: serviceSaying.safeExtend({ place: threadPlace }),
  answer: serviceMessage,
  refusals: ['conversationNotYours', 'conversationClosed', 'servicePictureUnknown'],
})

/** `place`: the last message that the operator has seen; newer ones of the member keep it open. */
export const closeConversation = endpoint({
  id: 'operator.closeConversation',
  method: 'POST',
  path: '/api/operator/service/conversations/:id/close',
  ...support,
  summary: 'Close a conversation that one attends to.',
  params,
  body: z.strictObject({ place: threadPlace }),
  answer: inboxRow,
  refusals: ['conversationNotYours', 'conversationClosed', 'conversationHasNews'],
})

export const markConversationRead = endpoint({
  id: 'operator.markConversationRead',
  method: 'POST',
  path: '/api/operator/service/conversations/:id/read',
  ...support,
  summary: "Mark a member's messages as read up to a place; of one's own conversation only.",
  params,
  body: z.strictObject({ place: threadPlace }),
  answer: z.object({ place: z.number().int() }),
  refusals: ['conversationNotYours'],
})

/** The name that members read; it is not the name that one signs in with. */
export const setServiceNickname = endpoint({
  id: 'operator.setServiceNickname',
  method: 'POST',
  path: '/api/operator/service/nickname',
  ...support,
  summary: 'Set the name that members read beside own answers.',
  body: z.strictObject({ nickname: personText(20) }),
  answer: z.object({ nickname: z.string() }),
})

const cannedText = linesText(serviceLimits.characters).pipe(
  z.string().min(1, { error: 'required' }),
)
const cannedBody = { title: personText(60), zh: cannedText, en: cannedText }
const canned = z.object({
  id: wireId('can'),
  title: z.string(),
  zh: z.string(),
  en: z.string(),
  changedAt: instant,
})
const cannedParams = z.strictObject({ id: wireId('can') })

export const cannedAnswers = endpoint({
  id: 'operator.cannedAnswers',
  path: '/api/operator/service/answers',
  ...readers,
  summary: 'Canned answers by title.',
  answer: z.object({ items: z.array(canned) }),
})

export const addCannedAnswer = endpoint({
  id: 'operator.addCannedAnswer',
  method: 'POST',
  path: '/api/operator/service/answers',
  ...readers,
  money: true,
  summary: 'Add a canned answer in both languages.',
  body: z.strictObject(cannedBody),
  answer: canned,
})

export const changeCannedAnswer = endpoint({
  id: 'operator.changeCannedAnswer',
  method: 'POST',
  path: '/api/operator/service/answers/:id',
  ...readers,
  summary: 'Change a canned answer.',
  params: cannedParams,
  body: z.strictObject(cannedBody),
  answer: canned,
})

export const removeCannedAnswer = endpoint({
  id: 'operator.removeCannedAnswer',
  method: 'POST',
  path: '/api/operator/service/answers/:id/remove',
  ...readers,
  summary: 'Remove a canned answer.',
  params: cannedParams,
  answer: z.object({}),
})

const operatorFeedback = feedback.extend({
  member: servedMember,
  answeredBy: z.string().nullable(),
})

export const feedbackQueue = endpoint({
  id: 'operator.feedback',
  path: '/api/operator/feedback',
  ...readers,
  summary:
    'Feedback of members: unanswered with the oldest first, or answered with the newest first.',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['open', 'answered'], rule('choice')).default('open'),
  }),
  answer: pageOf(operatorFeedback),
})

export const answerFeedback = endpoint({
  id: 'operator.answerFeedback',
  method: 'POST',
  path: '/api/operator/feedback/:id/answer',
  ...support,
  money: true,
  summary: 'Answer feedback once; the member is notified.',
  params: z.strictObject({ id: wireId('fbk') }),
  body: z.strictObject({ text: cannedText }),
  answer: operatorFeedback,
  refusals: ['feedbackAnswered'],
})
