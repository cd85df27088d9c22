import { readFile } from 'node:fs/promises'
import type { FileKind } from '@banyan/domain'
import { faultOfDocument, type NoDocument } from './document.ts'
import { cleanVideo, type NoVideo } from './video.ts'

/** A file that is taken in: a video was made clean where it lies, a document is as it came. */
export interface CheckedFile {
  kind: FileKind
  /** How long a video is, rounded up; null for a document. */
  seconds: number | null
}

/** Why a file is not taken in: names of refusals. */
export type NoFile = 'fileNotTaken' | NoVideo | NoDocument

/** Formats of pictures and sounds that begin as a video does. */
const notVideos = /^(?:he[iv][cmsx]|mif1|msf1|avi[fs]|crx |M4[ABP] )/

/** How many bytes tell what a file is. */
export const HEAD_BYTES = 12

/** What a file is by its first bytes; null for all that is not taken in. */
export function kindOf(head: Buffer): FileKind | null {
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'document'
  const isMedia = head.toString('latin1', 4, 8) === 'ftyp'
  return isMedia && !notVideos.test(head.toString('latin1', 8, HEAD_BYTES)) ? 'video' : null
}

/** Checks a file by its content alone, and makes a video clean where it lies. */
export async function checkFile(path: string, head: Buffer): Promise<CheckedFile | NoFile> {
  const kind = kindOf(head)
  if (kind === 'video') {
    const video = await cleanVideo(path)
    return typeof video === 'string' ? video : { kind, ...video }
  }
  if (kind === null) return 'fileNotTaken'
  return faultOfDocument(await readFile(path)) ?? { kind, seconds: null }
}
