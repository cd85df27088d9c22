import { z } from 'zod'
import type { OtherCall } from '../contract/other-call.ts'

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

/** Topics that operators receive, for every member. */
export const operatorTopics = ['service', 'feedback'] as const satisfies readonly Topic[]

/** GET, bearer token of an operator, as `eventsPath`. */
export const operatorEventsPath = '/api/operator/events' as const

export const operatorEventCalls: readonly OtherCall[] = [
  {
    id: 'operator.events',
    method: 'GET',
    path: operatorEventsPath,
    roles: ['support', 'administrator'],
    summary: 'Live events of service and feedback; resumes after the header Last-Event-ID.',
    gives: 'text/event-stream',
  },
]
