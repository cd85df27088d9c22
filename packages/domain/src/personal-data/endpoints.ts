import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import type { OtherCall } from '../contract/other-call.ts'
import { instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { fileKinds } from '../uploads/files.ts'

/** How often a member exports in 24 hours, and for how many hours the file is there. */
export const exportLimits = { perDay: 3, hours: 24 } as const

export const exportStates = ['making', 'ready', 'failed', 'expired'] as const

/** An export of everything about a member. */
export const dataExport = z.object({
  id: wireId('exp'),
  state: z.enum(exportStates),
  askedAt: instant,
  /** Parts that are written, of all. */
  done: z.number().int(),
  parts: z.number().int(),
  expiresAt: instant.nullable(),
  /** Asked for in the calling session, which alone can download it. */
  isOfThisSession: z.boolean(),
})
export type DataExport = z.infer<typeof dataExport>

export const personalData = endpoint({
  id: 'personalData.overview',
  path: '/api/personal-data',
  summary: 'The newest export of the caller, and the space that their pictures and files take up.',
  answer: z.object({
    export: dataExport.nullable(),
    /** Bytes of the pictures and files, and the most that an account may have. */
    pictures: z.object({ bytes: z.number().int(), most: z.number().int() }),
  }),
})

export const askExport = endpoint({
  id: 'personalData.askExport',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/personal-data/exports',
  summary: 'Have everything about the caller written into one file, in the background.',
  body: z.strictObject({
    loginPassword: z
      .string(rule('loginPasswordRequired'))
      .min(1, rule('loginPasswordRequired'))
      .max(64, rule('tooLong')),
  }),
  answer: dataExport,
  refusals: ['loginFailed', 'loginLocked', 'exportUnderWay', 'exportTooOften'],
})

/** GET: the file, for the session that asked for it. */
export const exportFilePath = (id: string): string => `/api/personal-data/exports/${id}/file`
export const personalDataCalls: readonly OtherCall[] = [
  {
    id: 'personalData.exportFile',
    method: 'GET',
    path: '/api/personal-data/exports/:id/file',
    summary:
      'An export as a ZIP of data.json and a CSV table of each part, for the session that asked for it.',
    gives: 'application/zip',
  },
]

/** Where a picture is used. */
export const pictureUses = ['trade', 'case', 'chat', 'service', 'feedback'] as const
export type PictureUse = (typeof pictureUses)[number]

/** A picture, or a video or document. */
const uploadId = wireId('(?:img|fil)')

export const uploadKinds = ['picture', ...fileKinds] as const

export const ownPicture = z.object({
  id: uploadId,
  kind: z.enum(uploadKinds),
  /** The name of a video or document; null for a picture. */
  name: z.string().nullable(),
  /** How long a video is. */
  seconds: z.number().int().nullable(),
  /** With the original, while that is kept. */
  bytes: z.number().int(),
  uploadedAt: instant,
  uses: z.array(
    z.object({
      use: z.enum(pictureUses),
      /** Its number for people, where it has one. */
      number: z.string().nullable(),
      /** Until when it needs the picture: `open` while it goes on, null when it does no more. */
      neededUntil: z.union([instant, z.literal('open')]).nullable(),
    }),
  ),
  deletable: z.boolean(),
})
export type OwnPicture = z.infer<typeof ownPicture>

export const ownPictureList = endpoint({
  id: 'personalData.pictures',
  path: '/api/personal-data/pictures',
  summary:
    'The pictures, videos and documents of the caller, newest first, with their size and where they are used.',
  query: z.strictObject(pageQuery),
  answer: pageOf(ownPicture),
})

/** For so long after the end of a trade its pictures are needed. */
export const PICTURE_NEEDED_DAYS = 90

export const deleteOwnPicture = endpoint({
  id: 'personalData.deletePicture',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/personal-data/pictures/:id/delete',
  summary: 'Delete an own picture, video or document that no trade, case or conversation needs.',
  params: z.strictObject({ id: uploadId }),
  answer: z.object({ id: uploadId, pictures: z.object({ bytes: z.number().int() }) }),
  refusals: ['pictureNeeded'],
})
