import { createServer, type Server } from 'node:http'
import type { Endpoint } from '@banyan/domain'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process for a collector; they name no member. */
export interface Metrics {
  /** Records a call that has been answered after so many seconds. */
  answered(endpoint: Endpoint, code: number, seconds: number): void
  /** Everything counted so far, in the Prometheus text format. */
  text(): Promise<{ mediaType: string; body: string }>
}

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Counts from now on. */
export function openMetrics(pool: pg.Pool): Metrics {
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
  return {
    answered(endpoint, code, seconds) {
      calls.inc({ operation: endpoint.id, code })
      duration.observe({ operation: endpoint.id }, seconds)
    },
    text: async () => ({ mediaType: registry.contentType, body: await registry.metrics() }),
  }
}

/**
 * Serves `/metrics` on a separate port that only this machine reaches, because members must not
 * learn how many calls of which kind there are.
 */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const { mediaType, body } = await metrics.text()
    return response.writeHead(200, { 'content-type': mediaType }).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}
