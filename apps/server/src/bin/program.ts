import { ConfigError } from '../platform/config.ts'

/** The exit code of a program that cannot use its settings: EX_CONFIG of sysexits. */
const UNUSABLE_SETTINGS = 78

/** Runs a program's work. An unusable setting is reported in its one sentence, without a stack. */
export function runProgram(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const isUnusable = error instanceof ConfigError
    console.error(isUnusable ? error.message : error)
    process.exit(isUnusable ? UNUSABLE_SETTINGS : 1)
  })
}

/** Calls `close` once on SIGTERM or SIGINT, then ends; gives up waiting after ten seconds. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  const stop = () => {
    if (closing) return
    closing = true
    setTimeout(() => process.exit(1), 10_000).unref()
    close().then(
      () => process.exit(0),
      error => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
