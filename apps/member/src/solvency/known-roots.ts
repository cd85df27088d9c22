import type { PublishedRoot } from '@banyan/domain'
import { readFacts, rememberFirst, writeFacts } from '../shell/kept-facts.ts'

/*
 * What this device remembers of published roots: a house that later tells another one for the same day
 * is found out. And which root each account was last found in.
 */
const rootsName = 'banyan.roots'
const countedName = 'banyan.counted'

/** Roots by period, as this device was told them before. */
export const seenRoots = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(readFacts(rootsName)))

/** Remembers roots that were not known yet: what was told first stays. */
export const rememberRoots = (roots: readonly PublishedRoot[]): void =>
  rememberFirst(rootsName, Object.fromEntries(roots.map(one => [one.period, one.root])))

/** Was this account found in this root, by this device? */
export const isKnownCounted = (accountId: string, root: string): boolean =>
  readFacts(countedName)[accountId] === root

export const rememberCounted = (accountId: string, root: string): void =>
  writeFacts(countedName, { ...readFacts(countedName), [accountId]: root })
