import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** An answer of a page of the development tools. */
export interface Answer {
  status: number
  type: string
  body: string | Buffer
  /** In place of the page's own content policy. */
  policy?: string
}

export interface LocalPage {
  port: number
  /** The folder of the page: index.html, and `name`.css, `name`.js, texts.js and icon.svg. */
  folder: URL
  name: string
  /** What is added to the content policy, which allows the page's own files and calls only. */
  policy: string
  /** The page's calls; undefined means that a file is requested. A rejection may carry an answer. */
  answer: (request: IncomingMessage, url: URL) => Promise<Answer | undefined> | Answer | undefined
  /** The answer to a caller that is not the page itself, or that asks for an unknown path. */
  refused: (status: number, error: string) => Answer
  explain: (error: unknown) => Answer
}

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const
const here = new URL('./', import.meta.url)

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Serves a page and its small API on 127.0.0.1, to pages of its own origin only. */
export async function servePage(page: LocalPage) {
  const server = createServer((request, response) => {
    answer(page, request).then(
      given => reply(page, response, given),
      error => reply(page, response, page.explain(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(page.port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${page.port}`,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const json = (status: number, body: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

async function answer(page: LocalPage, request: IncomingMessage): Promise<Answer> {
  if (!isOwnOrigin(request)) return page.refused(403, `this ${page.name} answers its own page only`)
  const url = new URL(request.url ?? '/', 'http://page')
  const given = await page.answer(request, url)
  if (given) return given
  if (request.method !== 'GET') return page.refused(405, 'GET is the only method here')
  return fileOf(page, url.pathname) ?? page.refused(404, 'there is nothing at this address')
}

/** A file of the page, or one that all pages share. */
function fileOf({ folder, name }: LocalPage, path: string): Answer | undefined {
  const own = ['index.html', `${name}.css`, `${name}.js`, 'texts.js', 'icon.svg']
  const shared = ['page.css', 'page.js']
  const file = path === '/' ? 'index.html' : path.slice(1)
  const place = own.includes(file) ? folder : shared.includes(file) ? here : undefined
  if (!place) return undefined
  const type = types[file.split('.').at(-1) as keyof typeof types]
  return { status: 200, type, body: readFileSync(new URL(file, place)) }
}

/** The request names this machine and, where the browser sends an origin, the page's own origin. */
function isOwnOrigin(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers
  const name = host.replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(name)) return false
  return origin === undefined || origin === `http://${host}`
}

function reply(page: LocalPage, response: ServerResponse, { status, type, body, policy }: Answer) {
  const own =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    `base-uri 'none'; frame-ancestors 'none'; ${page.policy}`
  response.writeHead(status, {
    ...headers,
    'content-type': type,
    'content-security-policy': policy ?? own,
  })
  response.end(body)
}
