import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@banyan/tools/until'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { openNode } from '../deposits/node.ts'
import { logCalls } from '../platform/http/access-log.ts'
import { traceCalls } from '../platform/http/trace-calls.ts'
import { systemLogger } from '../platform/logger.ts'
import type { Job } from '../platform/module.ts'
import { Refused } from '../platform/refused.ts'
import { isTracing, traced, traceHeaders, traceIdNow } from '../platform/tracing/spans.ts'
import { startTracing, type Tracing } from '../platform/tracing/start.ts'
import { runJobs } from '../run-jobs.ts'
import type { System } from '../system.ts'
import { Stages } from '../treasury/stages.ts'
import { openSigner } from '../withdrawals/signer.ts'
import { startCollector } from './collector.ts'
import { inTime } from './in-time.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const ABOVE = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${ABOVE}-01`

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** Traces that go to a collector, and what the log says meanwhile. */
async function opened({ manner = 'takes', ratio = 1, url }: Opening = {}) {
  const collector = await startCollector(manner)
  const lines: Record<string, unknown>[] = []
  const logger = systemLogger(
    { logLevel: 'info' },
    { write: line => void lines.push(JSON.parse(line)) },
  )
  const tracing = await startTracing(
    { tracesUrl: url ?? collector.url, tracesRatio: ratio },
    { serves: ['member'], version: '1.0.6', logger },
  )
  ending.push(collector.close, tracing.close)
  return { collector, tracing, logger, lines }
}

interface Opening {
  manner?: 'takes' | 'refuses' | 'hangs'
  ratio?: number
  url?: string
}

const work = (name = 'work') =>
  traced(
    () => ({ name }),
    async () => 'done',
  )

describe('without a setting', () => {
  it('no span is described, no header is sent, and the work is done', async () => {
    const tracing: Tracing = await startTracing(
      { tracesUrl: null, tracesRatio: 1 },
      { serves: [], version: '', logger: pino({ level: 'silent' }) },
    )
    const described = (): never => {
      throw new Error('a span was described')
    }
    expect(await traced(described, async () => 'done')).toBe('done')
    expect([isTracing(), traceHeaders(), traceIdNow()]).toEqual([false, {}, null])
    await tracing.flush()
    await tracing.close()
  })

  it('the SDK is loaded by one file, which one import loads when it is needed', () => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      file => file.endsWith('.ts') && !file.includes('.test.'),
    )
    const having = (text: RegExp) =>
      files.filter(file => text.test(readFileSync(join(root, file), 'utf8'))).sort()
    expect(having(/['"]@opentelemetry\//)).toEqual(['platform/tracing/sdk.ts'])
    expect(having(/(from|import) '[^']*tracing\/sdk\.ts'|from '\.\/sdk\.ts'/)).toEqual([])
    expect(having(/import\('\.\/sdk\.ts'\)/)).toEqual(['platform/tracing/start.ts'])
  })
})

describe('spans', () => {
  it('are one below the other, with the kind of a fault and not its words', async () => {
    const { collector, tracing } = await opened()
    const failing = (error: Error) =>
      traced(
        () => ({ name: error.name, facts: { 'banyan.job': 'x' } }),
        () => Promise.reject(error),
      )
    await traced(
      () => ({ name: 'outer' }),
      async () => {
        await failing(new TypeError('a secret of Sorrel')).catch(() => {})
        await failing(Object.assign(new Error('Sorrel'), { code: '23505' })).catch(() => {})
        await failing(new Refused('tooMany', { seconds: 5 })).catch(() => {})
      },
    )
    await tracing.flush()
    const spans = collector.spans()
    const outer = spans.find(({ name }) => name === 'outer')
    expect(outer).toMatchObject({ parentSpanId: '', isFault: false })
    const inner = spans.filter(one => one !== outer)
    expect(inner.map(({ attributes }) => attributes['error.type'])).toEqual([
      'TypeError',
      '23505',
      'tooMany',
    ])
    for (const one of inner)
      expect(one).toMatchObject({
        parentSpanId: outer?.spanId,
        traceId: outer?.traceId,
        isFault: true,
      })
    expect(collector.text()).not.toContain('Sorrel')
  })

  it('are recorded for the part of the traces that the setting names', async () => {
    const { collector, tracing } = await opened({ ratio: 0 })
    await work()
    await tracing.flush()
    expect(collector.count()).toBe(0)
  })

  it('of a job and of the stages of a settlement are named by them; a job begins a trace', async () => {
    const { collector, tracing } = await opened()
    let ran = (): void => {}
    const hasRun = new Promise<void>(resolve => (ran = resolve))
    const job: Job = {
      name: 'settlements',
      runsIn: 'worker',
      everyMs: 60_000,
      run: async () => {
        await new Stages().time('static pay', () => {})
        ran()
      },
    }
    const system = {
      jobs: [job],
      metrics: { jobRan: () => {} },
      platform: { config: { poolSize: 4 }, logger: pino({ level: 'silent' }) },
    } as unknown as System
    await traced(
      () => ({ name: 'call' }),
      async () => {
        const stop = runJobs(system, ['worker'])
        await hasRun
        await stop()
      },
    )
    await tracing.flush()
    const [stage, run, call] = ['settlement: static pay', 'job settlements', 'call'].map(name =>
      collector.spans().find(one => one.name === name),
    )
    expect(run?.parentSpanId).toBe('')
    expect(run?.traceId).not.toBe(call?.traceId)
    expect(stage?.parentSpanId).toBe(run?.spanId)
  })
})

describe('other programs', () => {
  it('the signer is asked with the trace, and its span names the path', async () => {
    const { collector, tracing } = await opened()
    const folder = mkdtempSync(join(tmpdir(), 'banyan-signer-'))
    const [socket, tokenFile] = [join(folder, 'socket'), join(folder, 'token')]
    writeFileSync(tokenFile, 'the token of the tests')
    const given: unknown[] = []
    const server = createServer((request, response) => {
      given.push(request.headers.traceparent)
      response.writeHead(200).end('{}')
    })
    await new Promise<void>(resolve => server.listen(socket, resolve))
    ending.push(
      () => rmSync(folder, { recursive: true }),
      () => server.close(),
    )
    const signer = openSigner({ socket, tokenFile })
    await traced(
      () => ({ name: 'outer' }),
      () => signer.collections(42),
    ).catch(() => {})
    await tracing.flush()
    const span = collector.spans().find(({ name }) => name === 'signer GET /collections')
    expect(given).toEqual([`00-${span?.traceId}-${span?.spanId}-01`])
    expect(collector.text()).not.toMatch(/42|the token/)
  })

  it('a node of the chain is asked by its method; its address is not in the span', async () => {
    const { collector, tracing } = await opened()
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x38"}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    ending.push(() => server.close())
    const { port } = server.address() as { port: number }
    const node = openNode(`http://127.0.0.1:${port}/a-key-of-ours`, 'node 1', 20_000)
    expect(await node.chainId()).toBe(56)
    await tracing.flush()
    expect(collector.spans()).toMatchObject([
      {
        name: 'chain eth_chainId',
        attributes: { 'rpc.method': 'eth_chainId', 'banyan.node': 'node 1' },
      },
    ])
    expect(collector.text()).not.toContain('a-key-of-ours')
  })
})

describe('a call', () => {
  /** A server behind a proxy, or without one. */
  async function serving(trustProxy: string[] | false) {
    const all = await opened()
    const app: FastifyInstance = Fastify({
      loggerInstance: all.logger as FastifyBaseLogger,
      trustProxy,
      logController: new LogController({ disableRequestLogging: true }),
    })
    traceCalls(app)
    logCalls(app)
    app.post('/api/orders/:id', async request => {
      request.log.info('at work')
      await work('inner')
      return {}
    })
    app.get('/assets/:file', async () => ({}))
    ending.push(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const call = (headers: Record<string, string> = {}) =>
      fetch(`${url}/api/orders/ord_secret?word=hidden`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"words":"of somebody"}',
      })
    return { ...all, url, call }
  }

  it('has one span, by its pattern, above what it does; the lines of the log have its trace', async () => {
    const { collector, tracing, lines, url, call } = await serving(false)
    expect((await call()).status).toBe(200)
    await (await fetch(`${url}/assets/app.js`)).text()
    await until('both calls are recorded', async () => {
      await tracing.flush()
      const written = lines.filter(({ msg }) => msg === 'call')
      return collector.spans().length === 2 && written.length === 2
    })
    const span = collector.spans().find(({ name }) => name === 'POST /api/orders/:id')
    const inner = collector.spans().find(({ name }) => name === 'inner')
    expect(inner?.parentSpanId).toBe(span?.spanId)
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/orders/:id',
      'http.response.status_code': 200,
    })
    expect(collector.text()).not.toMatch(/secret|hidden|somebody/)
    for (const msg of ['at work', 'call'])
      expect(lines.find(line => line.msg === msg)).toMatchObject({
        traceId: span?.traceId,
        reqId: expect.any(String),
      })
  })

  it('goes on with the trace of a trusted proxy, and not with that of anybody else', async () => {
    const of = async (trusted: string[] | false, headers: Record<string, string>) => {
      const { collector, tracing, call } = await serving(trusted)
      await call({ traceparent, ...headers })
      return until('the call is recorded', async () => {
        await tracing.flush()
        return collector.spans().find(({ name }) => name.startsWith('POST'))
      })
    }
    const behind = { 'x-forwarded-for': '198.51.100.7' }
    expect(await of(['127.0.0.1'], behind)).toMatchObject({ traceId: TRACE, parentSpanId: ABOVE })
    expect((await of(['10.0.0.1'], behind)).traceId).not.toBe(TRACE)
    expect((await of(false, behind)).traceId).not.toBe(TRACE)
    const broken = { ...behind, traceparent: 'of another form' }
    expect(await of(['127.0.0.1'], broken)).toMatchObject({ parentSpanId: '' })
  })
})

describe('a collector', () => {
  it.each(['hangs', 'refuses'] as const)(
    'that %s stops and delays no work, is reported once, and does not keep the process',
    async manner => {
      const { collector, tracing, lines } = await opened({ manner })
      for (let i = 0; i < 600; i++) expect(await work()).toBe('done')
      await until('spans are sent', () => collector.count() > 0)
      expect(await work()).toBe('done')
      if (manner === 'refuses') {
        await until('the loss is reported', () => lines.length > 0)
        await tracing.flush()
        expect(lines).toMatchObject([{ msg: expect.stringMatching(/^traces are lost/) }])
        collector.steer.manner = 'takes'
        await work('after')
        await tracing.flush()
        expect(lines.at(-1)).toMatchObject({ msg: 'traces are delivered again' })
      }
      await inTime('the end of the process', tracing.close())
      expect(await work()).toBe('done')
      expect(isTracing()).toBe(false)
    },
  )

  it('that is not there stops no work either', async () => {
    const { tracing, lines } = await opened({ url: 'http://127.0.0.1:9/v1/traces' })
    expect(await work()).toBe('done')
    await inTime('the end of the process', tracing.close())
    expect(JSON.stringify(lines)).not.toContain('127.0.0.1')
  })
})
