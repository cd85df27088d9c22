import type { PublishedRoot } from '@banyan/domain'

/*
 * What this device remembers of published roots: a house that later tells another one for the same day
 * is found out. And which root each account was last found in.
 */
const rootsName = 'banyan.roots'
const countedName = 'banyan.counted'
/** A year of settlements. */
const MOST = 366

function read(name: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

function write(name: string, facts: Record<string, string>): void {
  try {
    localStorage.setItem(name, JSON.stringify(facts))
  } catch {
    // A browser that keeps nothing looks again at each start.
  }
}

/** Roots by period, as this device was told them before. */
export const seenRoots = (): ReadonlyMap<string, string> => new Map(Object.entries(read(rootsName)))

/** Remembers roots that were not known yet: what was told first stays. */
export function rememberRoots(roots: readonly PublishedRoot[]): void {
  const all = {
    ...Object.fromEntries(roots.map(one => [one.period, one.root])),
    ...read(rootsName),
  }
  const newest = Object.entries(all).sort(([a], [b]) => (a < b ? 1 : -1))
  write(rootsName, Object.fromEntries(newest.slice(0, MOST)))
}

/** Was this account found in this root, by this device? */
export const isKnownCounted = (accountId: string, root: string): boolean =>
  read(countedName)[accountId] === root

export const rememberCounted = (accountId: string, root: string): void =>
  write(countedName, { ...read(countedName), [accountId]: root })
