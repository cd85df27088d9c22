import { randomUUID } from 'node:crypto'
import { localeOf } from '@banyan/domain'
import helmet from '@fastify/helmet'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { sqlState } from '../database/transaction.ts'
import { Refused } from '../refused.ts'
import { refusalAnswer } from './answer.ts'

export interface AppSettings {
  logger: Logger
  production: boolean
  /** SHA-256 sources of the inline scripts and styles of the built member app. */
  inlineHashes: { scripts: string[]; styles: string[] }
}

const BODY_LIMIT = 256 * 1024

/** A Fastify with the house's manners: envelope for every error, strict headers, no cached answers. */
export async function openApp(settings: AppSettings): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: settings.logger as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: 60_000,
    forceCloseConnections: true,
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...settings.inlineHashes.scripts],
        'style-src': ["'self'", ...settings.inlineHashes.styles],
        'img-src': ["'self'", 'blob:', 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['notice', 'sw'],
      },
    },
    strictTransportSecurity: settings.production ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('Permissions-Policy', 'camera=(), geolocation=(), payment=()')
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store')
    return payload
  })
  acceptEmptyJson(app)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = refusalOf(error)
    const locale = localeOf(request.headers['accept-language'])
    if (refused.refusal === 'fault')
      request.log.error({ err: error, reference: request.id }, 'a call failed')
    const { status, envelope } = refusalAnswer(
      refused.refusal === 'fault' ? new Refused('fault', { reference: request.id }) : refused,
      locale,
    )
    if (refused.refusal === 'tooMany')
      reply.header('Retry-After', String(refused.slots.seconds ?? 60))
    if (refused.refusal === 'notReady') reply.header('Retry-After', '5')
    return reply.status(status).send(envelope)
  })
  return app
}

/** A POST without a body is an empty object: the client leaves empty data out. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {})
    try {
      done(null, JSON.parse(text as string, refusePrototypes))
    } catch {
      done(new Refused('malformed'), undefined)
    }
  })
}

function refusePrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('forbidden key')
  return value
}

const fastifyRefusals: Record<string, Refused> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refused('tooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refused('wrongType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refused('malformed'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refused('malformed'),
  FST_ERR_BAD_URL: new Refused('malformed'),
}

/** SQLSTATE classes and node errors that mean "the database is not there right now". */
function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) {
    return (
      /^(08|57P0[123]|53300|55P03|57014|25P03)/.test(state) ||
      ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(state)
    )
  }
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  )
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

/** Adds `/healthz` (the process) and `/readyz` (the database and the schema). */
export function addProbes(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1')
      return { ok: true }
    } catch {
      return reply.status(503).header('Retry-After', '5').send({ ok: false, why: 'database' })
    }
  })
}
