import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { defaultLocale, localeOf } from '@banyan/domain'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { isRestoredByHand, RESTORED_BY_HAND } from '../database/cluster.ts'
import { isUnavailable } from '../database/transaction.ts'
import { Refused } from '../refused.ts'
import { refusalAnswer } from './answer.ts'
import { limitBodyTime, MOST_BODY_MS } from './body-time.ts'
import { readJson } from './json.ts'
import { securityHeaders } from './security-headers.ts'
import { cutUnreadBodies } from './unread-body.ts'

export interface AppSettings {
  logger: Logger
  production: boolean
  /** Who may say in `X-Forwarded-For` where a call comes from: limits are counted by that address. */
  trustedProxies: readonly string[]
  /** SHA-256 sources of the inline scripts and styles of the built app. */
  inlineHashes: { scripts: string[]; styles: string[] }
}

const BODY_LIMIT = 256 * 1024

/** A Fastify with the platform's conventions: envelope for every error, strict headers, no cached answers. */
export async function openApp(settings: AppSettings): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: settings.logger as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: MOST_BODY_MS,
    forceCloseConnections: true,
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  const headers = await securityHeaders(settings)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    return payload
  })
  cutUnreadBodies(app)
  limitBodyTime(app, socket =>
    answerUnreadable(Object.assign(new Error('late'), { code: LATE }), socket),
  )
  acceptJsonOnly(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  return app
}

/** Every error leaves as an envelope; what is not a refusal leaves with a reference to the log. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refused = refusalOf(error)
  if (refused.refusal === 'fault')
    request.log.error({ err: error, reference: request.id }, 'a call failed')
  if (refused.refusal === 'notReady')
    request.log.warn({ err: error, reference: request.id }, 'a call was refused for now')
  if (refused.refusal === 'tooMany')
    reply.header('Retry-After', String(refused.slots.seconds ?? 60))
  if (refused.refusal === 'notReady' || refused.refusal === 'busy') reply.header('Retry-After', '5')
  const { status, envelope } = refusalAnswer(
    refused.refusal === 'fault' ? new Refused('fault', { reference: request.id }) : refused,
    localeOf(request.headers['accept-language']),
  )
  return reply.status(status).send(envelope)
}

/** An address that nothing answers: an envelope where calls are made, a plain word elsewhere. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  reply.status(404)
  if (!/^\/api([/?]|$)/.test(request.url)) return reply.type('text/plain').send('Not found')
  const locale = localeOf(request.headers['accept-language'])
  return reply.send(refusalAnswer(new Refused('notFound'), locale).envelope)
}

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'
const brokenStatus: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  [LATE]: '408 Request Timeout',
}

/** What is not even HTTP gets an envelope too, in the default language, and the line is cut. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const body = JSON.stringify(refusalAnswer(new Refused('malformed'), defaultLocale).envelope)
    socket.write(
      [
        `HTTP/1.1 ${brokenStatus[error.code ?? ''] ?? '400 Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}

/**
 * JSON is the only type that calls are made in. A POST without a body is an empty object: the client
 * leaves empty data out.
 */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {})
    try {
      done(null, readJson(text as string))
    } catch {
      done(new Refused('malformed'), undefined)
    }
  })
}

const fastifyRefusals: Record<string, Refused> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refused('tooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refused('wrongType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refused('malformed'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refused('malformed'),
  FST_ERR_BAD_URL: new Refused('malformed'),
}

function refusalOf(error: FastifyError): Refused {
  if (error instanceof Refused) return error
  const known = fastifyRefusals[error.code]
  if (known) return known
  if (isUnavailable(error)) return new Refused('notReady')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refused('malformed')
  return new Refused('fault')
}

/**
 * Adds `/healthz` (the process) and `/readyz` (the database, and that it is the one it was). A chain
 * that cannot be followed is reported and stops nothing: recharges wait, everything else goes on.
 */
export function addProbes(
  app: FastifyInstance,
  { pool, chain }: { pool: pg.Pool; chain: () => Promise<string> },
): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    try {
      if (await isRestoredByHand(pool))
        return reply.status(503).send({ ok: false, why: 'restored', mend: RESTORED_BY_HAND })
      return { ok: true, chain: await chain() }
    } catch {
      return reply.status(503).header('Retry-After', '5').send({ ok: false, why: 'database' })
    }
  })
}
