import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, linesText, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { fileIds, sentFile } from '../uploads/files.ts'
import { serviceLimits } from './conversation.ts'

export const feedbackTypes = ['problem', 'idea', 'complaint', 'other'] as const
export type FeedbackType = (typeof feedbackTypes)[number]

export const feedback = z.object({
  id: wireId('fbk'),
  type: z.enum(feedbackTypes),
  text: z.string(),
  pictures: z.array(wireId('img')),
  files: z.array(sentFile),
  sentAt: instant,
  /** What the operators answered; null until they have. */
  answer: z.object({ text: z.string(), nickname: z.string().nullable(), at: instant }).nullable(),
})
export type Feedback = z.infer<typeof feedback>

/** Own feedback, newest first. */
export const feedbackList = endpoint({
  id: 'service.feedback',
  path: '/api/service/feedback',
  whileFrozen: true,
  summary: 'Own feedback with the answers of the operators, newest first.',
  query: z.strictObject(pageQuery),
  answer: pageOf(feedback),
})

export const sendFeedback = endpoint({
  id: 'service.sendFeedback',
  act: 'askService',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/service/feedback',
  money: true,
  whileFrozen: true,
  summary: 'Send feedback: a type, text, up to nine own uploaded pictures, and own uploaded files.',
  body: z.strictObject({
    type: z.enum(feedbackTypes, rule('choice')),
    text: linesText(serviceLimits.feedbackCharacters).pipe(
      z.string().min(1, { error: 'required' }),
    ),
    pictures: z
      .array(wireId('img'), rule('wrongType'))
      .max(serviceLimits.feedbackPictures, rule('picturesTooMany')),
    files: fileIds,
  }),
  answer: feedback,
  refusals: ['recoveryWordsInText', 'servicePictureUnknown', 'feedbackDailyLimit'],
})
