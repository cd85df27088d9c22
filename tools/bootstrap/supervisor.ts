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

/**
 * Starts a service and, should it end by itself, starts it again; gives up when that happens too often.
 * @returns the way to stop it for good.
 */
export async function supervise<Running extends Service>(
  name: string,
  start: () => Promise<Running>,
  { notice, giveUp }: Supervision,
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
    running = await start()
    // A stop that came while it was starting has stopped only what was there then.
    if (isStopping) await running.stop()
    else notice(`${name} is running again.`)
    return watch()
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
