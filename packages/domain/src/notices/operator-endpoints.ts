import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import type { OtherCall } from '../contract/other-call.ts'
import { hasInvisibleSigns } from '../contract/visible-text.ts'
import { instant, pageOf, pageQuery, personText, rule, wireId } from '../contract/wire.ts'
import { noticeBlock, noticeBody } from './endpoints.ts'
import { noticeFaults } from './markdown.ts'
import { noticeEvents, noticeStates } from './notice.ts'

/** Limits of a notice; `pictures` is the maximum for all notices together. */
export const noticeLimits = { title: 80, characters: 10_000, pictures: 2_000 } as const

/** Roles that write notices. */
const writers = { access: 'operator', roles: ['support', 'administrator'] } as const
const params = z.strictObject({ id: wireId('ntc') })

/** Markdown as typed: NFC, lines kept, no other invisible characters. */
const source = z
  .string(rule('required'))
  .transform(text => text.normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\t', ' ').trim())
  .pipe(
    z
      .string()
      .min(1, rule('required'))
      .max(noticeLimits.characters, rule('tooLong'))
      .refine(text => !hasInvisibleSigns(text.replaceAll('\n', '')), rule('invisibleSigns')),
  )

const written = {
  titleZh: personText(noticeLimits.title),
  bodyZh: source,
  /** Without them the Chinese ones are shown in English too; both or neither. */
  titleEn: personText(noticeLimits.title).nullable(),
  bodyEn: source.nullable(),
}
const content = {
  ...written,
  pinned: z.boolean(),
  /** From this instant on Home no longer shows it. */
  endsAt: instant.nullable(),
}
const bothOrNeither = (of: { titleEn: string | null; bodyEn: string | null }) =>
  (of.titleEn === null) === (of.bodyEn === null)
const together = { ...rule('required'), path: ['bodyEn'] }

const version = z.number().int().min(1)

/** A notice as operators see it, with its history. */
export const operatorNoticeView = z.object({
  id: wireId('ntc'),
  state: z.enum(noticeStates),
  version,
  titleZh: z.string(),
  bodyZh: z.string(),
  titleEn: z.string().nullable(),
  bodyEn: z.string().nullable(),
  pinned: z.boolean(),
  publishAt: instant.nullable(),
  publishedAt: instant.nullable(),
  /** When the text was last corrected after it was published. */
  editedAt: instant.nullable(),
  changedAt: instant,
  endsAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
  moves: z.array(z.enum(noticeEvents)),
  body: noticeBody,
  history: z.array(
    z.object({
      version,
      event: z.enum(['create', ...noticeEvents]),
      actor: z.string(),
      at: instant,
      reason: z.string().nullable(),
      titleZh: z.string(),
      bodyZh: z.string(),
      titleEn: z.string().nullable(),
      bodyEn: z.string().nullable(),
      pinned: z.boolean(),
    }),
  ),
})

export const operatorNoticeList = endpoint({
  ...writers,
  id: 'operator.notices',
  path: '/api/operator/notices',
  summary: 'Notices in every state, the one changed last first.',
  query: z.strictObject({ ...pageQuery, state: z.enum(noticeStates).optional() }),
  answer: pageOf(operatorNoticeView.omit({ history: true, body: true })),
})

export const operatorNotice = endpoint({
  ...writers,
  id: 'operator.notice',
  path: '/api/operator/notices/:id',
  summary: 'One notice with its text, its tree and its history.',
  params,
  answer: operatorNoticeView,
})

/** Writes nothing: returns what members would see, and what must be corrected first. */
export const previewNotice = endpoint({
  ...writers,
  id: 'operator.previewNotice',
  method: 'POST',
  path: '/api/operator/notices/preview',
  summary: 'The tree of a text as members would see it, and what has to be mended in it.',
  body: z.strictObject({ text: source }),
  answer: z.object({
    blocks: z.array(noticeBlock),
    faults: z.array(
      z.object({ line: z.number().int(), fault: z.enum(noticeFaults), text: z.string() }),
    ),
    /** Pictures of the text that nobody has uploaded. */
    missingPictures: z.array(z.string()),
  }),
})

export const createNotice = endpoint({
  ...writers,
  id: 'operator.createNotice',
  method: 'POST',
  path: '/api/operator/notices',
  summary: 'Write a draft of a notice.',
  body: z.strictObject(content).refine(bothOrNeither, together),
  answer: operatorNoticeView,
  refusals: ['noticeNotReadable', 'noticePictureUnknown', 'noticeTimes'],
})

export const editNotice = endpoint({
  ...writers,
  id: 'operator.editNotice',
  method: 'POST',
  path: '/api/operator/notices/:id/edit',
  summary: 'Change a notice; a published one is corrected where members see it.',
  params,
  body: z.strictObject({ ...content, version }).refine(bothOrNeither, together),
  answer: operatorNoticeView,
  refusals: [
    ...(['noticeMoveNotAllowed', 'noticeChanged', 'noticeNotReadable'] as const),
    ...(['noticePictureUnknown', 'noticeTimes'] as const),
  ],
})

export const scheduleNotice = endpoint({
  ...writers,
  id: 'operator.scheduleNotice',
  method: 'POST',
  path: '/api/operator/notices/:id/schedule',
  summary: 'Let a notice be published by itself at an instant.',
  params,
  body: z.strictObject({ version, publishAt: instant }),
  answer: operatorNoticeView,
  refusals: ['noticeMoveNotAllowed', 'noticeChanged', 'noticeTimes'],
})

export const unscheduleNotice = endpoint({
  ...writers,
  id: 'operator.unscheduleNotice',
  method: 'POST',
  path: '/api/operator/notices/:id/unschedule',
  summary: 'Make a scheduled notice a draft again.',
  params,
  body: z.strictObject({ version }),
  answer: operatorNoticeView,
  refusals: ['noticeMoveNotAllowed', 'noticeChanged'],
})

export const publishNotice = endpoint({
  ...writers,
  id: 'operator.publishNotice',
  method: 'POST',
  path: '/api/operator/notices/:id/publish',
  summary: 'Show a notice to all members now.',
  params,
  body: z.strictObject({ version }),
  answer: operatorNoticeView,
  refusals: ['noticeMoveNotAllowed', 'noticeChanged', 'noticeTimes'],
})

export const withdrawNotice = endpoint({
  ...writers,
  id: 'operator.withdrawNotice',
  method: 'POST',
  path: '/api/operator/notices/:id/withdraw',
  summary: 'Take a notice back for good, with the reason.',
  params,
  body: z.strictObject({ version, reason: personText(500) }),
  answer: operatorNoticeView,
  refusals: ['noticeMoveNotAllowed', 'noticeChanged'],
})

/** POST of one picture (field `file`); GET of one by its id, before it is published as well. */
export const operatorNoticePicturePath = '/api/operator/notice-pictures' as const
export const noticePictureAnswer = z.object({
  id: wireId('npic'),
  width: z.number().int(),
  height: z.number().int(),
})
export type NoticePictureAnswer = z.infer<typeof noticePictureAnswer>

export const operatorNoticeCalls: readonly OtherCall[] = [
  {
    id: 'operator.uploadNoticePicture',
    method: 'POST',
    path: operatorNoticePicturePath,
    roles: writers.roles,
    summary:
      'Upload one JPEG, PNG or WebP picture for notices (part `file`, at most 8 MB); data: id, width, height.',
    takes: 'multipart/form-data',
    gives: 'application/json',
  },
  {
    id: 'operator.noticePicture',
    method: 'GET',
    path: `${operatorNoticePicturePath}/:id`,
    roles: writers.roles,
    summary: 'A picture for notices.',
    gives: 'image/webp',
  },
]
