import type { AddressInfo } from 'node:net'
import { me } from '@banyan/domain'
import type pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { Gauge } from '../module.ts'
import type { Ready } from '../readiness.ts'
import { openMetrics } from './metrics.ts'
import { servePrivately } from './private-port.ts'

let stop = () => {}
afterEach(() => stop())

async function open(gauges: Gauge[] = [], ready: Ready = { ok: true }) {
  const pool = { totalCount: 3, idleCount: 2, waitingCount: 0, options: { max: 20 } }
  const metrics = openMetrics(pool as unknown as pg.Pool, gauges)
  const readiness = { check: async () => ready, end: () => {} }
  const parts = { metrics, readiness, chain: async () => 'none', uploads: async () => null }
  const server = await servePrivately(parts, { host: '127.0.0.1', port: 0 })
  stop = () => server.close()
  const { port } = server.address() as AddressInfo
  return { metrics, ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

describe('the private port', () => {
  it('serves what was counted, for a collector', async () => {
    const { metrics, ask } = await open()
    metrics.answered(me, 1, 0.004)
    metrics.jobRan('mail', 0.2, true)
    metrics.jobRan('sweep', 0.1, false)
    const reply = await ask('/metrics')
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await reply.text()
    expect(text).toContain('banyan_calls_total{operation="user.me",code="1"} 1')
    expect(text).toContain('banyan_database_connections{state="open"} 3')
    expect(text).toContain('banyan_database_connections{state="most"} 20')
    expect(text).toMatch(/banyan_job_success_timestamp_seconds\{job="mail"\} \d{10}/)
    expect(text).not.toMatch(/banyan_job_success_timestamp_seconds\{job="sweep"\}/)
    expect(text).toContain('banyan_job_faults_total{job="sweep"} 1')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('serves the figures of modules; one that cannot be read is missing and counted', async () => {
    const { ask } = await open([
      {
        name: 'waiting',
        help: 'of a test',
        label: 'state',
        read: async () => [{ labels: { state: 'new' }, value: 7 }],
      },
      { name: 'age', help: 'of a test', read: async () => [] },
      { name: 'broken', help: 'of a test', read: () => Promise.reject(new Error('no database')) },
    ])
    await ask('/metrics')
    const text = await (await ask('/metrics')).text()
    expect(text).toContain('banyan_waiting{state="new"} 7')
    expect(text).not.toMatch(/^banyan_age /m)
    expect(text).not.toMatch(/^banyan_broken /m)
    expect(text).toMatch(/banyan_gauge_faults_total\{gauge="broken"\} [12]/)
  })

  it('says whether calls should be sent here, and what to do where they should not', async () => {
    const { ask } = await open([], { ok: false, why: 'schema', mend: 'Run the migration.' })
    const reply = await ask('/readyz')
    expect([reply.status, await reply.json()]).toEqual([
      503,
      { ok: false, why: 'schema', mend: 'Run the migration.' },
    ])
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/')).status).toBe(404)
  })

  it('gives a profile of the time that it was asked for, and refuses one without an end', async () => {
    const { ask } = await open()
    expect(await (await ask('/profile?seconds=0.05')).json()).toMatchObject({
      nodes: expect.any(Array),
      startTime: expect.any(Number),
    })
    expect((await ask('/profile?seconds=600')).status).toBe(409)
  })
})
