import { ConfigError } from '../platform/config.ts'
import { startRefusal } from '../platform/start-refusal.ts'

/** The exit code of a program that cannot use its settings: EX_CONFIG of sysexits. */
const UNUSABLE_SETTINGS = 78
/** The exit code of a program that lacks something it depends on: EX_UNAVAILABLE of sysexits. */
export const UNAVAILABLE = 69

/**
 * Runs a program's work. What a person can mend is reported in one sentence without a stack; the
 * stack of any other error is shown with LOG_LEVEL=debug.
 */
export function runProgram(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const refusal = startRefusal(error)
    if (refusal !== null) console.error(refusal)
    else console.error(unforeseen(error))
    if (error instanceof ConfigError) process.exit(UNUSABLE_SETTINGS)
    process.exit(refusal === null ? 1 : UNAVAILABLE)
  })
}

/** An error that nobody has foreseen, for a report to the makers. */
function unforeseen(error: unknown): string {
  const { message = String(error), stack } = error as Error
  const withStack = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace'
  if (withStack) return stack ?? message
  return `The program could not go on (${message.split('\n')[0]}): set LOG_LEVEL=debug and start it again to see where.`
}

/**
 * Calls `close` once on SIGTERM or SIGINT, or when the returned function is called, then ends with its
 * exit code; gives up waiting after ten seconds.
 */
export function closeOnSignal(close: () => Promise<void>): (code: number) => void {
  let closing = false
  const stop = (code: number) => {
    if (closing) return
    closing = true
    setTimeout(() => process.exit(1), 10_000).unref()
    close().then(
      () => process.exit(code),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  return stop
}
