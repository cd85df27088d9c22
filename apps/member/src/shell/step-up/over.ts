import type { ReactNode } from 'react'

/** Draws something over every page; null takes it away. */
export type Show = (node: ReactNode) => void

/** What is drawn over every page, in two places, so that a result does not wait for a question to slide away. The root draws both. */
export const over: { show: Show; showResult: Show } = { show: () => {}, showResult: () => {} }

/** Longer than a sheet takes to slide away. */
export const CLOSING_MS = 600
