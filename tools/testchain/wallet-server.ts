import type { IncomingMessage } from 'node:http'
import { type Answer, json, servePage } from '../local-page/serve.ts'
import type { Keeper } from './keeper.ts'
import { readAmount, readRecipient, TransferRefused } from './transfer-request.ts'
import type { Usdt } from './usdt.ts'

export interface StartWallet {
  port: number
  chainId: number
  rpcUrl: string
  usdt: Usdt
  keeper: Keeper
  /** For tests: a call can move its clock. */
  movesClock: boolean
}

const largestBody = 4_096
const shownTransfers = 20

/** Serves the demo wallet page and its small API on 127.0.0.1, to pages of its own origin only. */
export const startWallet = (wallet: StartWallet) =>
  servePage({
    port: wallet.port,
    name: 'wallet',
    folder: new URL('./wallet/', import.meta.url),
    policy: "form-action 'self'",
    answer: (request, url) => answer(wallet, request, url),
    refused,
    explain,
  })

async function answer(
  wallet: StartWallet,
  request: IncomingMessage,
  { pathname }: URL,
): Promise<Answer | undefined> {
  if (pathname === '/api/send') {
    if (request.method !== 'POST') return refused(405, 'POST is the only method here')
    return json(200, { hash: await send(wallet, request) })
  }
  if (pathname === '/api/clock' && wallet.movesClock && request.method === 'POST') {
    await moveClock(wallet, request)
    return json(200, {})
  }
  if (request.method !== 'GET') return undefined
  if (pathname === '/api/info') return json(200, await describe(wallet))
  if (pathname === '/api/transfers') return json(200, listTransfers(wallet))
  return undefined
}

async function send({ usdt }: StartWallet, request: IncomingMessage) {
  const body = await readJson(request)
  const to = readRecipient(body.to, usdt.address)
  return usdt.send(to, readAmount(body.amount))
}

/**
 * Sets the difference between the blocks' clock and this machine's, like `POST /test/clock` of the
 * server. It mines a block, because programs that go by the chain's time do not see the move while
 * no block comes.
 */
async function moveClock({ keeper }: StartWallet, request: IncomingMessage): Promise<void> {
  const { shiftMs } = await readJson(request)
  if (!Number.isSafeInteger(shiftMs)) throw new BadRequest(400, 'shiftMs must be a whole number')
  await keeper.setTimeOffset(shiftMs as number)
  await keeper.mine(1)
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
      hash,
      to,
      amount,
      block: Number(block),
      confirmations: Number(height - block) + 1,
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
