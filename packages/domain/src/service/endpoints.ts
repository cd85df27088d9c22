import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { linesText, pageQuery, threadPlace, wireId } from '../contract/wire.ts'
import {
  serviceConversation,
  serviceLimits,
  serviceMessage,
  serviceRead,
  serviceSaying,
  stars,
} from './conversation.ts'
import { serviceHours } from './hours.ts'

export const servicePage = z.object({
  items: z.array(serviceMessage),
  nextCursor: z.string().nullable(),
  read: serviceRead,
  /** Null until the member has written for the first time. */
  conversation: serviceConversation.nullable(),
  hours: serviceHours.extend({ isOpen: z.boolean() }),
})
export type ServicePage = z.infer<typeof servicePage>

/**
 * These calls answer a frozen member too, who learns here why and objects. Pictures and live events are
 * refused while frozen; the member app opens the conversation from its welcome page by the token it has kept.
 */
const whileFrozen = true as const

/** The caller's own thread with the service; there is no id to ask for another one. */
export const serviceMessages = endpoint({
  id: 'service.messages',
  path: '/api/service',
  whileFrozen,
  summary: 'Own messages to and from the service, newest first, with both read marks.',
  query: z.strictObject(pageQuery),
  answer: servicePage,
})

/** Writes once, whatever happens to the answer; opens a conversation where none is open. */
export const writeToService = endpoint({
  id: 'service.write',
  act: 'askService',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/service',
  money: true,
  whileFrozen,
  summary: 'Write to the service: text, own uploaded pictures and files, or some of them.',
  body: serviceSaying,
  answer: serviceMessage,
  refusals: ['recoveryWordsInText', 'servicePictureUnknown'],
})

export const askForPerson = endpoint({
  id: 'service.askPerson',
  act: 'askService',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/service/person',
  money: true,
  whileFrozen,
  summary: 'Ask for a person; opens a conversation where none is open.',
  answer: serviceConversation,
})

/** Moves the caller's read mark forward; an older place changes nothing. */
export const markServiceRead = endpoint({
  id: 'service.read',
  act: 'askService',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/service/read',
  whileFrozen,
  summary: 'Mark own messages from the service as read up to a place.',
  body: z.strictObject({ place: threadPlace }),
  answer: z.object({ place: z.number().int() }),
})

export const rateConversation = endpoint({
  id: 'service.rate',
  act: 'askService',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/service/rating',
  whileFrozen,
  money: true,
  summary: 'Rate an own closed conversation once, from 1 to 5 stars, with a word.',
  body: z.strictObject({
    conversationId: wireId('svc'),
    stars,
    text: linesText(serviceLimits.ratingCharacters),
  }),
  answer: serviceConversation,
  refusals: ['conversationNotRatable', 'recoveryWordsInText'],
})

/** What waits to be read. */
export const serviceUnread = endpoint({
  id: 'service.unread',
  path: '/api/service/unread',
  whileFrozen,
  summary: 'How many messages from the service are unread.',
  answer: z.object({ unread: z.number().int() }),
})
