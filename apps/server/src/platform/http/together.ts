import { localeOf, mostTogether, togetherPath } from '@banyan/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused, refuse } from '../refused.ts'
import { refusalAnswer, success } from './answer.ts'
import type { Auth } from './auth.ts'
import { bearerOf } from './bearer.ts'
import { compress } from './compression.ts'

/** Answers a read of the caller's. */
export type ReadHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>

/**
 * Adds the call by which a page asks for all that it shows first. Each read is answered as if it came
 * alone, by its own handler: it looks up the session, takes its place in the limits and checks its
 * input. `reads` has the handlers by their paths.
 */
export function addTogether(
  app: FastifyInstance,
  { auth, reads }: { auth: Pick<Auth, 'authenticate'>; reads: ReadonlyMap<string, ReadHandler> },
): void {
  app.get(togetherPath, { onSend: compress }, async (request, reply) => {
    await auth.authenticate(bearerOf(request), true)
    const calls = callsOf(request.query)
    const answers = await Promise.all(
      calls.map(async call => [call, await answerAlone(reads, call, request, reply)] as const),
    )
    return success(Object.fromEntries(answers))
  })
}

/** The addresses that a call names. Throws `malformed` when they are none, or too many. */
function callsOf(query: unknown): string[] {
  const { calls } = query as { calls?: unknown }
  const named = typeof calls === 'string' ? [...new Set(calls.split(' ').filter(Boolean))] : []
  return named.length === 0 || named.length > mostTogether ? refuse('malformed') : named
}

/** The text of one answer; null when the caller has to ask for it alone, because it is no envelope of a 200. */
async function answerAlone(
  reads: ReadonlyMap<string, ReadHandler>,
  call: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const [path = '', search = ''] = call.split('?')
  const read = reads.get(path)
  if (!read) return null
  const query = Object.fromEntries(new URLSearchParams(search))
  // All but the query is that of the whole call: its headers, its address, its log.
  const own = Object.create(request, { query: { value: query }, params: { value: {} } })
  try {
    return JSON.stringify(await read(own, reply))
  } catch (error) {
    if (!(error instanceof Refused)) {
      request.log.error({ err: error, call: path }, 'one of several reads failed')
      return null
    }
    const { status, envelope } = refusalAnswer(error, localeOf(request.headers['accept-language']))
    return status === 200 ? JSON.stringify(envelope) : null
  }
}
