import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { patienceMs } from '../patience.ts'

const dist = join(import.meta.dirname, '../../apps/member/dist')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** A call that the app has made. */
export interface RecordedCall {
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: a claim reads whatever the wire holds
  body: any
}

/** The built app behind a server of the test: the files are the real ones, the answers are the test's. */
export interface BuiltApp {
  url: string
  /** The text of the service worker's file; another release has another text. */
  worker: string
  /** The server's answers by path; an empty object for other paths. */
  answers: Record<string, unknown>
  /** Calls that write, the first one first. */
  calls: RecordedCall[]
  goAway(): Promise<void>
}

export async function openBuiltApp(): Promise<BuiltApp> {
  const app: BuiltApp = {
    url: '',
    worker: readFileSync(join(dist, 'sw.js'), 'utf8'),
    answers: { '/api/user/account-list': [] },
    calls: [],
    goAway: () => goAway(server),
  }
  const server = createServer((request, response) => void answer(app, request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  app.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return app
}

async function answer(
  app: BuiltApp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (path.startsWith('/api/')) {
    if (request.method === 'POST') app.calls.push({ path, body: await bodyOf(request) })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 1, msg: '', data: app.answers[path] ?? {} }))
    return
  }
  sendFile(response, path, app.worker)
}

/** Answers with a file of the build, as the server does. */
export function sendFile(response: ServerResponse, path: string, worker?: string): void {
  try {
    const file = path === '/' ? 'index.html' : path.slice(1)
    const body = file === 'sw.js' && worker !== undefined ? worker : readFileSync(join(dist, file))
    const keep = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': keep,
      'content-security-policy':
        "require-trusted-types-for 'script'; trusted-types notice sw; worker-src 'self'",
    })
    response.end(body)
  } catch {
    response.writeHead(404).end()
  }
}

/** The body of a request, or null without one. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return text === '' ? null : JSON.parse(text)
}

/** Ends a server and its connections. */
export const goAway = (server: Server) =>
  new Promise<void>(resolve => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

/** Waits until the app registers its worker, which begins long after the first page is there. */
export async function registersWorker(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(one => one.name.includes('/service-worker-')),
  )
}

/** Waits until the app's worker is in control and has cached what the first page was made from. */
export async function inCharge(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: patienceMs,
  })
  await page.waitForFunction(async () => {
    const loaded = performance
      .getEntriesByType('resource')
      .map(entry => entry.name)
      .filter(name => name.includes('/assets/'))
    const kept = await Promise.all(loaded.map(name => caches.match(name)))
    return kept.every(one => one !== undefined)
  })
}
