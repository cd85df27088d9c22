import { useSyncExternalStore } from 'react'

/** What is asked of the operator before a call goes on. */
export interface StepUp {
  /** The server's sentence. */
  why: string
  /** The account has no second factor yet: one has to be added first. */
  isMissing: boolean
  /** Ends the question: true when a factor was proven. */
  end: (proven: boolean) => void
}

let asked: StepUp | null = null
const listeners = new Set<() => void>()

function ask(next: StepUp | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks for a second factor over the page. Resolves with true when it was proven, and with false when
 * the operator gave up. A question that is open already is given up.
 */
export function askFactor(why: string, isMissing: boolean): Promise<boolean> {
  asked?.end(false)
  return new Promise(resolve => {
    const end = (proven: boolean) => {
      ask(null)
      resolve(proven)
    }
    ask({ why, isMissing, end })
  })
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The question that is open, or null. */
export const useStepUp = (): StepUp | null => useSyncExternalStore(subscribe, () => asked)
