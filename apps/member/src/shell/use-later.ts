import { useEffect, useState } from 'react'
import { inTurn } from './in-turn.ts'

/** Long after the first page is shown. */
export const idleAfterMs = 3000

/**
 * Code that no first page needs: it is loaded when the app is idle, and null until then. When it
 * cannot be loaded, the app works without it until the network is back.
 */
export function useLater<T>(load: () => Promise<T>): T | null {
  const [it, keep] = useState<T | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once.
  useEffect(() => {
    const fetchIt = () =>
      void load().then(
        loaded => keep(() => loaded),
        () => addEventListener('online', fetchIt, { once: true }),
      )
    const drop = inTurn(idleAfterMs, [fetchIt])
    return () => {
      drop()
      removeEventListener('online', fetchIt)
    }
  }, [])
  return it
}
