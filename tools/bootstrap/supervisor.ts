import { setTimeout as sleep } from 'node:timers/promises'

/** A service that runs until it is stopped or ends by itself. */
export interface Service {
  ended: Promise<unknown>
  stop(): Promise<unknown>
}

export interface Supervision {
  /** Called whenever the service had to be started again, with a message for the console. */
  notice(text: string): void
  /** Called when starting again does not help. */
  giveUp(reason: string): void
}

/** More ends than this within `withinMs` are no accident. */
const restarts = { most: 4, withinMs: 60_000 }
/** What keeps a service from starting, such as a full disk, may be put right meanwhile. */
const patience = { everyMs: 5_000, forMs: 600_000 }

/**
 * Starts a service and, should it end by itself, starts it again; gives up when that happens too often,
 * or when it cannot be started for ten minutes.
 * @returns the way to stop it for good.
 */
export async function supervise<Running extends Service>(
  name: string,
  start: () => Promise<Running>,
  { notice, giveUp }: Supervision,
  { everyMs, forMs } = patience,
): Promise<{ first: Running; stop(): Promise<void> }> {
  const first = await start()
  let running: Running = first
  let isStopping = false
  let ends: number[] = []

  async function watch(): Promise<void> {
    await running.ended
    if (isStopping) return
    ends = [...ends.filter(time => time > Date.now() - restarts.withinMs), Date.now()]
    if (ends.length > restarts.most) {
      return giveUp(`${name} ended ${ends.length} times within a minute.`)
    }
    notice(`${name} ended unexpectedly and is being started again.`)
    // What was left of it (an open port, a timer) must go first.
    await running.stop().catch(() => {})
    if (isStopping) return
    const next = await startAgain()
    if (next === null) return
    running = next
    // A stop that came while it was starting has stopped only what was there then.
    if (isStopping) await running.stop()
    else notice(`${name} is running again.`)
    return watch()
  }

  /** Null when it is stopped meanwhile. */
  async function startAgain(): Promise<Running | null> {
    const giveUpAt = performance.now() + forMs
    for (let tries = 1; !isStopping; tries++) {
      try {
        return await start()
      } catch (error) {
        if (performance.now() >= giveUpAt) throw error
        if (tries === 1) notice(`${name} cannot be started yet: ${(error as Error).message}`)
        await sleep(everyMs)
      }
    }
    return null
  }

  void watch().catch(error => {
    if (!isStopping) giveUp(`${name} could not be started again: ${(error as Error).message}`)
  })
  return {
    first,
    stop: async () => {
      isStopping = true
      await running.stop()
    },
  }
}
