import { connect, createServer, type Server, type Socket } from 'node:net'

/** A phone's connection to the server, which can be cut; its data is not inspected. */
export class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isCut = false

  private constructor(system: URL) {
    this.#server = createServer(phone => {
      if (this.#isCut) return phone.destroy()
      const there = connect(Number(system.port), system.hostname)
      for (const [one, other] of [
        [phone, there],
        [there, phone],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => {})
        one.once('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
  }

  /** Opens a connection to the server at this address. */
  static async open(url: string): Promise<Line> {
    const line = new Line(new URL(url))
    await new Promise<void>(resolve => line.#server.listen(0, 'localhost', resolve))
    return line
  }

  /** The address of the server over this connection. */
  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the line is closed')
    return `http://localhost:${address.port}`
  }

  /** Ends every connection and accepts no other. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#isCut = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise(resolve => this.#server.close(resolve))
  }
}
