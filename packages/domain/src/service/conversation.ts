import { z } from 'zod'
import { instant, linesText, rule, wireId } from '../contract/wire.ts'
import { fileIds, sentFile } from '../uploads/files.ts'
import { automaticAnswer } from './automatic.ts'

/** Limits of service: of one message, of one feedback, and of what a member can send in a day. */
export const serviceLimits = {
  characters: 1000,
  pictures: 9,
  ratingCharacters: 200,
  feedbackCharacters: 2000,
  feedbackPictures: 9,
  feedbackPerDay: 5,
  /** A conversation that staff have answered and nobody goes on with is closed after so long. */
  idleHours: 72,
} as const

/** How a conversation ended: by the staff, or by the rule for those that nobody goes on with. */
export const conversationEnds = ['staff', 'idle'] as const
export type ConversationEnd = (typeof conversationEnds)[number]

/** Who wrote: set by the session that wrote, never by a name. `automatic` and `event` are the server's. */
export const serviceAuthors = ['member', 'staff', 'automatic', 'event'] as const
export type ServiceAuthor = (typeof serviceAuthors)[number]

/** What is said of the conversation itself, between its messages. */
export const serviceEvents = ['joined', 'personAsked', 'closed', 'closedIdle', 'rated'] as const
export type ServiceEvent = (typeof serviceEvents)[number]

/** Stars that a closed conversation can be given. */
export const stars = z.int(rule('stars')).min(1, rule('stars')).max(5, rule('stars'))

export const serviceMessage = z.object({
  id: wireId('msg'),
  /** 1 for the first message of a member's thread, then without a gap. */
  place: z.number().int(),
  conversationId: wireId('svc'),
  by: z.enum(serviceAuthors),
  /** The name that the member reads for the staff; null where none is set, and for everybody else. */
  nickname: z.string().nullable(),
  event: z.enum(serviceEvents).nullable(),
  text: z.string(),
  pictures: z.array(wireId('img')),
  files: z.array(sentFile),
  /** What the server answered by itself; null for every other message. */
  automatic: automaticAnswer.nullable(),
  at: instant,
})
export type ServiceMessage = z.infer<typeof serviceMessage>

/** The newest conversation of a member: open, or the one that was closed last. */
export const serviceConversation = z.object({
  id: wireId('svc'),
  state: z.enum(['open', 'closed']),
  /** Does a person attend to it? */
  isAttended: z.boolean(),
  nickname: z.string().nullable(),
  /** Has the member asked for a person? */
  personAsked: z.boolean(),
  openedAt: instant,
  closedAt: instant.nullable(),
  closedBy: z.enum(conversationEnds).nullable(),
  rating: z.object({ stars: z.number().int(), text: z.string() }).nullable(),
})
export type ServiceConversation = z.infer<typeof serviceConversation>

/** How far each side has seen the thread; 0 for nothing. */
export const serviceRead = z.object({ member: z.number().int(), staff: z.number().int() })

const messageText = linesText(serviceLimits.characters)

/** Text, pictures, files, or some of them. */
export const serviceSaying = z
  .strictObject({
    text: messageText,
    pictures: z
      .array(wireId('img'), rule('wrongType'))
      .max(serviceLimits.pictures, rule('picturesTooMany')),
    files: fileIds,
  })
  .refine(({ text, pictures, files }) => text !== '' || pictures.length + files.length > 0, {
    ...rule('required'),
    path: ['text'],
  })
