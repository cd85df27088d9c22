import type { AnswerOf, depositAddress, depositStates } from '@banyan/domain'
import { pace, terms } from './terms.ts'

export type DepositState = (typeof depositStates)[number]
export type ChainState = AnswerOf<typeof depositAddress>['chainState']

/** A final deposit that waits for its money. */
export interface DueDeposit {
  id: string
  tokenUnits: bigint
}

export type CreditPlan =
  | { outcome: 'wait' }
  | { outcome: 'credit'; amounts: { id: string; amount: bigint }[]; carry: bigint }

/**
 * What a member gets for all deposits of theirs that are final: nothing while their sum is below the
 * minimum, else each one's whole micro-USDT. What is smaller than one micro-USDT is carried to the
 * next and credited when it has become whole (security.md 4.9).
 * @param minimum micro-USDT; smaller deposits wait until their sum reaches it.
 * @param carry token units carried from earlier deposits.
 */
export function planCredit(
  due: readonly DueDeposit[],
  carry: bigint,
  { minimum, unitsPerMicro }: { minimum: bigint; unitsPerMicro: bigint },
): CreditPlan {
  const sum = due.reduce((total, deposit) => total + deposit.tokenUnits, 0n)
  if (sum < minimum * unitsPerMicro) return { outcome: 'wait' }
  let rest = carry
  const amounts = due.map(({ id, tokenUnits }) => {
    const units = rest + tokenUnits
    rest = units % unitsPerMicro
    return { id, amount: units / unitsPerMicro }
  })
  return { outcome: 'credit', amounts, carry: rest }
}

/** The highest block whose deposits may be credited: deep enough, and final on the chain. */
export const creditableBlock = (tip: number, finalized: number): number =>
  Math.min(finalized, tip - terms.confirmations + 1)

/** Whether a deposit is so large that all validators are waited for. */
export const isLarge = (tokenUnits: bigint, unitsPerMicro: bigint): boolean =>
  tokenUnits >= terms.large * unitsPerMicro

/** Of final deposits those that may be credited now: a large one only in a surely final block. */
export const creditableNow = <D extends { tokenUnits: bigint; blockNumber: number }>(
  due: readonly D[],
  surelyFinal: number,
  unitsPerMicro: bigint,
): D[] =>
  due.filter(
    ({ tokenUnits, blockNumber }) =>
      blockNumber <= surelyFinal || !isLarge(tokenUnits, unitsPerMicro),
  )

/** Blocks on top of and including a deposit's own, at most as many as are needed. */
export function confirmationsOf(
  deposit: { state: DepositState; blockNumber: number },
  tip: number | null,
): number {
  if (deposit.state === 'vanished') return 0
  if (deposit.state !== 'confirming') return terms.confirmations
  return confirmationsAt(deposit.blockNumber, tip)
}

/** Blocks on top of and including a block that is on the chain, at most as many as are needed. */
export function confirmationsAt(blockNumber: number, tip: number | null): number {
  const depth = (tip ?? blockNumber) - blockNumber + 1
  return Math.min(Math.max(depth, 1), terms.confirmations)
}

/** Where the following of the chain stands, as it was last written down. */
export interface Watch {
  headNumber: number
  followedAt: Date
  tip: number
}

/** What a probe says of the chain: `degraded` while it cannot be followed, `none` without one. */
export type ChainHealth = 'none' | 'following' | 'catching_up' | 'degraded'

/** What the page may honestly say of the chain. */
export function chainStateOf(watch: Watch | null, now: Date): ChainState {
  if (watch === null) return 'unreachable'
  if (now.getTime() - watch.followedAt.getTime() > pace.outOfReachMs) return 'unreachable'
  return watch.headNumber - watch.tip >= pace.catchingUpBlocks ? 'catching_up' : 'following'
}
