import type { Readable } from 'node:stream'
import type { RefusalName } from '@banyan/domain'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../platform/refused.ts'
import { type Bound, type Coming, pictureBound } from './coming.ts'

/** What one call takes in. */
export interface Taking {
  /** How large the one thing may be; `boundOf` may know a smaller bound by how it begins. */
  bound: Bound
  boundOf?: (head: Buffer) => Bound
  /** Refused where nothing came. */
  nothing: RefusalName
}

/** One picture. */
const onePicture: Taking = { bound: pictureBound, nothing: 'uploadNotAPicture' }
/** The lines around what comes. */
const AROUND_BYTES = 64 * 1024

/**
 * Receives the one thing of a body into a file for `work`, which hears what it was called. What is larger is refused while it comes
 * in: nothing more of it is read. Refuses by `taking` what is too large or nothing, and `uploadOnlyOne`.
 */
export async function receiveOne<T>(
  request: FastifyRequest,
  coming: Coming,
  work: (path: string, name: string) => Promise<T>,
  taking: Taking = onePicture,
): Promise<T> {
  const { bound, boundOf, nothing } = taking
  const most = bound.most + AROUND_BYTES
  if (Number(request.headers['content-length'] ?? 0) > most) throw bound.refused()
  const { signal, tooLarge } = countUp(request.raw, most, bound)
  const parts = request.parts({ limits: { fileSize: bound.most } })
  const first = await Promise.race([parts.next().catch(() => refuse('malformed')), tooLarge])
  if (first.done) return refuse(nothing)
  const { file, filename } = isFile(first.value) ? first.value : refuse('uploadOnlyOne')
  try {
    return await coming.receive(file, { signal, bound, boundOf }, async path => {
      if (!(await Promise.race([isLast(parts), tooLarge]))) refuse('uploadOnlyOne')
      return work(path, filename ?? '')
    })
  } catch (error) {
    // What is refused by its beginning is not read to its end.
    if (!request.raw.complete) request.raw.unpipe().pause()
    throw error
  }
}

/** Counts what comes in; past the limit it aborts what reads it, and rejects. */
function countUp(
  body: Readable,
  most: number,
  { refused }: Bound,
): { signal: AbortSignal; tooLarge: Promise<never> } {
  const over = new AbortController()
  let bytes = 0
  const tooLarge = new Promise<never>((_, reject) => {
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most || over.signal.aborted) return
      body.unpipe()
      body.pause()
      reject(refused())
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
