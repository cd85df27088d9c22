import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, pageQuery, wireId } from '../contract/wire.ts'
import { notificationKinds } from './kinds.ts'

/** Something that concerned the member. Its line is made of kind, side and slots, in any language. */
export const notification = z.object({
  id: wireId('ntf'),
  kind: z.enum(notificationKinds),
  /** The member's part, where it is about a trade. */
  side: z.enum(['buyer', 'seller']).nullable(),
  /** Wire id of what it is about, where there is one page of it. */
  subject: z.string().nullable(),
  slots: z.record(z.string(), z.string()),
  at: instant,
  read: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const notificationList = endpoint({
  id: 'notifications.list',
  path: '/api/notifications',
  summary: 'Everything that concerned the member, newest first, and how much of it is unread.',
  query: z.strictObject(pageQuery),
  answer: z.object({
    items: z.array(notification),
    nextCursor: z.string().nullable(),
    unread: z.number().int(),
  }),
})

/** A notification is kept for so long. */
export const notificationsKeptDays = 180

/** A badge shows at most this number. */
export const UNREAD_COUNTED = 100

export const notificationsUnread = endpoint({
  id: 'notifications.unread',
  path: '/api/notifications/unread',
  summary: `How many notifications are unread, counted up to ${UNREAD_COUNTED}.`,
  answer: z.object({ unread: z.number().int() }),
})

/** Marks one as read, or all that there are. */
export const markNotificationsRead = endpoint({
  id: 'notifications.read',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark one notification as read, or all of them.',
  body: z.strictObject({ id: wireId('ntf').optional() }),
  answer: z.object({ unread: z.number().int() }),
})
