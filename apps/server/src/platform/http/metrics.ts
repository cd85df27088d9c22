import type { Endpoint } from '@banyan/domain'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Figures of this process for a collector; nothing in them names a member. */
export interface Metrics {
  /** A call has been answered after so many seconds. */
  answered(endpoint: Endpoint, code: number, seconds: number): void
}

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Adds `/metrics` in the Prometheus text format. */
export function addMetrics(app: FastifyInstance, pool: pg.Pool): Metrics {
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
    },
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
  return {
    answered(endpoint, code, seconds) {
      calls.inc({ operation: endpoint.id, code })
      duration.observe({ operation: endpoint.id }, seconds)
    },
  }
}
