import { allEndpoints, operatorCalls, operatorEndpoints, otherCalls } from '@banyan/domain'
import type { FastifyInstance } from 'fastify'
import { addProbes, openApp } from './platform/http/app.ts'
import { compress, mayCompress } from './platform/http/compression.ts'
import { dispatcher } from './platform/http/dispatch.ts'
import { addEvents } from './platform/http/events.ts'
import { openLimits } from './platform/http/limits.ts'
import { addMemberApp, inlineHashesOf } from './platform/http/member-app.ts'
import { type Metrics, openMetrics } from './platform/http/metrics.ts'
import { openapiOf } from './platform/http/openapi.ts'
import { LiveOutbox } from './platform/outbox/live.ts'
import { openSealing } from './platform/sealing.ts'
import { addTestHooks } from './platform/test-hooks.ts'
import type { System } from './system.ts'

/** The API: calls, live events, pictures, the member app and the probes. */
export async function openApi(
  system: System,
): Promise<{ app: FastifyInstance; live: LiveOutbox; metrics: Metrics }> {
  const { platform, auth } = system
  const { config, database, logger, pool } = platform
  const app = await openApp({
    logger,
    production: config.production,
    trustedProxies: config.trustedProxies,
    inlineHashes:
      config.memberDist === null ? { scripts: [], styles: [] } : inlineHashesOf(config.memberDist),
  })
  const context = {
    database,
    auth,
    limits: openLimits(config.rateLimitScale),
    fingerprintKey: platform.secrets.fingerprintKey,
    sealing: openSealing(platform.secrets.fieldKey),
    checkAnswers: !config.production,
    metrics: openMetrics(pool),
  }
  for (const one of system.routes) {
    app.route({
      method: one.endpoint.method,
      url: one.endpoint.path,
      handler: dispatcher(context, one),
      ...(mayCompress(one.endpoint) ? { onSend: compress } : {}),
    })
  }
  serveContract(app, '/api/openapi.json', ['Banyan member API', allEndpoints, otherCalls])
  const ofOperators = ['Banyan operator API', operatorEndpoints, operatorCalls] as const
  serveContract(app, '/api/operator/openapi.json', ofOperators)
  const live = new LiveOutbox(database, logger)
  addEvents(app, { live, auth, limitScale: config.rateLimitScale })
  for (const module of system.modules)
    if (module.plugin) await app.register(async scope => module.plugin?.(scope))
  addProbes(app, { pool, chain: system.chainHealth })
  if (config.testHooks) addTestHooks(app, system)
  if (config.memberDist !== null) await addMemberApp(app, config.memberDist)
  await live.open()
  return { app, live, metrics: context.metrics }
}

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
