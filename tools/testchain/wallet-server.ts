import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Keeper } from './keeper.ts'
import { readAmount, readRecipient, TransferRefused } from './transfer-request.ts'
import type { Usdt } from './usdt.ts'

export interface StartWallet {
  port: number
  chainId: number
  rpcUrl: string
  usdt: Usdt
  keeper: Keeper
}

interface Answer {
  status: number
  type: string
  body: string | Buffer
}

const page = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/wallet.css': ['wallet.css', 'text/css; charset=utf-8'],
  '/wallet.js': ['wallet.js', 'text/javascript; charset=utf-8'],
  '/texts.js': ['texts.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
} as const

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const largestBody = 4_096
const shownTransfers = 20

/** Serves the demo wallet page and its small API on 127.0.0.1, to pages of its own origin only. */
export async function startWallet(wallet: StartWallet) {
  const server = createServer((request, response) => {
    answer(wallet, request).then(
      given => reply(response, given),
      error => reply(response, explain(error)),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wallet.port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${wallet.port}`,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(wallet: StartWallet, request: IncomingMessage): Promise<Answer> {
  if (!isOwnOrigin(request)) return refused(403, 'this wallet answers its own page only')
  const { pathname } = new URL(request.url ?? '/', 'http://wallet')
  if (pathname === '/api/send') {
    if (request.method !== 'POST') return refused(405, 'POST is the only method here')
    return json(200, { hash: await send(wallet, request) })
  }
  if (request.method !== 'GET') return refused(405, 'GET is the only method here')
  if (pathname === '/api/info') return json(200, await describe(wallet))
  if (pathname === '/api/transfers') return json(200, listTransfers(wallet))
  const file = page[pathname as keyof typeof page]
  if (file === undefined) return refused(404, 'there is nothing at this address')
  const [name, type] = file
  return { status: 200, type, body: readFileSync(new URL(`./wallet/${name}`, import.meta.url)) }
}

/** Names the machine itself, and, where a browser says which page is asking, that page is ours. */
function isOwnOrigin(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers
  const name = host.replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(name)) return false
  return origin === undefined || origin === `http://${host}`
}

async function send({ usdt }: StartWallet, request: IncomingMessage) {
  const body = await readJson(request)
  const to = readRecipient(body.to, usdt.address)
  return usdt.send(to, readAmount(body.amount))
}

async function describe({ chainId, rpcUrl, usdt, keeper }: StartWallet) {
  const balance = await usdt.faucetBalance()
  return { chainId, rpcUrl, usdt: usdt.address, balance, height: Number(keeper.height()) }
}

function listTransfers({ usdt, keeper }: StartWallet) {
  const height = keeper.height()
  const items = usdt
    .transfers()
    .slice(0, shownTransfers)
    .map(({ hash, to, amount, block, time }) => ({
      ...{ hash, to, amount, block: Number(block), confirmations: Number(height - block) + 1 },
      time: new Date(Number(time) * 1000).toISOString(),
    }))
  return { height: Number(height), items }
}

class BadRequest extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json\b/.test(type)) throw new BadRequest(415, 'the body must be JSON')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largestBody) throw new BadRequest(413, 'the body is too large')
    parts.push(part)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // Falls through to the same refusal as JSON that is no object.
  }
  throw new BadRequest(400, 'the body must be a JSON object')
}

function explain(error: unknown): Answer {
  if (error instanceof TransferRefused) return json(422, { error: error.refusal })
  if (error instanceof BadRequest) return refused(error.status, error.message)
  console.error('demo wallet:', error)
  const zh = '测试链没有回应，请稍后再试。'
  const en = 'The test chain does not answer. Try again in a moment.'
  return json(503, { error: { code: 'chainUnavailable', zh, en } })
}

function refused(status: number, en: string): Answer {
  return json(status, { error: { code: 'request', zh: '请求无效。', en } })
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function reply(response: ServerResponse, { status, type, body }: Answer) {
  response.writeHead(status, { ...headers, 'content-type': type })
  response.end(body)
}
