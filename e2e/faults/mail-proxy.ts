import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the mail server does; `well` is what it should. */
export type MailState =
  | 'well'
  /** Every connection is cut. */
  | 'away'
  /** It answers 421 and hangs up. */
  | 'refuses'
  /** Each of its answers comes after ten seconds. */
  | 'slow'

const SLOW_MS = 10_000

/** The mail server as the product reaches it: the development inbox's, behind a proxy. */
export class MailProxy {
  readonly url: string
  readonly #server: Server
  readonly #dataDir: string
  readonly #sockets = new Set<Socket>()
  #state: MailState = 'well'

  private constructor(server: Server, dataDir: string) {
    this.#server = server
    this.#dataDir = dataDir
    this.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', client => this.#join(client))
  }

  /** @param dataDir of the product, which keeps the port of its mail server there. */
  static async start(dataDir: string): Promise<MailProxy> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return new MailProxy(server, dataDir)
  }

  /** Connections that are open end, whatever comes. */
  set state(state: MailState) {
    this.#state = state
    for (const socket of this.#sockets) socket.destroy()
  }

  async stop(): Promise<void> {
    this.state = 'away'
    await new Promise(resolve => this.#server.close(resolve))
  }

  #join(client: Socket): void {
    this.#watch(client)
    if (this.#state === 'away') return void client.destroy()
    if (this.#state === 'refuses') return void client.end('421 later\r\n')
    const port = Number(readFileSync(join(this.#dataDir, 'mail/smtp-port'), 'utf8'))
    const server = connect(port, '127.0.0.1')
    this.#watch(server)
    client.pipe(server)
    // One after the other, so that slow answers keep their order.
    let last: Promise<unknown> = Promise.resolve()
    server.on('data', piece => {
      const ms = this.#state === 'slow' ? SLOW_MS : 0
      last = last.then(() => sleep(ms)).then(() => client.write(piece))
    })
    server.on('close', () => void last.then(() => client.destroy()))
    client.on('close', () => server.destroy())
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
