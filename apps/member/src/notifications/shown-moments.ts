const key = 'banyan.moments'
/** Older ones are from before this app was opened: they would not be shown anyway. */
const keptAtMost = 20

/** Ids of the events whose sheet has been shown on this device. */
export function shownMoments(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

/** Stores that one has been shown, also for the other windows of this device. */
export function rememberMoment(id: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([...shownMoments(), id].slice(-keptAtMost)))
  } catch {}
}
