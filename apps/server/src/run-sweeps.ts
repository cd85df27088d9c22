import type { House } from './house.ts'
import type { Sweep } from './platform/room.ts'

/** Runs the sweeps of some doors until it is told to stop; each sweep is one turn at a time. */
export function runSweeps(house: House, doors: readonly Sweep['door'][]): () => Promise<void> {
  let stopped = false
  const running = new Map<Sweep, Promise<void>>()
  const timers = new Map<Sweep, NodeJS.Timeout>()
  const turn = async (sweep: Sweep): Promise<void> => {
    try {
      await sweep.turn()
    } catch (error) {
      house.platform.logger.error(
        { err: error, sweep: sweep.name },
        'a sweep failed; it comes again',
      )
    }
    if (!stopped)
      timers.set(
        sweep,
        setTimeout(() => running.set(sweep, turn(sweep)), sweep.everyMs),
      )
  }
  for (const sweep of house.sweeps.filter(one => doors.includes(one.door)))
    running.set(sweep, turn(sweep))
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running.values())
  }
}
