import { allEndpoints } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemLogger } from '../platform/logger.ts'
import { startTracing, type Tracing } from '../platform/tracing/start.ts'
import { startCollector } from './collector.ts'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import { PAYMENT_PASSWORD } from './members.ts'
import { furnish, PAYOUT_ADDRESS, type Scene } from './scene.ts'

let collector: Awaited<ReturnType<typeof startCollector>>
let tracing: Tracing
let system: HttpSystem
let scene: Scene
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  collector = await startCollector()
  const logger = systemLogger(
    { logLevel: 'info' },
    { write: line => void lines.push(JSON.parse(line)) },
  )
  const settings = { tracesUrl: collector.url, tracesRatio: 1 }
  tracing = await startTracing(settings, { serves: ['member'], version: '1.0.6', logger })
  system = await openHttpSystem({ logger, env: { ACCESS_LOG: '1' } })
  scene = await furnish(system)
})
afterAll(async () => {
  await system.close()
  await tracing.close()
  await collector.close()
})

/** The spans of what has been done, when that of this call is among them. */
const spansWith = (name: string) =>
  until(`a span ${name}`, async () => {
    await tracing.flush()
    const spans = collector.spans()
    return spans.some(one => one.name === name) ? spans : null
  })

it('an act of a member is a call and its statements, each named by what it is about', async () => {
  const spans = await spansWith('POST /api/withdrawals')
  const call = spans.find(({ name }) => name === 'POST /api/withdrawals')
  expect(call?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/withdrawals',
    'http.response.status_code': 200,
    'banyan.operation': 'withdraw.create',
    'banyan.code': 1,
  })
  const below = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  const names = below.map(({ name }) => name)
  for (const name of ['begin', 'commit', 'insert idempotency_key']) expect(names).toContain(name)
  expect(names.some(name => /withdrawal/.test(name))).toBe(true)
})

it('the line of the call has its request id and its trace', async () => {
  const spans = await spansWith('POST /api/withdrawals')
  const line = await until('the line', () =>
    lines.find(({ msg, route }) => msg === 'call' && route === '/api/withdrawals'),
  )
  const call = spans.find(({ name }) => name === 'POST /api/withdrawals')
  expect(line).toMatchObject({
    reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    traceId: call?.traceId,
  })
})

it('every name and every attribute is a word of the program', async () => {
  const spans = await spansWith('POST /api/withdrawals')
  const { rows } = await system.db.owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'v', 'm', 'p')",
  )
  const names = (list: readonly string[]) => (value: unknown) => list.includes(String(value))
  const endpoints: string[] = allEndpoints.map(({ path }) => path)
  const fits: Record<string, (value: unknown) => boolean> = {
    'http.request.method': names(['GET', 'POST']),
    'http.route': value => endpoints.includes(String(value)) || value === '/api/uploads',
    'http.response.status_code': Number.isInteger,
    'banyan.operation': names(allEndpoints.map(({ id }) => id)),
    'banyan.code': Number.isInteger,
    'db.system.name': names(['postgresql']),
    'db.operation.name': names([
      'begin',
      'commit',
      'rollback',
      'select',
      'insert',
      'update',
      'delete',
      'savepoint',
      'release',
      'listen',
      'lock',
    ]),
    'db.collection.name': names(rows.map(({ name }) => name)),
    'error.type': value => /^[A-Za-z0-9_]+$/.test(String(value)),
  }
  const unfit = spans.flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([key, value]) =>
      fits[key]?.(value) ? [] : [`${key}: ${value}`],
    ),
  )
  expect([...new Set(unfit)]).toEqual([])
  const named = spans.filter(({ name, attributes }) => {
    const { 'db.operation.name': operation, 'db.collection.name': table = '' } = attributes
    const { 'http.request.method': method, 'http.route': route } = attributes
    return name !== `${operation} ${table}`.trim() && name !== `${method} ${route}`
  })
  expect(named.map(({ name }) => name)).toEqual([])
})

it('nothing that is exported names a member or repeats what one has entered', async () => {
  await spansWith('POST /api/withdrawals')
  const { seller, buyer, outsider, hash, order, withdrawal } = scene
  const members = [seller, buyer, outsider].flatMap(member => [
    member.memberId,
    member.accountId,
    member.token,
  ])
  const entered = [
    PAYMENT_PASSWORD,
    PAYOUT_ADDRESS,
    hash,
    '120.50',
    'rent of November',
    'an hour',
    'Sorrel',
    'Bramble',
  ]
  const text = collector.text().toLowerCase()
  expect(collector.spans().length).toBeGreaterThan(300)
  for (const value of [...members, ...entered, order.id, withdrawal.id])
    expect(text).not.toContain(value.toLowerCase())
  expect(text).not.toMatch(/mt1_|@example|0x[0-9a-f]{8}/)
})
