import type { Usdt } from '@banyan/domain'

/** What step 9 does, each list in the order given. */
export interface StaticTurn {
  readonly opened: readonly OpenedPosition[]
  readonly unlocked: readonly UnlockedPosition[]
  /** Before edition 6: positions that begin another cycle. */
  readonly renewed?: readonly string[]
}

/** A position that begins: its cap is fixed by this value for ever. */
export interface OpenedPosition {
  readonly positionId: string
  readonly openingValue: Usdt
}

/** A position that ends because its owner has asked. */
export interface UnlockedPosition {
  readonly positionId: string
  readonly memberId: string
  /** Before edition 6: asked for, or the standing choice at a cycle's end. */
  readonly reason?: 'asked' | 'cycle'
}
