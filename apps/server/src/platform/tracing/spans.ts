import { Refused } from '../refused.ts'

/** What a span says besides its name: names, kinds and numbers of the program, never a value of a member. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** A piece of work in a trace. */
export interface SpanName {
  name: string
  /** Whom the work is for: a caller, or this program that calls another one. Neither by default. */
  kind?: 'server' | 'client'
  facts?: SpanFacts
  /** Begins a trace of its own, whatever the work was begun by. */
  isRoot?: boolean
  /** The W3C `traceparent` of the caller, where it is trusted. */
  traceparent?: string | undefined
}

/** A span that has begun. */
export interface OpenSpan {
  /** Runs work whose spans are below this one. */
  within<T>(work: () => T): T
  /** Ends it; with a fault where the work failed. */
  end(how?: { facts?: SpanFacts; fault?: string }): void
}

/** What records spans; there is one in a process, or none. */
export interface Tracer {
  open(span: SpanName): OpenSpan
  /** Adds facts to the span that the caller is in. */
  addFacts(facts: SpanFacts): void
  /** The trace that the caller is in. */
  traceId(): string | null
  /** Where the caller is, for another program. */
  traceparent(): string | null
}

/** Null where no setting asks for traces: then nothing below does anything. */
let tracer: Tracer | null = null

/** Sets what records the spans of this process. */
export function recordSpans(by: Tracer | null): void {
  tracer = by
}

/** True where spans are recorded. */
export const isTracing = (): boolean => tracer !== null

/** Opens a span whose end is somewhere else; null where none is recorded. */
export const openSpan = (span: SpanName): OpenSpan | null => tracer?.open(span) ?? null

/** Adds facts to the span that the caller is in. */
export const addSpanFacts = (facts: () => SpanFacts): void => void tracer?.addFacts(facts())

/** The trace that the caller is in; null where there is none. */
export const traceIdNow = (): string | null => tracer?.traceId() ?? null

/** The header that passes the trace on to another program; nothing where there is none. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = tracer?.traceparent()
  return traceparent ? { traceparent } : {}
}

/** Runs work in a span. The span is described only where it is recorded. */
export function traced<T>(span: () => SpanName, work: () => Promise<T>): Promise<T> {
  return tracer === null ? work() : record(tracer.open(span()), work)
}

async function record<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end({ fault: faultKind(error) })
    throw error
  }
}

/**
 * The kind of an error: the name of a refusal, an SQLSTATE, a code of the system, or its class. Never
 * its message, which may repeat what somebody entered.
 */
function faultKind(error: unknown): string {
  if (error instanceof Refused) return error.refusal
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z_]{2,40}$/.test(code) ? code : error.constructor.name
}
