import type { ReactNode } from 'react'

/** What is drawn over every page; the root draws it. */
export const over = { show: (_node: ReactNode) => {} }
