import type { Usdt } from '@banyan/domain'

/** Volume that a run of such a version took from a node. */
export interface Forfeit {
  /** Beyond balanceCap. */
  readonly overflowLeft: Usdt
  readonly overflowRight: Usdt
  readonly lapsedLeft: Usdt
  readonly lapsedRight: Usdt
}
