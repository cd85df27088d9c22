import type { Usdt } from '@banyan/domain'
import type { Forfeit } from '../../earlier/forfeit.ts'

/** The volume of one fee, f = floor6(coins × Pexit), and what becomes of it. Rule book 2.7. */
export interface FeeVolume {
  readonly tradeId: string
  readonly memberId: string
  readonly node: number | null
  /** What the fee was worth at the exit mark, micro-USDT. */
  readonly value: Usdt
  /** It counts towards being effective. */
  readonly outside: boolean
  /** `credited` in this run; `kept` for a pending seller; `none`: collected while the module is off. */
  readonly fate: 'credited' | 'kept' | 'none'
}

/** The cap that held a pay below its rate of the volume: the round's, or before edition 4 a run's. The payment factor is separate. */
export type CapApplied = 'daily' | 'round'

/** Pay for the fee of an invitee. amount ≤ raw. */
export interface DirectPay {
  readonly tradeId: string
  /** The node of the invitee who paid the fee. */
  readonly source: number
  /** The node of the inviter, who is paid. */
  readonly node: number
  readonly volume: Usdt
  /** floor6(direct rate × volume). */
  readonly raw: Usdt
  readonly amount: Usdt
  readonly cap: CapApplied | null
}

/** What a node matched in a run. Only nodes that may be paid for pairs, and insiders, match. */
export interface PairPay {
  readonly node: number
  /** Carried and new volume of each side before matching. */
  readonly left: Usdt
  readonly right: Usdt
  /** M, the smaller of both. */
  readonly matched: Usdt
  /** floor6(pair rate × M). */
  readonly raw: Usdt
  /** Raw after the caps, before the factor. */
  readonly capped: Usdt
  readonly amount: Usdt
  /** Taken off both sides. */
  readonly consumed: Usdt
  readonly cap: CapApplied | null
  /** An insider's: the amount is not paid, it goes to RESERVE in step 2 of the next run. */
  readonly insider: boolean
}

/** A node that the run changes; before edition 4 with what was taken from it. */
export interface NodeChange extends Partial<Forfeit> {
  readonly node: number
  readonly left: Usdt
  readonly right: Usdt
  readonly paidInRound: Usdt
}

/** One credit for each member who is paid. */
export interface DynamicCredit {
  readonly node: number
  readonly memberId: string
  readonly direct: Usdt
  readonly pairs: Usdt
}

/** The results of the dynamic part of a run; lists are in the order of nodes unless another order is named. */
export interface DynamicOutcome {
  /** In the order of the fees given. */
  readonly volumes: readonly FeeVolume[]
  /** Trades of kept volumes that are credited in this run. */
  readonly released: readonly string[]
  /** Kept volumes first, then this run's, each in the order given. */
  readonly direct: readonly DirectPay[]
  readonly pairs: readonly PairPay[]
  readonly credits: readonly DynamicCredit[]
  readonly changes: readonly NodeChange[]
  /** Nodes whose round ended in this run: paid up to roundCap by it, or before it by rules whose cap was higher. */
  readonly eliminated: readonly number[]
  /** Nodes whose members are effective in this run. */
  readonly effective: readonly number[]
  /** k, billionths: what the pool could pay of every capped raw. */
  readonly factor: bigint
  /** The same for direct pay; below one only when a loss has emptied the pool. */
  readonly directFactor: bigint
  /** Paid to members out of POOL.dynamic. */
  readonly paid: Usdt
  /** What insiders matched: stays in the pool until step 2 of the next run. */
  readonly staffShare: Usdt
  /** What balances and kept volume may still ask of the pool. Rule book 2.7, "Always fundable". */
  readonly reserved: Usdt
}
