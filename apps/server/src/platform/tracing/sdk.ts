import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { OpenSpan, Tracer } from './spans.ts'

/** A collector that has not answered by then has not got the spans. */
const EXPORT_MS = 5_000
/** When the process ends, the collector is waited for this long at most. */
const END_MS = 1_000
/** Spans that wait for a collector; more are lost. */
const MOST_WAITING = 2_048

/** The settings of traces. */
export interface TracesSettings {
  /** Where the collector takes traces by OTLP over HTTP. */
  url: string
  /** The part of the traces that begin here which are recorded, from 0 to 1. */
  ratio: number
  version: string
  /** What this process serves and runs. */
  serves: readonly string[]
}

/** What hears whether spans are delivered. */
export interface DeliveryReport {
  /** They are not any more. */
  lost(why: string): void
  /** They are again. */
  delivered(): void
}

/** Records spans with the SDK of OpenTelemetry and sends them, in batches, behind the work. */
export function openTracer(
  settings: TracesSettings,
  report: DeliveryReport,
): Tracer & { flush(): Promise<void>; close(): Promise<void> } {
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'banyan',
      'service.version': settings.version,
      'banyan.serves': [...settings.serves],
    }),
    // What a caller has decided holds for its whole trace.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(
          new OTLPTraceExporter({ url: settings.url, timeoutMillis: EXPORT_MS }),
          report,
        ),
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('banyan', settings.version)
  const propagator = new W3CTraceContextPropagator()
  const now = () => trace.getSpan(context.active())

  return {
    open({ name, kind, facts = {}, isRoot, traceparent }): OpenSpan {
      const above = isRoot ? ROOT_CONTEXT : context.active()
      const from =
        traceparent === undefined
          ? above
          : propagator.extract(ROOT_CONTEXT, { traceparent }, header)
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind ?? 'internal'], attributes: facts },
        from,
      )
      const inside = trace.setSpan(from, span)
      return {
        within: work => context.with(inside, work),
        end: ({ facts = {}, fault } = {}) => {
          span.setAttributes(facts)
          if (fault !== undefined)
            span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    addFacts: facts => void now()?.setAttributes(facts),
    traceId: () => now()?.spanContext().traceId ?? null,
    traceparent: () => {
      const carrier: { traceparent?: string } = {}
      propagator.inject(context.active(), carrier, {
        set: (to: typeof carrier, name, value) => {
          if (name === 'traceparent') to.traceparent = value
        },
      })
      return carrier.traceparent ?? null
    },
    flush: () => provider.forceFlush().catch(() => {}),
    close: async () => {
      let late: NodeJS.Timeout | undefined
      const ended = provider.shutdown().catch(() => {})
      await Promise.race([
        ended,
        new Promise<void>(resolve => {
          late = setTimeout(resolve, END_MS)
        }),
      ])
      clearTimeout(late)
      contexts.disable()
      context.disable()
    },
  }
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

const header = {
  get: (from: { traceparent: string }, name: string) =>
    name === 'traceparent' ? from.traceparent : undefined,
  keys: () => ['traceparent'],
}

/** Reports the first loss and the first delivery after it: a collector that is away fills no log. */
function reporting(exporter: SpanExporter, report: DeliveryReport): SpanExporter {
  let isLost = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        // A message may repeat the address, which may hold a password.
        if (failed && !isLost) report.lost(kindOf(result.error))
        else if (!failed && isLost) report.delivered()
        isLost = failed
        done({ code: ExportResultCode.SUCCESS })
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

const kindOf = (error: (Error & { code?: unknown }) | undefined): string =>
  String(error?.code ?? error?.name ?? 'no answer')
