import { performance } from 'node:perf_hooks'

/** The duration of each stage of a run, milliseconds, in the order in which they began. */
export class Stages {
  readonly ms: Record<string, number> = {}

  /** Runs a stage and records its duration; several pieces of one stage are added up. */
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
