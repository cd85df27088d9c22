import { performance } from 'node:perf_hooks'

/** How long each stage of a run took, milliseconds, in the order in which they were begun. */
export class Stages {
  readonly ms: Record<string, number> = {}

  /** Does a stage, and remembers its time; done in several pieces it adds up. */
  async time<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const begun = performance.now()
    this.ms[name] ??= 0
    try {
      return await work()
    } finally {
      this.ms[name] += Math.round(performance.now() - begun)
    }
  }
}
