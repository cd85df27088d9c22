/** Facts by name in the browser's storage on this device; none where it stores nothing. */
export function readFacts(storage: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(storage) ?? '{}')
  } catch {
    return {}
  }
}

export function writeFacts(storage: string, facts: Record<string, string>): void {
  try {
    localStorage.setItem(storage, JSON.stringify(facts))
  } catch {
    // A browser without storage checks again at each start.
  }
}

/** A year of settlements. */
const MOST = 366

/** Stores facts by period: the first value of a period stays. */
export function rememberFirst(storage: string, facts: Record<string, string>): void {
  const all = { ...facts, ...readFacts(storage) }
  const newest = Object.entries(all).sort(([a], [b]) => (a < b ? 1 : -1))
  writeFacts(storage, Object.fromEntries(newest.slice(0, MOST)))
}
