import { z } from 'zod'
import type { OtherCall } from '../contract/other-call.ts'
import { type OperatorRole, operatorRoles } from '../operators/roles.ts'

/** Subjects of a live event. It carries no facts: the page requests what it shows again. */
export const topics = [
  'otc.trade',
  'otc.order',
  'otc.market',
  'chat',
  'service',
  'feedback',
  'evidence',
  'notices',
  'personalData',
  'notifications',
  'wallets',
  'deposits',
  'custody',
  'withdrawals',
  'subscriptions',
  'pricing',
  'redemptions',
  'network',
  'earnings',
  'rules',
  'session',
] as const
export type Topic = (typeof topics)[number]

/** GET, bearer token, returns `text/event-stream`; resumes after `Last-Event-ID`. */
export const eventsPath = '/api/events' as const

/** The data line of one event. `id` is the wire id of the changed thing, if any. */
export const liveEvent = z.object({ topic: z.enum(topics), id: z.string().nullable() })
export type LiveEvent = z.infer<typeof liveEvent>

export const eventCalls: readonly OtherCall[] = [
  {
    id: 'events.stream',
    method: 'GET',
    path: eventsPath,
    summary: 'Live events of the calling member; resumes after the header Last-Event-ID.',
    gives: 'text/event-stream',
  },
]

const desk = ['support', 'administrator'] as const
const money = ['reviewer', 'treasurer', 'administrator'] as const
const books = ['treasurer', 'administrator'] as const

/**
 * The topics of operators' streams, and the roles that hear each: those that read what it is about.
 * News that some of them may not read the subject of have no id: of an act in the audit log, a
 * proposal, a frozen member.
 */
export const operatorTopicRoles = {
  service: desk,
  feedback: desk,
  noticeDesk: desk,
  appeals: ['arbitrator', 'administrator'],
  withdrawals: ['reviewer', 'treasurer'],
  payouts: money,
  deposits: money,
  statistics: money,
  treasury: books,
  settlements: books,
  proposals: ['support', 'reviewer', 'treasurer', 'administrator'],
  members: ['support', 'reviewer', 'treasurer', 'administrator'],
  // Support reads its own acts alone.
  audit: ['reviewer', 'arbitrator', 'treasurer', 'administrator'],
  custody: operatorRoles,
  rules: operatorRoles,
} as const satisfies Record<string, readonly OperatorRole[]>
export type OperatorTopic = keyof typeof operatorTopicRoles

export const operatorTopics = Object.keys(operatorTopicRoles) as readonly OperatorTopic[]

/** The topics that a role hears. */
export const operatorTopicsOf = (role: OperatorRole): readonly OperatorTopic[] =>
  operatorTopics.filter(topic =>
    (operatorTopicRoles[topic] as readonly OperatorRole[]).includes(role),
  )

/** GET, bearer token of an operator, as `eventsPath`. */
export const operatorEventsPath = '/api/operator/events' as const

export const operatorEventCalls: readonly OtherCall[] = [
  {
    id: 'operator.events',
    method: 'GET',
    path: operatorEventsPath,
    roles: operatorRoles,
    summary:
      "Live events of the topics that the caller's role reads; resumes after the header Last-Event-ID.",
    gives: 'text/event-stream',
  },
]
