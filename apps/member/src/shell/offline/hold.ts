/** The holders that prevent an update now: payments in progress, uploads, pages with unsaved input. */
const holders = new Set<symbol>()
const listeners = new Set<() => void>()

/**
 * While held, no update of the app is offered or made: `const letGo = holdUpdates()`. Money calls
 * and uploads hold by themselves; a page holds while a member has unsaved input.
 */
export function holdUpdates(): () => void {
  const mine = Symbol('hold')
  holders.add(mine)
  notify()
  return () => {
    if (holders.delete(mine)) notify()
  }
}

export const updatesAreHeld = (): boolean => holders.size > 0

/** Calls back when the first holder has come or the last has released. */
export function onHold(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function notify(): void {
  for (const listener of listeners) listener()
}
