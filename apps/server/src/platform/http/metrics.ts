import type { Endpoint } from '@banyan/domain'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Figure, Gauge as ModuleGauge } from '../module.ts'

/** Metrics of this process for a collector; they name no member. */
export interface Metrics {
  /** Records a call that has been answered after so many seconds. */
  answered(endpoint: Endpoint, code: number, seconds: number): void
  /** Records a run of a job that took so many seconds. */
  jobRan(job: string, seconds: number, isWell: boolean): void
  /** Everything counted so far, in the Prometheus text format. */
  text(): Promise<{ mediaType: string; body: string }>
}

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
/** A collector that asks more often than this is given the figures of before. */
const FIGURES_KEPT_MS = 5_000

/** Counts from now on; `gauges` are read when a collector asks. */
export function openMetrics(pool: pg.Pool, gauges: readonly ModuleGauge[] = []): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const calls = new Counter({
    name: 'banyan_calls_total',
    help: 'Answers by operation and envelope code',
    labelNames: ['operation', 'code'],
    registers,
  })
  const duration = new Histogram({
    name: 'banyan_call_seconds',
    help: 'Time to answer by operation',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  new Gauge({
    name: 'banyan_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited for' }, pool.waitingCount)
      this.set({ state: 'most' }, pool.options?.max ?? 0)
    },
  })
  const jobs = openJobCounts(registers)
  addGauges(registers, gauges)
  return {
    answered(endpoint, code, seconds) {
      calls.inc({ operation: endpoint.id, code })
      duration.observe({ operation: endpoint.id }, seconds)
    },
    jobRan: jobs,
    text: async () => ({ mediaType: registry.contentType, body: await registry.metrics() }),
  }
}

function openJobCounts(registers: Registry[]): Metrics['jobRan'] {
  const labelNames = ['job']
  const ranAt = new Gauge({
    name: 'banyan_job_success_timestamp_seconds',
    help: 'When a job of this process last ran without a fault, in seconds since 1970',
    labelNames,
    registers,
  })
  const took = new Gauge({
    name: 'banyan_job_seconds',
    help: 'How long the last run of a job took',
    labelNames,
    registers,
  })
  const faults = new Counter({
    name: 'banyan_job_faults_total',
    help: 'Runs of a job that failed',
    labelNames,
    registers,
  })
  return (job, seconds, isWell) => {
    took.set({ job }, seconds)
    if (isWell) ranAt.setToCurrentTime({ job })
    else faults.inc({ job })
  }
}

/**
 * Figures that modules read from the database. A gauge that cannot be read is missing from the
 * answer and counted; the others are there.
 */
function addGauges(registers: Registry[], gauges: readonly ModuleGauge[]): void {
  const unread = new Counter({
    name: 'banyan_gauge_faults_total',
    help: 'Gauges that could not be read',
    labelNames: ['gauge'],
    registers,
  })
  for (const { name, help, label, read } of gauges) {
    const figures = keptFor(FIGURES_KEPT_MS, read)
    new Gauge({
      name: `banyan_${name}`,
      help,
      labelNames: label === undefined ? [] : [label],
      registers,
      async collect() {
        this.reset()
        // A gauge without a figure is not 0.
        if (label === undefined) this.remove()
        try {
          for (const { value, labels = {} } of await figures()) this.set(labels, value)
        } catch {
          unread.inc({ gauge: name })
        }
      },
    })
  }
}

/** The same figures for all who ask within a time. */
function keptFor(
  ms: number,
  read: () => Promise<readonly Figure[]>,
): () => Promise<readonly Figure[]> {
  let kept: { figures: Promise<readonly Figure[]>; until: number } | undefined
  return () => {
    if (kept && performance.now() < kept.until) return kept.figures
    const figures = read()
    figures.catch(() => {
      kept = undefined
    })
    kept = { figures, until: performance.now() + ms }
    return figures
  }
}
