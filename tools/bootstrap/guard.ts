import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One polite request to end, and how long to wait before the next, stronger one. */
export interface StopStep {
  signal: NodeJS.Signals
  patienceMs: number
}

/** What the guard needs to run a child and, later, to end it. */
export interface ChildSpec {
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Run as another user; only root may. */
  uid?: number
  gid?: number
  /**
   * Files and folders that the child finds open as /proc/self/fd/3, 4 and so on, even where its user
   * may not walk to them by name.
   */
  handOver?: readonly string[]
  /** Both output streams are appended here; without it they are dropped, unless captured. */
  logFile?: string
  /** Both output streams go where this program's go. */
  inherit?: boolean
  /** Keep the end of both output streams and hand them over when the child has ended. */
  capture?: boolean
  /** Lower orders are stopped first: a service's users end before the service. */
  stopOrder: number
  /** Asked in this order; SIGKILL follows the last. */
  stop: readonly StopStep[]
}

/** How a child ended. `stdout` and `stderr` are empty unless captured. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface GuardedChild {
  pid: number
  /** Settles when the child is gone, however that came about; never rejects. */
  ended: Promise<Ending>
  /** Asks the child to end and waits until it is gone; safe to call twice. */
  stop(): Promise<Ending>
}

/** Stop orders: the server first, then what it depends on. */
export const stopOrder = { server: 0, job: 1, chain: 2, database: 3 } as const

type Report =
  | { kind: 'started'; id: number; pid: number }
  | { kind: 'failed'; id: number; message: string }
  | ({ kind: 'exited'; id: number } & Ending)

interface Watched {
  keeper: ChildProcess
  spec: ChildSpec
  pid: number | undefined
  started: (pid: number) => void
  failed: (error: Error) => void
  ended: (ending: Ending) => void
}

let guard: ChildProcess | undefined
let isEnding = false
let nextId = 1
const watched = new Map<number, Watched>()

/**
 * Starts a child that cannot outlive this program: it is the child of a guard process, which ends it
 * when this program ends, also by kill -9 (see guard-process.mjs).
 * @throws when the command cannot be started at all.
 */
export function startGuarded(spec: ChildSpec): Promise<GuardedChild> {
  const id = nextId++
  const keeper = openGuard()
  return new Promise((resolve, reject) => {
    let markEnded: (ending: Ending) => void = () => {}
    const ended = new Promise<Ending>(settle => {
      markEnded = settle
    })
    const stop = () => {
      if (watched.has(id)) keeper.send({ kind: 'stop', id }, () => {})
      return ended
    }
    watched.set(id, {
      keeper,
      spec,
      pid: undefined,
      started: pid => resolve({ pid, ended, stop }),
      failed: reject,
      ended: markEnded,
    })
    keepAlive(keeper)
    keeper.send({ kind: 'start', id, spec: { env: process.env, ...spec } })
  })
}

/** Runs a command to its end under the guard, with its output captured unless it is inherited. */
export async function runGuarded(spec: Omit<ChildSpec, 'capture' | 'stop' | 'stopOrder'>) {
  const child = await startGuarded({
    ...spec,
    capture: spec.inherit !== true,
    stopOrder: stopOrder.job,
    stop: [{ signal: 'SIGTERM', patienceMs: 5_000 }],
  })
  return child.ended
}

/** Ends every child in order and then the guard itself. The next start opens a new guard. */
export async function endGuard(): Promise<void> {
  const keeper = guard
  if (keeper === undefined || keeper.exitCode !== null) return
  isEnding = true
  keeper.ref()
  const gone = new Promise<void>(resolve => keeper.once('exit', () => resolve()))
  keeper.send({ kind: 'end' }, () => {})
  await gone
  isEnding = false
}

function openGuard(): ChildProcess {
  if (guard?.connected) return guard
  const keeper = fork(fileURLToPath(new URL('./guard-process.mjs', import.meta.url)), [], {
    detached: true,
    // The guard is plain JavaScript: the loaders and inspectors of this program are not for it.
    execArgv: [],
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  keeper.on('message', report => handle(report as Report, keeper))
  keeper.on('exit', () => loseGuard(keeper))
  guard = keeper
  return keeper
}

function handle(report: Report, keeper: ChildProcess) {
  const child = watched.get(report.id)
  if (child === undefined) return
  if (report.kind === 'started') {
    child.pid = report.pid
    child.started(report.pid)
    return
  }
  watched.delete(report.id)
  if (report.kind === 'failed') child.failed(new Error(report.message))
  else child.ended(report)
  keepAlive(keeper)
}

/** The guard is gone and nothing watches the children any more: end them here, at once. */
function loseGuard(keeper: ChildProcess) {
  if (guard === keeper) guard = undefined
  for (const [id, child] of watched) {
    if (child.keeper !== keeper) continue
    watched.delete(id)
    if (child.pid === undefined) child.failed(new Error('the guard process was ended'))
    else endOrphan(child.pid, child.spec.stop[0]?.signal ?? 'SIGTERM')
    child.ended({ code: null, signal: 'SIGKILL', stdout: '', stderr: '' })
  }
}

function endOrphan(pid: number, signal: NodeJS.Signals) {
  killQuietly(pid, signal)
  setTimeout(() => killQuietly(-pid, 'SIGKILL'), 5_000).unref()
}

function killQuietly(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended, most likely by the kernel's parent-death signal.
  }
}

/** This program stays alive for as long as it has children, and is not held by an idle guard. */
function keepAlive(keeper: ChildProcess) {
  if (watched.size > 0 || isEnding) {
    keeper.ref()
    keeper.channel?.ref()
  } else {
    keeper.unref()
    keeper.channel?.unref()
  }
}
