import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { pageQuery, wireId } from '../contract/wire.ts'
import { chatMessage, chatPage, chatText } from './endpoints.ts'

/** Deny by default: only an arbitrator of the case reads its trade's chat and writes there. */
const hearing = { access: 'operator', roles: ['arbitrator'] } as const
const params = z.strictObject({ id: wireId('cas') })

/** The chat of a case's trade, for its arbitrators. */
export const caseChat = endpoint({
  id: 'operator.caseChat',
  path: '/api/operator/cases/:id/chat',
  ...hearing,
  summary: "The chat of a case's trade, newest first.",
  params,
  query: z.strictObject(pageQuery),
  answer: chatPage,
  refusals: ['caseNotYours'],
})

/** Writes as an arbitrator: the server marks the message as such, whatever its text. */
export const sayInCase = endpoint({
  id: 'operator.sayInCase',
  method: 'POST',
  path: '/api/operator/cases/:id/chat',
  ...hearing,
  money: true,
  summary: "Write into the chat of a case's trade as its arbitrator.",
  params,
  body: z.strictObject({ text: chatText.pipe(z.string().min(1, { error: 'required' })) }),
  answer: chatMessage,
  refusals: ['caseNotYours', 'chatClosed'],
})
