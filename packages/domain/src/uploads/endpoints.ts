import { z } from 'zod'
import type { OtherCall } from '../contract/other-call.ts'
import { wireId } from '../contract/wire.ts'

/** Limits of pictures: security.md 4.6. The account's limits cover all stored pictures of a member. */
export const uploadLimits = {
  maxBytes: 8 * 1024 * 1024,
  maxPerCall: 9,
  maxPerDay: 50,
  maxPerOperatorDay: 500,
  maxBytesPerAccount: 200 * 1024 * 1024,
} as const

/** Multipart POST of one picture (field `file`); the response is the envelope with this data. */
export const uploadPath = '/api/uploads' as const
export const uploadAnswer = z.object({
  id: wireId('img'),
  width: z.number().int(),
  height: z.number().int(),
})
export type UploadAnswer = z.infer<typeof uploadAnswer>

/** GET: the picture itself, for its owner and the parties of its trade. */
export const uploadedPicturePath = (id: string): string => `/api/uploads/${id}`

export const uploadCalls: readonly OtherCall[] = [
  {
    id: 'uploads.create',
    method: 'POST',
    path: uploadPath,
    summary:
      'Upload one JPEG, PNG or WebP picture (part `file`, at most 8 MB); data: id, width, height.',
    takes: 'multipart/form-data',
    gives: 'application/json',
  },
  {
    id: 'uploads.get',
    method: 'GET',
    path: `${uploadPath}/:id`,
    summary: 'A picture, for its owner and for the parties of the trade it belongs to.',
    gives: 'image/webp',
  },
]

/** GET: a picture of a case, for its arbitrators. */
export const casePicturePath = '/api/operator/uploads' as const
export const operatorUploadCalls: readonly OtherCall[] = [
  {
    id: 'operator.upload',
    method: 'POST',
    path: casePicturePath,
    roles: ['support'],
    summary: 'Upload one picture for an answer to a member, as members do.',
    takes: 'multipart/form-data',
    gives: 'application/json',
  },
  {
    id: 'operator.picture',
    method: 'GET',
    path: `${casePicturePath}/:id`,
    roles: ['support', 'arbitrator', 'administrator'],
    summary:
      'A picture of a case, for the arbitrators who hear it; of a conversation, for support and administrators; of feedback, for support and administrators.',
    gives: 'image/webp',
  },
  {
    id: 'operator.originalPicture',
    method: 'GET',
    path: `${casePicturePath}/:id/original`,
    roles: ['arbitrator'],
    summary: 'The bytes of a picture as they were sent, for the arbitrators who hear its case.',
    gives: 'application/octet-stream',
  },
]
