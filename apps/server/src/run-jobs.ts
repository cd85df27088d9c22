import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from './platform/module.ts'
import { openQueue } from './platform/queue.ts'
import { traced } from './platform/tracing/spans.ts'
import type { System } from './system.ts'

/** Long enough for the transaction that stored the work to end; what is late waits for the usual run. */
const HURRY_MS = 50

/** Work that is under way when the process ends is waited for this long. */
const MOST_TO_END_MS = 3_000

/**
 * Runs the jobs of some processes until it is stopped; each job has one run at a time. More jobs are
 * due at once than there are connections, above all when a process begins: so many run together
 * that half of the connections are left for calls, which do not wait for longer than two seconds.
 */
export function runJobs(system: System, processes: readonly Job['runsIn'][]): () => Promise<void> {
  let stopped = false
  const running = new Map<Job, Promise<void>>()
  const atOnce = Math.max(1, Math.floor(system.platform.config.poolSize / 2))
  const queued = openQueue(atOnce, Number.POSITIVE_INFINITY)
  const timers = new Map<Job, NodeJS.Timeout>()
  /** What was stored during a run may have come too late for it. */
  const again = new Set<Job>()
  const next = (job: Job, ms: number): void => {
    timers.set(
      job,
      setTimeout(() => begin(job), ms),
    )
  }
  const run = async (job: Job): Promise<void> => {
    if (stopped) return
    const begunAt = performance.now()
    let isWell = true
    try {
      if (!(await job.rests?.()))
        // A run may be due because of a call, and is not a part of it.
        await traced(
          () => ({ name: `job ${job.name}`, facts: { 'banyan.job': job.name }, isRoot: true }),
          job.run,
        )
    } catch (error) {
      isWell = false
      system.platform.logger.error({ err: error, job: job.name }, 'a job failed; it runs again')
    }
    system.metrics.jobRan(job.name, (performance.now() - begunAt) / 1000, isWell)
    if (!stopped) next(job, again.has(job) ? HURRY_MS : job.everyMs)
  }
  const begin = (job: Job): void => {
    timers.delete(job)
    again.delete(job)
    running.set(
      job,
      queued(() => run(job)),
    )
  }
  const hurry = (job: Job): void => {
    if (stopped) return
    const timer = timers.get(job)
    if (timer === undefined) return void again.add(job)
    clearTimeout(timer)
    next(job, HURRY_MS)
  }
  for (const job of system.jobs.filter(one => processes.includes(one.runsIn))) {
    job.whenStored?.(() => hurry(job))
    if (job.wokenBy) system.live.whenNew(job.wokenBy, () => hurry(job))
    begin(job)
  }
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    // A settlement can take longer than a process may take to end: its next run goes on where it was.
    await Promise.race([Promise.all(running.values()), sleep(MOST_TO_END_MS, null, { ref: false })])
  }
}
