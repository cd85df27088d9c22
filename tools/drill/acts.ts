/** Records of acts of members, kept outside of the system, and what is found of them afterwards. */
import type { Act } from '../testing/acting.ts'

/** What the database has of an act: its operation and key, whose it is, and how often it is there. */
export interface Effect {
  operation: string
  account: string
  key: string
  times: number
}

/** What differs between the acts and their effects. */
export interface Comparison {
  /** Acknowledged, and not there. */
  lost: string[]
  /** There more than once, or there although it was refused or nobody sent it. */
  doubled: string[]
  /** Acknowledged, and there exactly once. */
  once: number
}

const nameOf = ({ operation, account, key }: Pick<Act, 'operation' | 'account' | 'key'>): string =>
  `${operation} ${account} ${key}`

/** What is there more often than before. */
export function added(before: readonly Effect[], now: readonly Effect[]): Effect[] {
  const known = new Map(before.map(effect => [nameOf(effect), effect.times]))
  return now
    .map(effect => ({ ...effect, times: effect.times - (known.get(nameOf(effect)) ?? 0) }))
    .filter(({ times }) => times > 0)
}

/** Compares each act with what is found of it. An act without an answer may be there once or not at all. */
export function compare(acts: readonly Act[], effects: readonly Effect[]): Comparison {
  const times = new Map<string, number>()
  for (const effect of effects)
    times.set(nameOf(effect), (times.get(nameOf(effect)) ?? 0) + effect.times)
  const comparison: Comparison = { lost: [], doubled: [], once: 0 }
  const most = { done: 1, unknown: 1, refused: 0 } as const
  for (const act of acts) {
    const name = nameOf(act)
    const there = times.get(name) ?? 0
    times.delete(name)
    if (act.outcome === 'done' && there === 0) comparison.lost.push(name)
    else if (there > most[act.outcome]) comparison.doubled.push(name)
    else if (act.outcome === 'done') comparison.once++
  }
  comparison.doubled.push(...times.keys())
  return comparison
}

/** What members noticed between two instants. */
export interface Noticed {
  /** Acts that were answered. */
  answered: number
  /** Acts that had to be sent more than once. */
  repeated: number
  /** The longest time without any answer, milliseconds. */
  silenceMs: number
  /** The longest time that one act took until its answer, milliseconds. */
  slowestMs: number
}

/** Reads from the acts what members noticed between two instants. */
export function noticedIn(acts: readonly Act[], fromMs: number, toMs: number): Noticed {
  const within = acts.filter(
    ({ outcome, endedAt }) => outcome === 'done' && endedAt >= fromMs && endedAt <= toMs,
  )
  const instants = [fromMs, ...within.map(({ endedAt }) => endedAt).sort((a, b) => a - b), toMs]
  let silenceMs = 0
  for (let i = 1; i < instants.length; i++)
    silenceMs = Math.max(silenceMs, (instants[i] ?? 0) - (instants[i - 1] ?? 0))
  return {
    answered: within.length,
    repeated: within.filter(({ tries }) => tries > 1).length,
    silenceMs,
    slowestMs: within.reduce((most, one) => Math.max(most, one.endedAt - one.begunAt), 0),
  }
}
