const prefix = 'banyan.space.'

/** Stores how high a part was; 0 when it was not shown. */
export function keepHeight(name: string, height: number): void {
  try {
    if (height > 0) localStorage.setItem(prefix + name, String(height))
    else localStorage.removeItem(prefix + name)
  } catch {
    // Without storage the page moves.
  }
}

/** How high a part was last time; 0 when it was not shown. */
export function keptHeight(name: string): number {
  try {
    return Number(localStorage.getItem(prefix + name)) || 0
  } catch {
    return 0
  }
}

/** For another account: which parts the last one had says nothing of this one. */
export const forgetHeights = (): void => forgetStored(prefix)

/** Removes everything from the browser's storage whose name begins like this. */
export function forgetStored(prefix: string): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix)) localStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}
