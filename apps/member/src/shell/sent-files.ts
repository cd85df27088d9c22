import { dataOf, download } from '@banyan/client'
import { type SentFile, sentFilePath } from '@banyan/domain'
import { api } from './app.ts'

/** So many bytes are asked for at once: each part has its own time, and a lost one loses no other. */
const PART_BYTES = 2 * 1024 * 1024
const mediaTypes = { video: 'video/mp4', document: 'application/pdf' } as const

/**
 * Fetches a file part by part. `parts` is what has come already: after a failure the same list goes on
 * where it ended.
 * @throws TransportError, Refused, Silent.
 */
export async function fetchSentFile(
  { id, kind, bytes }: SentFile,
  parts: Blob[],
  options: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const { onProgress, signal } = options
  const come = () => parts.reduce((sum, part) => sum + part.size, 0)
  for (let from = come(); from < bytes; from = come()) {
    const range = { from, to: Math.min(from + PART_BYTES, bytes) - 1 }
    const part = { range, toast: false, signal }
    parts.push(dataOf(await download(api, sentFilePath(id), part)))
    onProgress(come() / bytes)
  }
  return new Blob(parts, { type: mediaTypes[kind] })
}
