/**
 * Estimates the server's clock on this device. Every response bounds the offset: its `Date` header
 * was written between sending and receiving and is cut to a whole second. The bounds of all
 * responses are intersected, so the estimate becomes more exact with use. An exact time from a
 * response (`serverNow`, the server's own clock) outranks headers from then on.
 */
export class ServerClock {
  #low = Number.NEGATIVE_INFINITY
  #high = Number.POSITIVE_INFINITY
  #exact = false
  readonly #deviceNow: () => number

  constructor(deviceNow: () => number = Date.now) {
    this.#deviceNow = deviceNow
  }

  /** Milliseconds to add to the device's clock. 0 until something is known. */
  get offsetMs(): number {
    return Number.isFinite(this.#low) ? Math.round((this.#low + this.#high) / 2) : 0
  }

  /** The server's time now, epoch milliseconds. */
  readonly now = (): number => this.#deviceNow() + this.offsetMs

  /** Uses a `Date` header; `sentAt` and `receivedAt` are device times in milliseconds. */
  noteHeader(date: string | null, sentAt: number, receivedAt: number): void {
    const at = date === null ? Number.NaN : Date.parse(date)
    if (Number.isNaN(at) || this.#exact) return
    this.#narrow(at - receivedAt, at + 1000 - sentAt)
  }

  /** Uses an exact time that the server wrote into a response. */
  noteExact(instant: string, sentAt: number, receivedAt: number): void {
    const at = Date.parse(instant)
    if (Number.isNaN(at)) return
    if (!this.#exact) this.#forget()
    this.#exact = true
    this.#narrow(at - receivedAt, at - sentAt)
  }

  #narrow(low: number, high: number): void {
    const lowest = Math.max(low, this.#low)
    const highest = Math.min(high, this.#high)
    // Disjoint bounds mean that one of the two clocks was set: only the newest response counts.
    const agrees = lowest <= highest
    this.#low = agrees ? lowest : low
    this.#high = agrees ? highest : high
  }

  #forget(): void {
    this.#low = Number.NEGATIVE_INFINITY
    this.#high = Number.POSITIVE_INFINITY
  }
}
