import { useEffect, useEffectEvent, useMemo } from 'react'
import { kitRules } from './rules.ts'

/** An act that waits for quiet, or that keeps a distance; `cancel` forgets what is still to come. */
export interface Paced<A extends readonly unknown[]> {
  (...args: A): void
  cancel(): void
}

/**
 * Acts once it has been quiet for a while (500 ms), with the last arguments.
 * @param longestMs acts after this time at the latest, however steadily it is called meanwhile.
 */
export function debounced<A extends readonly unknown[]>(
  act: (...args: A) => void,
  ms: number = kitRules.debounceMs,
  longestMs: number = Number.POSITIVE_INFINITY,
): Paced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the first call came that nothing was done for yet. */
  let since: number | undefined
  const paced = (...args: A) => {
    clearTimeout(timer)
    const now = performance.now()
    since ??= now
    timer = setTimeout(
      () => {
        since = undefined
        act(...args)
      },
      Math.max(0, Math.min(ms, since + longestMs - now)),
    )
  }
  const cancel = () => {
    clearTimeout(timer)
    since = undefined
  }
  return Object.assign(paced, { cancel })
}

/** Acts at once and then at most once in a while (50 ms); the last word is never lost. */
export function throttled<A extends readonly unknown[]>(
  act: (...args: A) => void,
  ms: number = kitRules.resizeThrottleMs,
): Paced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: A | null = null
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!waiting) return
      const args = waiting
      waiting = null
      act(...args)
      rest()
    }, ms)
  }
  const paced = (...args: A) => {
    if (timer !== undefined) {
      waiting = args
      return
    }
    act(...args)
    rest()
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
    waiting = null
  }
  return Object.assign(paced, { cancel })
}

/** The same act over all drawings, debounced; nothing comes after the page has gone out of sight. */
export function useDebounced<A extends readonly unknown[]>(
  act: (...args: A) => void,
  ms: number = kitRules.debounceMs,
  longestMs: number = Number.POSITIVE_INFINITY,
): Paced<A> {
  const latest = useEffectEvent(act)
  const paced = useMemo(
    () => debounced((...args: A) => latest(...args), ms, longestMs),
    [ms, longestMs],
  )
  useEffect(() => () => paced.cancel(), [paced])
  return paced
}

/** Calls back after the window, or the part of it that a keyboard leaves, has another size; every 50 ms at most. */
export function useResize(act: () => void): void {
  const latest = useEffectEvent(act)
  useEffect(() => {
    const paced = throttled(() => latest())
    const keyboards = window.visualViewport
    window.addEventListener('resize', paced)
    keyboards?.addEventListener('resize', paced)
    return () => {
      window.removeEventListener('resize', paced)
      keyboards?.removeEventListener('resize', paced)
      paced.cancel()
    }
  }, [])
}
