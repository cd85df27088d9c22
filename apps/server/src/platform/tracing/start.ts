import type { Logger } from 'pino'
import { recordSpans } from './spans.ts'

/** The settings of a process that traces depend on. */
interface StartSettings {
  tracesUrl: string | null
  tracesRatio: number
}

/** What a process ends when it ends. */
export interface Tracing {
  /** Sends what waits. */
  flush(): Promise<void>
  close(): Promise<void>
}

const off: Tracing = { flush: async () => {}, close: async () => {} }

/** Begins to record spans where a setting names a collector. Nothing of the SDK is loaded elsewhere. */
export async function startTracing(
  { tracesUrl, tracesRatio }: StartSettings,
  process: { serves: readonly string[]; version: string; logger: Logger },
): Promise<Tracing> {
  if (tracesUrl === null) return off
  const { serves, version, logger } = process
  const { openTracer } = await import('./sdk.ts')
  const tracer = openTracer(
    { url: tracesUrl, ratio: tracesRatio, version, serves },
    {
      lost: why => logger.warn({ why }, 'traces are lost: the collector does not take them'),
      delivered: () => logger.info('traces are delivered again'),
    },
  )
  recordSpans(tracer)
  return {
    flush: tracer.flush,
    close: async () => {
      recordSpans(null)
      await tracer.close()
    },
  }
}
