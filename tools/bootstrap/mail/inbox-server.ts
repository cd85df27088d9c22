import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Letters } from './letters.ts'

interface Answer {
  status: number
  type: string
  body: string | Buffer
  policy?: string
}

const page = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/inbox.css': ['inbox.css', 'text/css; charset=utf-8'],
  '/inbox.js': ['inbox.js', 'text/javascript; charset=utf-8'],
  '/texts.js': ['texts.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
} as const

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
/** A letter's own page may look like something, and do nothing: no script, no request, no origin. */
const letterPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'self'; sandbox"

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Serves the inbox page and its small API on 127.0.0.1, to pages of its own origin only. */
export async function startInbox(port: number, letters: Letters) {
  const server = createServer((request, response) => reply(response, answer(letters, request)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(letters: Letters, request: IncomingMessage): Answer {
  if (!isOwnOrigin(request)) return refused(403, 'this inbox answers its own page only')
  if (request.method !== 'GET') return refused(405, 'GET is the only method here')
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox')
  if (pathname === '/api/letters') {
    const items = letters.list(searchParams.get('to') ?? undefined)
    return json(200, {
      items: items.map(({ html, ...one }) => ({ ...one, hasHtml: html !== null })),
    })
  }
  const html = letters.find(/^\/letters\/(\d+)$/.exec(pathname)?.[1] ?? '')?.html
  if (html)
    return { status: 200, type: 'text/html; charset=utf-8', body: html, policy: letterPolicy }
  const file = page[pathname as keyof typeof page]
  if (file === undefined) return refused(404, 'there is nothing at this address')
  const [name, type] = file
  return { status: 200, type, body: readFileSync(new URL(`./inbox/${name}`, import.meta.url)) }
}

/** Names the machine itself, and, where a browser says which page is asking, that page is ours. */
function isOwnOrigin(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers
  const name = host.replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(name)) return false
  return origin === undefined || origin === `http://${host}`
}

const refused = (status: number, error: string): Answer => json(status, { error })

const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

function reply(response: ServerResponse, { status, type, body, policy = pagePolicy }: Answer) {
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-security-policy': policy,
  })
  response.end(body)
}
