import type { Job } from './platform/module.ts'
import type { System } from './system.ts'

/** Runs the jobs of some processes until it is stopped; each job has one run at a time. */
export function runJobs(system: System, processes: readonly Job['runsIn'][]): () => Promise<void> {
  let stopped = false
  const running = new Map<Job, Promise<void>>()
  const timers = new Map<Job, NodeJS.Timeout>()
  const turn = async (job: Job): Promise<void> => {
    try {
      await job.turn()
    } catch (error) {
      system.platform.logger.error({ err: error, job: job.name }, 'a job failed; it runs again')
    }
    if (!stopped)
      timers.set(
        job,
        setTimeout(() => running.set(job, turn(job)), job.everyMs),
      )
  }
  for (const job of system.jobs.filter(one => processes.includes(one.runsIn)))
    running.set(job, turn(job))
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running.values())
  }
}
