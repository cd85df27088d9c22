/**
 * Serves the callers of each name one after another, in the order of arrival, within this process.
 */
export class QueueByName {
  readonly #last = new Map<string, Promise<void>>()

  /** Runs `work` when every earlier caller of the same name is done. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(work)
    const done = mine.then(
      () => {},
      () => {},
    )
    this.#last.set(name, done)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === done) this.#last.delete(name)
    }
  }
}
