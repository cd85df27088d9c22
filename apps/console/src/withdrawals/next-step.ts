import type { WithdrawalState } from '@banyan/domain'

/** Whom a withdrawal waits for, as the table says it. */
export type NextStep = 'you' | 'reviewer' | 'treasurer' | 'member' | 'signer' | 'chain' | 'done'

interface Waiting {
  readonly state: WithdrawalState
  /** What the server lets the reader do. */
  readonly moves: readonly string[]
  readonly approvableFrom: string
}

/** True while the address is too new for any approval; refusing is possible all the same. */
export const isCooling = ({ approvableFrom }: Pick<Waiting, 'approvableFrom'>, now: number) =>
  Date.parse(approvableFrom) > now

/** Whom it waits for: the reader only where the server says so. */
export function nextStep(of: Waiting, now: number): NextStep {
  const { state, moves } = of
  if (isCooling(of, now) && (state === 'requested' || state === 'reviewed')) return 'member'
  if (moves.includes('review') || moves.includes('release')) return 'you'
  switch (state) {
    case 'requested':
      return 'reviewer'
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
