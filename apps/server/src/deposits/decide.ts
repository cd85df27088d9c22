import type { AnswerOf, depositAddress, depositStates } from '@banyan/domain'
import { pace, terms } from './terms.ts'

export type DepositState = (typeof depositStates)[number]
export type ChainState = AnswerOf<typeof depositAddress>['chainState']

/** A final deposit that is not credited yet. */
export interface DueDeposit {
  id: string
  tokenUnits: bigint
}

export type CreditPlan =
  | { outcome: 'wait' }
  | { outcome: 'credit'; amounts: { id: string; amount: bigint }[]; carry: bigint }

/**
 * The credits for all final deposits of a member: nothing while their sum is below the minimum,
 * otherwise the whole micro-USDT of each. Fractions of a micro-USDT are carried to the next deposit
 * and credited when they add up to a whole one (security.md 4.9).
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

/** True for a deposit so large that it waits for all validators. */
export const isLarge = (tokenUnits: bigint, unitsPerMicro: bigint): boolean =>
  tokenUnits >= terms.large * unitsPerMicro

/**
 * The final deposits that may be credited now: a large one only in a block that is surely final.
 */
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

/** How far the chain was followed, as last stored. */
export interface Watch {
  headNumber: number
  followedAt: Date
  tip: number
}

/**
 * The state of the chain for a health probe: `degraded` while it cannot be followed, `none` without
 * a chain.
 */
export type ChainHealth = 'none' | 'following' | 'catching_up' | 'degraded'

/** The state of the chain as shown on the page. */
export function chainStateOf(watch: Watch | null, now: Date): ChainState {
  if (watch === null) return 'unreachable'
  if (now.getTime() - watch.followedAt.getTime() > pace.outOfReachMs) return 'unreachable'
  return watch.headNumber - watch.tip >= pace.catchingUpBlocks ? 'catching_up' : 'following'
}
