import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type GuardedChild, startGuarded, stopOrder } from '../bootstrap/guard.ts'
import { on, processesOf, signalQuietly } from './network.ts'
import { type Drill, placesOf } from './settings.ts'
import type { HostName } from './topology.ts'

/** A process of a machine. */
export interface ServiceSpec {
  name: string
  command: readonly string[]
  env: NodeJS.ProcessEnv
  user?: { uid: number; gid: number }
  cwd?: string
  /** Started again two seconds after it has ended, as the product's units are. */
  restarts?: boolean
  /** Gets nothing besides its own variables, whatever its machine boots with. */
  apart?: boolean
}

/** A machine and what it runs. */
export interface Host {
  readonly name: HostName
  /** Gives it more to run, from the next boot on. */
  add(specs: readonly ServiceSpec[]): void
  /** Starts everything that does not run; each process gets these variables besides its own. */
  boot(more?: NodeJS.ProcessEnv): Promise<void>
  /** Starts one service. */
  start(name: string): Promise<void>
  /** The process of a service; undefined while it does not run. */
  pidOf(name: string): number | undefined
  /** Ends every process at once, as a power failure does. */
  kill(): Promise<void>
  /** Stops every process where it is, as a machine that hangs. */
  pause(): void
  resume(): void
  /** Asks everything to end, the last started first. */
  stop(): Promise<void>
}

const RESTART_MS = 2_000

/** Opens a machine; nothing runs yet. */
export function openHost(drill: Drill, name: HostName): Host {
  const specs: ServiceSpec[] = []
  const running = new Map<string, GuardedChild>()
  let more: NodeJS.ProcessEnv = {}
  let isUp = false
  const { logs } = placesOf(drill, name)

  async function start(spec: ServiceSpec): Promise<void> {
    const [command = '', ...args] = [...on(name), ...asUser(spec), ...spec.command]
    const child = await startGuarded({
      command,
      args,
      cwd: spec.cwd ?? '/',
      env: spec.apart ? spec.env : { ...spec.env, ...more },
      logFile: join(logs, `${spec.name}.log`),
      stopOrder: stopOrder.server,
      stop: [{ signal: 'SIGTERM', patienceMs: 12_000 }],
    })
    running.set(spec.name, child)
    void child.ended.then(async () => {
      if (running.get(spec.name) !== child) return
      running.delete(spec.name)
      if (!spec.restarts) return
      await sleep(RESTART_MS)
      if (isUp && !running.has(spec.name)) await start(spec)
    })
  }

  const signal = (which: NodeJS.Signals) => {
    for (const pid of processesOf(name)) signalQuietly(pid, which)
  }
  const byName = (wanted: string): ServiceSpec => {
    const spec = specs.find(one => one.name === wanted)
    if (spec === undefined) throw new Error(`${name} has no ${wanted}`)
    return spec
  }

  return {
    name,
    add: wanted => void specs.push(...wanted),
    async boot(variables = {}) {
      more = variables
      isUp = true
      for (const spec of specs) if (!running.has(spec.name)) await start(spec)
    },
    start: wanted => start(byName(wanted)),
    pidOf: wanted => running.get(wanted)?.pid,
    async kill() {
      isUp = false
      const ended = [...running.values()].map(child => child.ended)
      // What is started while others are killed is killed as well.
      while (processesOf(name).length > 0) {
        signal('SIGKILL')
        await sleep(20)
      }
      await Promise.all(ended)
      running.clear()
    },
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      isUp = false
      for (const child of [...running.values()].reverse()) await child.stop()
      while (processesOf(name).length > 0) {
        signal('SIGKILL')
        await sleep(20)
      }
      running.clear()
    },
  }
}

function asUser({ user }: ServiceSpec): string[] {
  if (user === undefined) return []
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--']
}
