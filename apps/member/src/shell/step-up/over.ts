import type { ReactNode } from 'react'

/** Draws something over every page; null removes it. */
export type Show = (node: ReactNode) => void

/**
 * The contents over every page, in two slots, so that a result does not wait for a dialog to slide
 * away. The root draws both.
 */
export const over: { show: Show; showResult: Show } = { show: () => {}, showResult: () => {} }

/** Longer than a sheet takes to slide away. */
export const CLOSING_MS = 600

let newest = 0

/**
 * For what draws itself closed: the returned function removes it once it has slid away, unless
 * something else was drawn over every page in the meantime.
 */
export function remover(show: Show): () => void {
  const own = ++newest
  return () =>
    void setTimeout(() => {
      if (own === newest) show(null)
    }, CLOSING_MS)
}
