import { endGuard } from './guard.ts'
import { sentenceOf } from './refusal.ts'

/**
 * Runs a command line program to its end and leaves with its exit code; whatever it started ends with
 * it, also on Ctrl-C.
 */
export async function runCommand(run: () => Promise<number>): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void leave(130))
  }
  try {
    return await leave(await run())
  } catch (error) {
    console.error(`\n  ${sentenceOf(error)}\n`)
    return leave(1)
  }
}

async function leave(code: number): Promise<never> {
  await endGuard()
  process.exit(code)
}
