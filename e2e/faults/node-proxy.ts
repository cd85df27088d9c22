import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a node of the chain does; `well` is what it should. */
export type NodeState =
  | 'well'
  /** Every connection is cut. */
  | 'away'
  /** Each answer comes after half a minute. */
  | 'slow'
  /** Every call is answered 429. */
  | 'tooMany'
  /** Blocks have no transfers. */
  | 'hides'
  /** Beside each transfer it has another one, of 1,000 USDT to the same address. */
  | 'invents'
  /** It says that it belongs to another chain. */
  | 'otherChain'
  /** It makes no blocks any more: the newest stays what it was. */
  | 'still'

const SLOW_MS = 30_000
const INVENTED = `0x${(1_000n * 10n ** 18n).toString(16).padStart(64, '0')}`

interface Call {
  id: number
  method: string
  params: unknown[]
}

interface Log {
  data: string
  logIndex: string
}

/** A node of the chain as the server reaches it: the test chain's, behind a proxy. */
export class NodeProxy {
  readonly url: string
  /** How many calls were not answered as they should be. */
  spoilt = 0
  readonly #dataDir: string
  readonly #server: ReturnType<typeof createServer>
  #state: NodeState = 'well'
  readonly #newest = new Map<string, unknown>()

  private constructor(server: ReturnType<typeof createServer>, dataDir: string) {
    this.#server = server
    this.#dataDir = dataDir
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** @param dataDir of the product, which keeps the port of its chain there. */
  static async start(dataDir: string): Promise<NodeProxy> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const proxy = new NodeProxy(server, dataDir)
    server.on('request', (request, response) => {
      proxy.#answer(request, response).catch(() => response.destroy())
    })
    return proxy
  }

  set state(state: NodeState) {
    this.#state = state
    this.#newest.clear()
    if (state === 'away') this.#server.closeAllConnections()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const state = this.#state
    if (state !== 'well') this.spoilt++
    if (state === 'away') return void response.destroy()
    const body = await text(request)
    if (state === 'tooMany') return void response.writeHead(429).end('too many requests')
    if (state === 'slow') await sleep(SLOW_MS)
    const call = JSON.parse(body) as Call
    const port = readFileSync(join(this.#dataDir, 'chain/rpc-port'), 'utf8').trim()
    const reply = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answer = (await reply.json()) as { result?: unknown }
    const { result } = answer
    if (result !== undefined && result !== null) answer.result = this.#shown(call, result)
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  }

  /** A result as this node tells it. */
  #shown({ method, params }: Call, result: unknown): unknown {
    if (method === 'eth_chainId') return this.#state === 'otherChain' ? '0x38' : result
    if (method === 'eth_getLogs') return this.#logs(result as Log[])
    const tag = String(params[0])
    const isNewest = method === 'eth_getBlockByNumber' && !tag.startsWith('0x')
    if (this.#state !== 'still' || !isNewest) return result
    if (!this.#newest.has(tag)) this.#newest.set(tag, result)
    return this.#newest.get(tag)
  }

  #logs(logs: Log[]): Log[] {
    const [first] = logs
    if (this.#state === 'hides') return []
    if (this.#state !== 'invents' || !first) return logs
    return [...logs, { ...first, data: INVENTED, logIndex: '0x63' }]
  }
}
