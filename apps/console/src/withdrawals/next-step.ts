import type { WithdrawalState } from '@banyan/domain'

/** Whom a withdrawal waits for, as the table says it. */
export type NextStep = 'you' | 'reviewer' | 'treasurer' | 'member' | 'signer' | 'chain' | 'done'

interface Waiting {
  readonly state: WithdrawalState
  /** What the server lets the reader do. */
  readonly moves: readonly string[]
  readonly approvableFrom: string
}

/** Whom it waits for: the reader only where the server says so. */
export function nextStep({ state, moves, approvableFrom }: Waiting, now: number): NextStep {
  if (moves.includes('review') || moves.includes('release')) return 'you'
  switch (state) {
    case 'requested':
      return Date.parse(approvableFrom) > now ? 'member' : 'reviewer'
    case 'reviewed':
      return 'treasurer'
    case 'released':
    case 'handed':
      return 'signer'
    case 'signed':
    case 'sent':
      return 'chain'
    default:
      return 'done'
  }
}
