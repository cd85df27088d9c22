import { z } from 'zod'
import type { OtherCall } from '../contract/other-call.ts'

/** What a live event can be about. It carries no facts: the page asks again for what it shows. */
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

/** GET, bearer token, answers `text/event-stream`; resumes after `Last-Event-ID`. */
export const eventsPath = '/api/events' as const

/** The data line of one event. `id` is the wire id of the thing that changed, where there is one. */
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

/** What operators hear of: news of these topics, of whichever member. */
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
