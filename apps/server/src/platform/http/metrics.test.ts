import type { AddressInfo } from 'node:net'
import { me } from '@banyan/domain'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { openMetrics, serveMetrics } from './metrics.ts'

it('metrics are served on a separate port, for this machine alone', async () => {
  const metrics = openMetrics({ totalCount: 3, idleCount: 2, waitingCount: 0 } as pg.Pool)
  metrics.answered(me, 1, 0.004)
  const server = await serveMetrics(metrics, 0)
  try {
    const { address, port } = server.address() as AddressInfo
    expect(address).toBe('127.0.0.1')
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await reply.text()
    expect(text).toContain('banyan_calls_total{operation="user.me",code="1"} 1')
    expect(text).toContain('banyan_database_connections{state="open"} 3')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  } finally {
    server.close()
  }
})
