import type { Job } from './platform/module.ts'
import type { System } from './system.ts'

/** Long enough for the transaction that stored the work to end; what is late waits for the usual run. */
const HURRY_MS = 50

/** Runs the jobs of some processes until it is stopped; each job has one run at a time. */
export function runJobs(system: System, processes: readonly Job['runsIn'][]): () => Promise<void> {
  let stopped = false
  const running = new Map<Job, Promise<void>>()
  const timers = new Map<Job, NodeJS.Timeout>()
  const next = (job: Job, ms: number): void => {
    timers.set(
      job,
      setTimeout(() => running.set(job, run(job)), ms),
    )
  }
  const run = async (job: Job): Promise<void> => {
    timers.delete(job)
    try {
      await job.run()
    } catch (error) {
      system.platform.logger.error({ err: error, job: job.name }, 'a job failed; it runs again')
    }
    if (!stopped) next(job, job.everyMs)
  }
  const hurry = (job: Job): void => {
    const timer = timers.get(job)
    if (stopped || timer === undefined) return
    clearTimeout(timer)
    next(job, HURRY_MS)
  }
  for (const job of system.jobs.filter(one => processes.includes(one.runsIn))) {
    job.whenStored?.(() => hurry(job))
    running.set(job, run(job))
  }
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running.values())
  }
}
