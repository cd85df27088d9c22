import { allEndpoints, operatorCalls, operatorEndpoints, otherCalls } from '@banyan/domain'
import type { FastifyInstance } from 'fastify'
import { addProbes, openApp } from './platform/http/app.ts'
import { addBuiltApp, inlineHashesOf } from './platform/http/built-app.ts'
import { compress, mayCompress } from './platform/http/compression.ts'
import { dispatcher } from './platform/http/dispatch.ts'
import { addEvents, addOperatorEvents } from './platform/http/events.ts'
import { openLimits, openTokenLimit } from './platform/http/limits.ts'
import { openapiOf } from './platform/http/openapi.ts'
import { refuseForeignPages } from './platform/http/operator-session.ts'
import type { Route } from './platform/http/route.ts'
import { sharedCountsOf } from './platform/http/shared-counts.ts'
import { addTogether, type ReadHandler } from './platform/http/together.ts'
import type { LiveOutbox } from './platform/outbox/live.ts'
import { openSealing } from './platform/sealing.ts'
import { addTestHooks } from './platform/test-hooks.ts'
import type { System } from './system.ts'

/** What the API process serves: members on one listener, operators on another. */
export interface Api {
  app: FastifyInstance
  /** The operators' console and their calls; null where no port is set for it. */
  console: FastifyInstance | null
  live: LiveOutbox
}

/**
 * The API: calls, live events, pictures, the two apps and the probes. `checkAnswers` compares every
 * answer with its schema, which is how tests find a wrong one; it costs as much as making the answer.
 */
export async function openApi(
  system: System,
  { checkAnswers = true }: { checkAnswers?: boolean } = {},
): Promise<Api> {
  const { platform, auth } = system
  const { config, database, logger } = platform
  const countInvalidToken = openTokenLimit(config.rateLimitScale, sharedCountsOf(database))
  const open = (dist: string | null) =>
    openApp({
      logger,
      production: config.production,
      accessLog: config.accessLog,
      trustedProxies: config.trustedProxies,
      countInvalidToken,
      inlineHashes: dist === null ? { scripts: [], styles: [] } : inlineHashesOf(dist),
    })
  const context = {
    database,
    auth,
    limits: openLimits(config.rateLimitScale, sharedCountsOf(database)),
    fingerprintKey: platform.secrets.fingerprintKey,
    sealing: openSealing(platform.secrets.fieldKey),
    checkAnswers,
    metrics: system.metrics,
  }
  /** Answers calls. Returns the handlers of the reads that may stand beside others in one answer. */
  const answer = (app: FastifyInstance, routes: readonly Route[]): Map<string, ReadHandler> => {
    const reads = new Map<string, ReadHandler>()
    for (const one of routes) {
      const { method, path } = one.endpoint
      const handler = dispatcher(context, one)
      const isCompressed = mayCompress(one.endpoint)
      app.route({ method, url: path, handler, ...(isCompressed ? { onSend: compress } : {}) })
      if (isCompressed && !path.includes(':')) reads.set(path, handler)
    }
    return reads
  }
  const { live } = system
  const streams = { live, auth, places: system.streamPlaces, limitScale: config.rateLimitScale }

  const app = await open(config.memberDist)
  const reads = answer(
    app,
    system.routes.filter(one => !isOfOperators(one)),
  )
  addTogether(app, { auth, reads })
  serveContract(app, '/api/openapi.json', ['Banyan member API', allEndpoints, otherCalls])
  addEvents(app, streams)
  for (const { plugin } of system.modules)
    if (plugin) await app.register(async scope => plugin(scope))
  const { readiness, chainHealth, uploadStore } = system
  addProbes(app, { readiness, chain: chainHealth, uploads: uploadStore })
  if (config.testHooks) addTestHooks(app, system)
  if (config.memberDist !== null) await addBuiltApp(app, config.memberDist)

  const openConsole = async (): Promise<FastifyInstance> => {
    const app = await open(config.consoleDist)
    refuseForeignPages(app, config.consoleOrigins)
    answer(
      app,
      system.routes.filter(one => isOfOperators(one) || isForEverybody(one)),
    )
    const ofOperators = ['Banyan operator API', operatorEndpoints, operatorCalls] as const
    serveContract(app, '/api/operator/openapi.json', ofOperators)
    addOperatorEvents(app, streams)
    for (const { operatorPlugin } of system.modules)
      if (operatorPlugin) await app.register(async scope => operatorPlugin(scope))
    if (config.consoleDist !== null) await addBuiltApp(app, config.consoleDist)
    return app
  }
  const console = config.consolePort === null ? null : await openConsole()
  await live.open()
  return { app, console, live }
}

const isOfOperators = ({ endpoint }: Route): boolean => endpoint.path.startsWith('/api/operator/')

/** What everybody reads, operators read beside their own: receipts, settlements, the rule book. */
const isForEverybody = ({ endpoint }: Route): boolean =>
  endpoint.access === 'public' && endpoint.method === 'GET'

/** Serves a contract. It is built on the first request, because that takes a fifth of a second. */
function serveContract(
  app: FastifyInstance,
  path: string,
  contract: Readonly<Parameters<typeof openapiOf>>,
): void {
  let document: ReturnType<typeof openapiOf> | undefined
  app.get(path, async () => {
    document ??= openapiOf(...contract)
    return document
  })
}
