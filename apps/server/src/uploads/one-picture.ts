import type { Readable } from 'node:stream'
import { uploadLimits } from '@banyan/domain'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refused, refuse } from '../platform/refused.ts'
import type { Coming } from './coming.ts'

/** A picture, and the lines around it. */
const MOST_BYTES = uploadLimits.maxBytes + 64 * 1024

/**
 * Receives the one picture of a body into a file for `work`. What is larger is refused while it comes
 * in: nothing more of it is read. Refuses `uploadTooLarge`, `uploadOnlyOne` and `uploadNotAPicture`.
 */
export async function receiveOne<T>(
  request: FastifyRequest,
  coming: Coming,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) refuse('uploadTooLarge')
  const { signal, tooLarge } = countUp(request.raw)
  const parts = request.parts()
  const first = await Promise.race([parts.next().catch(() => refuse('malformed')), tooLarge])
  if (first.done) return refuse('uploadNotAPicture')
  const { file } = isFile(first.value) ? first.value : refuse('uploadOnlyOne')
  return coming.receive(file, signal, async path => {
    if (!(await Promise.race([isLast(parts), tooLarge]))) refuse('uploadOnlyOne')
    return work(path)
  })
}

/** Counts what comes in; past the limit it aborts what reads it, and rejects. */
function countUp(body: Readable): { signal: AbortSignal; tooLarge: Promise<never> } {
  const over = new AbortController()
  let bytes = 0
  const tooLarge = new Promise<never>((_, reject) => {
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= MOST_BYTES || over.signal.aborted) return
      body.unpipe()
      body.pause()
      reject(new Refused('uploadTooLarge'))
      over.abort()
    })
  })
  // It may come while nothing waits for it: then what reads is aborted all the same.
  tooLarge.catch(() => {})
  return { signal: over.signal, tooLarge }
}

type Parts = ReturnType<FastifyRequest['parts']>

const isFile = (part: { type: string }): part is MultipartFile => part.type === 'file'

const PARTS_LIMIT = /^FST_(PARTS|FILES|FIELDS)_LIMIT$/

/** Nothing comes after what has come. More parts than are read at all are more than one as well. */
async function isLast(parts: Parts): Promise<boolean> {
  const next = await parts.next().catch((error: { code?: string }) => {
    if (!PARTS_LIMIT.test(error.code ?? '')) refuse('malformed')
    return { done: false }
  })
  return next.done === true
}
