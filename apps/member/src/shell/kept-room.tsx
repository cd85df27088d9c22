import { type RefCallback, useCallback, useEffect } from 'react'

/*
 * Parts that only some members have, or only at times, come after the page around them. What stood there last
 * time most likely stands there again: its room is kept free from the beginning, and nothing below it moves.
 */
const keyOf = (name: string): string => `banyan.room.${name}`

function keep(name: string, height: number): void {
  try {
    if (height > 0) localStorage.setItem(keyOf(name), String(height))
    else localStorage.removeItem(keyOf(name))
  } catch {
    // A browser that keeps nothing lets the page move.
  }
}

function keptHeight(name: string): number {
  try {
    return Number(localStorage.getItem(keyOf(name))) || 0
  } catch {
    return 0
  }
}

/** The room of a part while it is not known whether there is one; none where there was none. */
export function KeptRoom({ name }: { name: string }) {
  const height = keptHeight(name)
  return height > 0 && <div aria-hidden style={{ height }} />
}

/**
 * For the element of such a part: how high it is is remembered.
 * @param isThere null while that is not known; false forgets the room.
 */
export function useKeepRoom<E extends Element>(
  name: string,
  isThere: boolean | null,
): RefCallback<E> {
  useEffect(() => {
    if (isThere === false) keep(name, 0)
  }, [name, isThere])
  return useCallback(
    element => {
      if (!element) return
      const watch = new ResizeObserver(([entry]) => {
        const height = Math.round(entry?.borderBoxSize[0]?.blockSize ?? 0)
        // A page out of sight has no height.
        if (height > 0) keep(name, height)
      })
      watch.observe(element)
      return () => watch.disconnect()
    },
    [name],
  )
}
