import { useEffect, useEffectEvent, useMemo } from 'react'
import { kitRules } from './rules.ts'

/** A function with delayed or rate-limited calls; `cancel` drops the pending call. */
export interface Paced<A extends readonly unknown[]> {
  (...args: A): void
  cancel(): void
}

/**
 * Debounces a function: calls it after a pause (500 ms), with the last arguments.
 * @param longestMs calls after this time at the latest during steady calls.
 */
export function debounced<A extends readonly unknown[]>(
  act: (...args: A) => void,
  ms: number = kitRules.debounceMs,
  longestMs: number = Number.POSITIVE_INFINITY,
): Paced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The time of the first call that is still pending. */
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

/**
 * Throttles a function: calls at once and then at most once per interval (50 ms); the last
 * arguments are never lost.
 */
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

/** The same debounced function over all renders; nothing is called after the page was hidden. */
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

/** Calls back after the window, or the part that a keyboard leaves, has been resized; at most every 50 ms. */
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
