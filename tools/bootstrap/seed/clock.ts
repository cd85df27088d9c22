import type { SeedContext } from '../seeding.ts'
import { callHook } from './patient-fetch.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The platform's clock and the chain's, moved together. */
export class DemoClock {
  readonly #context: SeedContext

  constructor(context: SeedContext) {
    this.#context = context
  }

  /** Goes to an hour of a day of the community's life. */
  async goTo(day: number, hour: number): Promise<void> {
    const at = this.#context.firstDay.getTime() + day * DAY_MS + hour * HOUR_MS
    await this.#shift(at - Date.now())
  }

  /** Settles what has become due. */
  settle(): Promise<void> {
    return callHook(this.#context.baseUrl, '/test/settle', {})
  }

  /** The instant at which a day of the community's life begins. */
  midnightOf(day: number): string {
    return this.instantOf(day, 0)
  }

  /** An hour of a day of the community's life, which may be to come. */
  instantOf(day: number, hour: number): string {
    const { firstDay } = this.#context
    return new Date(firstDay.getTime() + day * DAY_MS + hour * HOUR_MS).toISOString()
  }

  /** Goes to an instant shortly before now. */
  async goToMinutesAgo(minutes: number): Promise<void> {
    await this.#shift(-minutes * 60_000)
  }

  /** Removes the shift for good. */
  async comeBack(): Promise<void> {
    await this.#shift(0)
    await this.settle()
  }

  async #shift(shiftMs: number): Promise<void> {
    await this.#context.chain.setTimeOffset(shiftMs)
    await callHook(this.#context.baseUrl, '/test/clock', { shiftMs })
  }
}
