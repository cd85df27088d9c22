import type { PublishedRoot } from '@banyan/domain'
import { readFacts, rememberFirst, writeFacts } from '../shell/kept-facts.ts'

/*
 * This device's memory of published roots: a platform that later returns another one for the same
 * day is detected. And the root in which each account was last found.
 */
const rootsName = 'banyan.roots'
const countedName = 'banyan.counted'

/** Roots by period, as this device received them before. */
export const seenRoots = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(readFacts(rootsName)))

/** Stores new roots: the first value of a period stays. */
export const rememberRoots = (roots: readonly PublishedRoot[]): void =>
  rememberFirst(rootsName, Object.fromEntries(roots.map(one => [one.period, one.root])))

/** Whether this device found this account in this root. */
export const isKnownCounted = (accountId: string, root: string): boolean =>
  readFacts(countedName)[accountId] === root

export const rememberCounted = (accountId: string, root: string): void =>
  writeFacts(countedName, { ...readFacts(countedName), [accountId]: root })
