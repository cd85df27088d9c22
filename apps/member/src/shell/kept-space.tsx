import { type RefCallback, useCallback, useEffect } from 'react'
import { keepHeight, keptHeight } from './space-store.ts'

/*
 * Parts that only some members have, or only at times, load after the page around them. A part that was shown
 * last time is most likely shown again: its space is kept free from the start, so nothing below it moves.
 */

/** The space of a part until it is known whether the part is shown; none if it was not shown last time. */
export function KeptSpace({ name }: { name: string }) {
  // In a frame that the build draws, index.html makes it as high, or takes it out.
  if (typeof window === 'undefined') return <div aria-hidden data-space={name} />
  const height = keptHeight(name)
  return height > 0 && <div aria-hidden style={{ height }} />
}

/**
 * Remembers the height of such a part. Goes to its element as `ref`.
 * @param isThere null while that is not known; false forgets the space.
 */
export function useKeepSpace<E extends Element>(
  name: string,
  isThere: boolean | null,
): RefCallback<E> {
  useEffect(() => {
    if (isThere === false) keepHeight(name, 0)
  }, [name, isThere])
  return useCallback(
    element => {
      if (!element) return
      const watch = new ResizeObserver(([entry]) => {
        const height = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)
        // A hidden page has no height.
        if (height > 0) keepHeight(name, height)
      })
      watch.observe(element)
      return () => watch.disconnect()
    },
    [name],
  )
}
