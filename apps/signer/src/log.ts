import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Structured lines on the standard output. They must never contain a key, a token or a passphrase.
 */
export interface Log {
  info(fields: Record<string, unknown>, text: string): void
  warn(fields: Record<string, unknown>, text: string): void
  error(fields: Record<string, unknown>, text: string): void
}

const traces = new AsyncLocalStorage<string>()
const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Runs work for a caller: lines of the log name the trace of its W3C `traceparent`, if it has one. */
export function inTraceOf<T>(traceparent: unknown, work: () => T): T {
  const [, id] = TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '') ?? []
  return id === undefined ? work() : traces.run(id, work)
}

/** Writes each line as one JSON object. */
export function openLog(write: (line: string) => void = line => process.stdout.write(line)): Log {
  const line = (level: string) => (fields: Record<string, unknown>, text: string) => {
    const traceId = traces.getStore()
    const about = traceId === undefined ? fields : { ...fields, traceId }
    write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: text, ...about })}\n`)
  }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}
