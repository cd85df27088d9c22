import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { defaultLocale, localeOf, type RefusalName } from '@banyan/domain'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Readiness } from '../readiness.ts'
import { Refused } from '../refused.ts'
import { logCalls } from './access-log.ts'
import { refusalAnswer } from './answer.ts'
import { limitBodyTime, MOST_BODY_MS } from './body-time.ts'
import { finishCalls } from './drain.ts'
import { readJson } from './json.ts'
import { hungUp, refusalFor } from './refusal-for.ts'
import { securityHeaders } from './security-headers.ts'
import { traceCalls } from './trace-calls.ts'
import { cutUnreadBodies } from './unread-body.ts'

export interface AppSettings {
  logger: Logger
  production: boolean
  /** Whether each call is a line of the log. */
  accessLog?: boolean
  /** Who may say in `X-Forwarded-For` where a call comes from: limits are counted by that address. */
  trustedProxies: readonly string[]
  /**
   * Counts a call whose token is not valid, of whatever kind the call is; refuses it where there
   * are too many.
   */
  countInvalidToken?: (ip: string) => Promise<void>
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
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
  })
  const { ofFiles, ofCalls } = await securityHeaders(settings)
  traceCalls(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isCall(request) ? ofCalls : ofFiles)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('X-Request-Id', request.id)
    if (isCall(request)) reply.header('Cache-Control', 'no-store')
    return payload
  })
  cutUnreadBodies(app)
  finishCalls(app)
  if (settings.accessLog) logCalls(app)
  limitBodyTime(app, socket =>
    answerUnreadable(Object.assign(new Error('late'), { code: LATE }), socket),
  )
  acceptJsonOnly(app)
  app.setErrorHandler<FastifyError>(async (error, request, reply) =>
    answerError(await countedError(error, request.ip, settings), request, reply),
  )
  app.setNotFoundHandler(answerNotFound)
  return app
}

const isCall = ({ url }: FastifyRequest): boolean => /^\/api([/?]|$)/.test(url)

/** The error to answer with: guesses at tokens are counted, and beyond their limit refused as such. */
async function countedError(
  error: FastifyError,
  ip: string,
  { countInvalidToken }: Pick<AppSettings, 'countInvalidToken'>,
): Promise<FastifyError> {
  if (!(error instanceof Refused && error.refusal === 'sessionExpired')) return error
  const limit = await countInvalidToken?.(ip).then(
    () => null,
    (refused: FastifyError) => refused,
  )
  return limit ?? error
}

/** Refusals that pass by themselves. */
const comeAgain: ReadonlySet<RefusalName> = new Set(['notReady', 'busy', 'uploadsAway'])

/**
 * Every error leaves as an envelope; what is not a refusal leaves with a reference to the log. The
 * cause of an answer 503 is logged too: the caller does not see it.
 */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refused = refusalFor(error)
  const reference = request.id
  if (hungUp(request)) request.log.debug({ err: error, reference }, 'a caller hung up')
  else if (refused.refusal === 'fault')
    request.log.error({ err: error, reference }, 'a call failed')
  else if (refused.refusal === 'notReady')
    request.log.warn({ err: error, reference }, 'a call was refused for now')
  if (refused.refusal === 'tooMany')
    reply.header('Retry-After', String(refused.slots.seconds ?? 60))
  if (comeAgain.has(refused.refusal)) reply.header('Retry-After', '5')
  const { status, envelope } = refusalAnswer(
    refused.refusal === 'fault' ? new Refused('fault', { reference }) : refused,
    localeOf(request.headers['accept-language']),
  )
  return reply.status(status).send(envelope)
}

/** An address that nothing answers: an envelope where calls are made, a plain word elsewhere. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply) {
  reply.status(404)
  if (!isCall(request)) return reply.type('text/plain').send('Not found')
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

/**
 * Adds `/healthz` (the process) and `/readyz` (whether calls should be sent to it). A chain that
 * cannot be followed is reported and stops nothing: recharges wait, everything else goes on. So is
 * a store of uploads that is away: pictures and files wait.
 */
export function addProbes(app: FastifyInstance, probes: Probes): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = await readyAnswer(probes)
    if (status === 503) reply.header('Retry-After', '5')
    return reply.status(status).send(body)
  })
}

export interface Probes {
  readiness: Readiness
  chain(): Promise<string>
  /** Whether the store of uploads can be used; null where the data folder keeps them. */
  uploads(): Promise<string | null>
}

/** The answer of `/readyz`, which is the same on every port. */
export async function readyAnswer({
  readiness,
  chain,
  uploads,
}: Probes): Promise<{ status: 200 | 503; body: object }> {
  const ready = await readiness.check()
  if (!ready.ok) return { status: 503, body: ready }
  const [chainNow, uploadsNow] = await Promise.all([
    chain().catch(() => 'degraded'),
    uploads().catch(() => 'away'),
  ])
  const body = { ok: true, chain: chainNow, ...(uploadsNow !== null && { uploads: uploadsNow }) }
  return { status: 200, body }
}
