import type { ReactNode } from 'react'

/** Draws something over every page; null takes it away. */
export type Show = (node: ReactNode) => void

/** What is drawn over every page; the root draws it. */
export const over: { show: Show } = { show: () => {} }

/** Longer than a sheet takes to slide away. */
export const CLOSING_MS = 600
