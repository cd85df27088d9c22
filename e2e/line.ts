import { connect, createServer, type Server, type Socket } from 'node:net'

/** A phone's line to the house, which can be cut: what comes over it is not looked at. */
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

  /** A line to the house at this address. */
  static async open(url: string): Promise<Line> {
    const line = new Line(new URL(url))
    await new Promise<void>(resolve => line.#server.listen(0, 'localhost', resolve))
    return line
  }

  /** Where the house is found over this line. */
  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the line is closed')
    return `http://localhost:${address.port}`
  }

  /** Ends every connection and takes no other one. */
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
