import { openConsole } from '@banyan/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../refused.ts'
import { bearerOf } from './bearer.ts'

/**
 * The cookie that holds a session of the console. The prefix makes a browser keep it for this host
 * alone, over TLS or on localhost, for every path.
 */
const COOKIE = '__Host-banyan-operator'

/** A page of another origin cannot send this header without asking first, and is not answered. */
const HEADER = 'x-banyan-console'

/** Tokens of the console begin with this; they are read from the cookie and nowhere else. */
export const CONSOLE_TOKEN = 'oc1_'

/** The token that names an operator's session: a tool's in a header, the console's in its cookie. */
export function operatorTokenOf(request: FastifyRequest): string | null {
  const bearer = bearerOf(request)
  if (bearer !== null) return bearer.startsWith(CONSOLE_TOKEN) ? null : bearer
  const cookie = cookieOf(request)
  return cookie?.startsWith(CONSOLE_TOKEN) ? cookie : null
}

/** The header line that gives a browser its session; without a token, that takes it away. */
export const sessionCookie = (token: string | null, seconds: number): string =>
  `${COOKIE}=${token ?? ''}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${token === null ? 0 : seconds}`

/**
 * Refuses calls that a page of another origin makes with the operator's cookie. `SameSite` does not
 * tell ports of one host apart, so two more things must be right: a header that only a page of this
 * origin can send, and the origin that the browser names.
 */
export function refuseForeignPages(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async request => {
    if (!request.url.startsWith('/api/operator/')) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && !origins.includes(origin)) refuse('operatorPageForeign')
    if (!isOfConsole(request)) return
    const isOwn = request.headers[HEADER] === '1' && (site ?? 'same-origin') === 'same-origin'
    const isNamed = request.method === 'GET' || origin !== undefined
    if (!isOwn || !isNamed) refuse('operatorPageForeign')
  })
}

/** True where the cookie counts, or is about to be given. */
const isOfConsole = (request: FastifyRequest): boolean =>
  (request.routeOptions.url === openConsole.path && request.method === openConsole.method) ||
  (bearerOf(request) === null && cookieOf(request) !== null)

function cookieOf({ headers }: FastifyRequest): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === COOKIE && value) return value
  }
  return null
}
