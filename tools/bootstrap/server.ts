import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { runGuarded, startGuarded, stopOrder } from './guard.ts'
import { StartRefused } from './refusal.ts'
import { program, repository } from './repository.ts'
import type { Service } from './supervisor.ts'

const UNUSABLE_SETTINGS = 78
const UNAVAILABLE = 69
const readyWithinMs = 180_000

/** The JSON that the migration program prints in its last line. */
export interface Founded {
  rootInviteCode: string
  /** Only in a demonstration. */
  operators: { name: string; role: string; password: string }[]
  /** Where the first administrators choose their passwords; at the first start without a demonstration. */
  setUps: { name: string; link: string }[]
}

/**
 * Checks the server's settings before anything is written with them.
 * @throws StartRefused in the server's own sentence.
 */
export async function checkSettings(env: NodeJS.ProcessEnv): Promise<void> {
  const { code, stderr } = await runGuarded({
    command: process.execPath,
    args: [program('settings')],
    cwd: repository,
    env,
  })
  if (code !== 0) throw new StartRefused(stderr.trim())
}

/** Migrates the schema and founds the platform. */
export async function migrate(env: NodeJS.ProcessEnv): Promise<Founded> {
  const { code, stdout, stderr } = await runGuarded({
    command: process.execPath,
    args: [program('migrate')],
    cwd: repository,
    env,
  })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  // An error that a person can fix is already one sentence (see bin/program.ts).
  if (code === UNUSABLE_SETTINGS || code === UNAVAILABLE) throw new StartRefused(stderr.trim())
  if (code !== 0) {
    throw new StartRefused(`The database could not be brought up to date: ${stderr.trim() || last}`)
  }
  return JSON.parse(last)
}

/**
 * Starts the server, or one of its programs that serves members, and resolves when it is ready to
 * answer.
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  logFile: string,
  name: 'all' | 'api' = 'all',
): Promise<Service & { pid: number }> {
  const server = await startGuarded({
    command: process.execPath,
    args: [program(name)],
    cwd: repository,
    env,
    logFile,
    stopOrder: stopOrder.server,
    stop: [{ signal: 'SIGTERM', patienceMs: 12_000 }],
  })
  let gone = false
  void server.ended.then(() => {
    gone = true
  })
  const deadline = Date.now() + readyWithinMs
  while (!(await isReady(env))) {
    if (gone)
      throw new StartRefused(`The server did not start. Its last words:\n${lastLines(logFile)}`)
    if (Date.now() > deadline) {
      await server.stop()
      throw new StartRefused(
        `The server was not ready within three minutes. Its last words:\n${lastLines(logFile)}`,
      )
    }
    await sleep(40)
  }
  return server
}

async function isReady({ HOST = '127.0.0.1', PORT = '' }: NodeJS.ProcessEnv): Promise<boolean> {
  try {
    const url = `http://${reachable(HOST)}:${PORT}/readyz`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false
  }
}

/** Where this machine finds a server that listens on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** The end of a log, for the person at the console. */
export function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
}
