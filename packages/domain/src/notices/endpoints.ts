import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import type { OtherCall } from '../contract/other-call.ts'
import { instant, pageQuery, wireId } from '../contract/wire.ts'

const span = z.object({
  text: z.string(),
  strong: z.boolean().optional(),
  em: z.boolean().optional(),
  href: z.string().optional(),
})

/** A part of a notice, as pages draw it. */
export const noticeBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), spans: z.array(span) }),
  z.object({
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3)]),
    spans: z.array(span),
  }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(span)) }),
  z.object({ kind: z.literal('picture'), id: wireId('npic'), alt: z.string() }),
])

/** The same in both languages; `en` is null when a notice has none, and then the Chinese one is shown. */
const inBoth = <T extends z.ZodType>(one: T) => z.object({ zh: one, en: one.nullable() })
export const noticeTitle = inBoth(z.string())
export const noticeBody = inBoth(z.array(noticeBlock))

const line = {
  id: wireId('ntc'),
  title: noticeTitle,
  publishedAt: instant,
  pinned: z.boolean(),
  read: z.boolean(),
}

/** A notice in a list. */
export const noticeLine = z.object({ ...line, ended: z.boolean(), hasPictures: z.boolean() })
export type NoticeLine = z.infer<typeof noticeLine>

export const noticeList = endpoint({
  id: 'notices.list',
  path: '/api/notices',
  summary: 'Notices: those pinned and not ended, then the newest first; with how many are unread.',
  query: z.strictObject(pageQuery),
  answer: z.object({
    items: z.array(noticeLine),
    nextCursor: z.string().nullable(),
    unread: z.number().int(),
  }),
})

/** The maximum of unread notices that Home shows. */
export const UNREAD_SHOWN = 5

export const unreadNotices = endpoint({
  id: 'notices.unread',
  path: '/api/notices/unread',
  summary: 'The first unread notices, pinned ones before the others, and how many there are.',
  answer: z.object({ items: z.array(z.object(line)), unread: z.number().int() }),
})

/** A notice in full. A withdrawn one keeps its place and shows no text. */
export const getNotice = endpoint({
  id: 'notices.get',
  path: '/api/notices/:id',
  summary: 'One notice in full; of a withdrawn one, when it was withdrawn and nothing else.',
  params: z.strictObject({ id: wireId('ntc') }),
  answer: z.object({
    id: wireId('ntc'),
    /** When it was withdrawn; `notice` is null from then on. */
    withdrawnAt: instant.nullable(),
    notice: z
      .object({
        ...line,
        endsAt: instant.nullable(),
        ended: z.boolean(),
        /** When the text was last corrected after it was published. */
        editedAt: instant.nullable(),
        body: noticeBody,
      })
      .nullable(),
  }),
})

/** Marks one notice as read, or all of them. */
export const markNoticesRead = endpoint({
  id: 'notices.read',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Mark one notice as read, or all of them.',
  body: z.strictObject({ id: wireId('ntc').optional() }),
  answer: z.object({ unread: z.number().int() }),
})

/** GET: a picture of a notice that members can read. */
export const noticePicturePath = '/api/notice-pictures' as const
export const noticeCalls: readonly OtherCall[] = [
  {
    id: 'notices.picture',
    method: 'GET',
    path: `${noticePicturePath}/:id`,
    summary: 'A picture of a published notice, for members.',
    gives: 'image/webp',
  },
]
