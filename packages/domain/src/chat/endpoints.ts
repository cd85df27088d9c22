import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, linesText, pageQuery, rule, threadPlace, wireId } from '../contract/wire.ts'
import { fileIds, sentFile } from '../uploads/files.ts'

/** Limits of one message, and for how long after a trade's end its chat can still be written to. */
export const chatLimits = { characters: 1000, pictures: 3, writableDays: 7 } as const

/** Who wrote: the server sets it by the session, so nobody becomes staff by a nickname. */
export const chatAuthors = ['buyer', 'seller', 'staff'] as const
export type ChatAuthor = (typeof chatAuthors)[number]

/** A message: NFC, lines kept, no other invisible signs. */
export const chatText = linesText(chatLimits.characters)

/** Text, pictures, files, or some of them. */
export const chatSaying = z
  .strictObject({
    text: chatText,
    pictures: z
      .array(wireId('img'), rule('wrongType'))
      .max(chatLimits.pictures, rule('chatPicturesTooMany')),
    files: fileIds,
  })
  .refine(({ text, pictures, files }) => text !== '' || pictures.length + files.length > 0, {
    ...rule('required'),
    path: ['text'],
  })

export const chatMessage = z.object({
  id: wireId('msg'),
  /** 1 for the first message of a trade, then without a gap. */
  place: z.number().int(),
  by: z.enum(chatAuthors),
  own: z.boolean(),
  text: z.string(),
  pictures: z.array(wireId('img')),
  files: z.array(sentFile),
  at: instant,
})
export type ChatMessage = z.infer<typeof chatMessage>

const params = z.strictObject({ id: wireId('trd') })

export const chatPage = z.object({
  items: z.array(chatMessage),
  nextCursor: z.string().nullable(),
  /** The place of the last message that each party has seen; 0 for none. */
  read: z.object({ buyer: z.number().int(), seller: z.number().int() }),
  /** False when the trade has been over for so long that nothing can be added. */
  writable: z.boolean(),
  /** When writing ends; null while the trade is open. */
  writableUntil: instant.nullable(),
})
export type ChatPage = z.infer<typeof chatPage>

/** A trade's chat, for its two parties; named by the trade. */
export const chatMessages = endpoint({
  id: 'chat.messages',
  path: '/api/chats/:id',
  summary: "The messages of a trade's chat, newest first, with both read marks.",
  params,
  query: z.strictObject(pageQuery),
  answer: chatPage,
})

/** Says something once, whatever happens to the answer: the key is the message's. */
export const sayInChat = endpoint({
  id: 'chat.say',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/chats/:id',
  money: true,
  summary: "Write into a trade's chat: text, own uploaded pictures and files, or some of them.",
  params,
  body: chatSaying,
  answer: chatMessage,
  refusals: ['chatClosed', 'chatPictureUnknown'],
})

/** Moves the caller's read mark forward; an older place changes nothing. */
export const markChatRead = endpoint({
  id: 'chat.read',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/chats/:id/read',
  summary: "Mark a trade's chat as read up to a message.",
  params,
  body: z.strictObject({ place: threadPlace }),
  answer: z.object({ place: z.number().int() }),
})

/** Chats in which something waits to be read. */
export const unreadChats = endpoint({
  id: 'chat.unread',
  path: '/api/chats',
  summary: 'Own trades with unread messages, and how many there are; at most 100 trades.',
  answer: z.object({
    items: z.array(z.object({ tradeId: wireId('trd'), unread: z.number().int() })),
  }),
})
