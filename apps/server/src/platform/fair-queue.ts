import { Refused } from './refused.ts'

/** Whose work it is: kinds of callers take turns, and so do the callers of one kind. */
export interface Line {
  kind: string
  who: string
}

/** How many pieces of work run at once, wait in all, and wait for one caller. */
export interface QueueBounds {
  atOnce: number
  waiting: number
  waitingForOne: number
}

interface Waiting {
  start(): void
  refuse(): void
}

/**
 * Lets a few pieces of work run and a bounded number wait. The next one is of the kind that has
 * waited longest for its turn, and within it of the caller who has: one caller with many waits for
 * the others, not they for him. Throws `busy` for a caller who has enough waiting. When the whole
 * queue is full, the last piece of the caller with the most gives way to a caller with fewer.
 */
export function openFairQueue({ atOnce, waiting, waitingForOne }: QueueBounds) {
  let running = 0
  let length = 0
  /** Both levels are in the order of turns; a caller, and a kind, is present only while it waits. */
  const kinds = new Map<string, Map<string, Waiting[]>>()

  const add = ({ kind, who }: Line, one: Waiting): void => {
    const callers = kinds.get(kind) ?? new Map<string, Waiting[]>()
    const own = callers.get(who) ?? []
    if (own.length >= waitingForOne || (length >= waiting && !dropLastOfLongest(own.length)))
      throw busy()
    own.push(one)
    // A caller whose line has just given way is no longer in the maps, and comes last.
    callers.set(who, own)
    kinds.set(kind, callers)
    length++
  }

  /** Refuses the last of the longest line, if that is longer than the newcomer's would be. */
  const dropLastOfLongest = (ownLength: number): boolean => {
    let longest: Waiting[] = []
    for (const callers of kinds.values())
      for (const line of callers.values()) if (line.length > longest.length) longest = line
    if (longest.length <= ownLength + 1) return false
    longest.pop()?.refuse()
    length--
    return true
  }

  const next = (): Waiting | undefined => {
    const [kind, callers] = first(kinds) ?? []
    const [who, line] = (callers && first(callers)) ?? []
    if (kind === undefined || callers === undefined || who === undefined) return undefined
    const waiting = line?.shift()
    length--
    // A caller whose work was taken goes to the end, or leaves.
    callers.delete(who)
    if (line && line.length > 0) callers.set(who, line)
    kinds.delete(kind)
    if (callers.size > 0) kinds.set(kind, callers)
    return waiting
  }

  return async <T>(line: Line, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else await new Promise<void>((start, fail) => add(line, { start, refuse: () => fail(busy()) }))
    try {
      return await work()
    } finally {
      // A finished one hands its place over, so `running` stays unchanged.
      const waiting = next()
      if (waiting) waiting.start()
      else running--
    }
  }
}

const busy = (): Refused => new Refused('busy')

const first = <V>(map: ReadonlyMap<string, V>): [string, V] | undefined =>
  map.entries().next().value
