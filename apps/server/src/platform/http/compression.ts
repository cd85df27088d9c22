import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Endpoint } from '@banyan/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What fits one packet gains nothing. */
const LEAST_CHARACTERS = 1_400
/** Above this the work goes to another thread; below it the way there takes longer than the work. */
const MOST_AT_ONCE = 64 * 1024
/** The quickest: on JSON of lists it leaves a sixth, and the highest level a seventh for eight times the work. */
const options = { level: 1 }

const gzipInThreadPool = promisify(gzip)

/** What somebody else writes at will stands there beside what is the reader's own. */
const conversations = ['/api/chats', '/api/service']

/**
 * Whether the length of a compressed answer tells a listener nothing of use. Only reads are: tokens and
 * words of recovery are told by acts alone. Conversations are not, because their other side could try one
 * text after another and see by the length which of them the answer has twice.
 */
export const mayCompress = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method === 'GET' &&
  !path.startsWith('/api/operator/') &&
  !conversations.some(one => path === one || path.startsWith(`${one}/`))

/** Fastify's hook before an answer goes out: compresses a longer one for who understands that. */
export async function compress(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < LEAST_CHARACTERS) return payload
  reply.header('Vary', 'Accept-Encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return payload
  reply.header('Content-Encoding', 'gzip')
  if (payload.length > MOST_AT_ONCE) return gzipInThreadPool(payload, options)
  const known = lately.get(payload)
  if (known) return known
  const compressed = gzipSync(payload, options)
  lately.set(payload, compressed)
  const oldest = lately.keys().next().value
  if (lately.size > MOST_LATELY && oldest !== undefined) lately.delete(oldest)
  return compressed
}

/** Many read the same page of the market at once: it is compressed for the first of them. */
const lately = new Map<string, Buffer>()
const MOST_LATELY = 64

/** `gzip;q=0` refuses it. */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  /(?:^|[,\s])gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i.test(String(header ?? ''))
