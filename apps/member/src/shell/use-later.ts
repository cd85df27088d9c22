import { useEffect, useState } from 'react'
import { inTurn } from './in-turn.ts'

/** When the first page has long been there. */
export const idleAfterMs = 3000

/**
 * Code that no first page needs: it is fetched when nothing else is to be done, and null until then; where it
 * does not come, the app goes on without it until the network is back.
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
