import { z } from 'zod'
import type { OtherCall } from '../contract/other-call.ts'
import { rule, wireId } from '../contract/wire.ts'

/** Limits of videos and documents. Their count and bytes count with the pictures of an account. */
export const fileLimits = {
  maxVideoBytes: 40 * 1024 * 1024,
  maxVideoSeconds: 60,
  maxDocumentBytes: 8 * 1024 * 1024,
  /** The longer side of a video, in points. */
  maxVideoSide: 4096,
  /** With one message, statement or feedback. */
  perText: 5,
  nameCharacters: 80,
  /** How many an account can have on their way at the same time. */
  atOnce: 3,
  /** How long one may take on its way in. */
  maxMs: 300_000,
} as const

/** What a file is: an MP4 or QuickTime video, or a PDF document. Its bytes say so, never its name. */
export const fileKinds = ['video', 'document'] as const
export type FileKind = (typeof fileKinds)[number]

/** A file as those who may see it know it before they fetch it. */
export const sentFile = z.object({
  id: wireId('fil'),
  kind: z.enum(fileKinds),
  /** As its sender's device named it; empty when it is gone. */
  name: z.string(),
  bytes: z.number().int(),
  /** How long a video is, rounded up; null for a document. */
  seconds: z.number().int().nullable(),
})
export type SentFile = z.infer<typeof sentFile>

/** Own uploaded files that go with a text. */
export const fileIds = z
  .array(wireId('fil'), rule('wrongType'))
  .max(fileLimits.perText, rule('filesTooMany'))
  .default([])

/** What goes with a text: ids of own pictures and own files. */
export interface Attached {
  pictures: readonly string[]
  files?: readonly string[] | undefined
}

/** Multipart POST of one video or document (field `file`), answered by the envelope with a sent file. */
export const filePath = '/api/uploads/files' as const
/** GET: the file itself, for those who may see it; part of it where a range is asked for. */
export const sentFilePath = (id: string): string => `${filePath}/${id}`
/** The same for operators. */
export const operatorFilePath = '/api/operator/uploads/files' as const

const takes = 'multipart/form-data' as const
const MB = 1024 ** 2
const what = `one MP4 or QuickTime video (at most ${fileLimits.maxVideoSeconds} seconds, ${fileLimits.maxVideoBytes / MB} MB) or PDF document (at most ${fileLimits.maxDocumentBytes / MB} MB)`

export const fileCalls: readonly OtherCall[] = [
  {
    id: 'uploads.createFile',
    method: 'POST',
    path: filePath,
    takes,
    summary: `Upload ${what} as the part \`file\`; data: id, kind, name, bytes, seconds.`,
    gives: 'application/json',
  },
  {
    id: 'uploads.getFile',
    method: 'GET',
    path: `${filePath}/:id`,
    summary:
      'A video or document, for its owner and for those who may see what it was sent with. A video is video/mp4; a range of bytes can be asked for.',
    gives: 'application/pdf',
  },
]

export const operatorFileCalls: readonly OtherCall[] = [
  {
    id: 'operator.uploadFile',
    method: 'POST',
    path: operatorFilePath,
    takes,
    roles: ['support'],
    summary: `Upload ${what} for an answer to a member, as members do.`,
    gives: 'application/json',
  },
  {
    id: 'operator.file',
    method: 'GET',
    path: `${operatorFilePath}/:id`,
    roles: ['support', 'arbitrator', 'administrator'],
    summary:
      'A video or document of a case, for the arbitrators who hear it; of a conversation, for support and administrators; of feedback, for support and administrators. A range of bytes can be asked for.',
    gives: 'application/pdf',
  },
]
