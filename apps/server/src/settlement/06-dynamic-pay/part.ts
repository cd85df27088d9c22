import type { DynamicFacts, DynamicOutcome, Parameters, Period } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CollectedFee } from '../04-fee-coins/part.ts'
import type { CutOff } from '../cut-off.ts'

/** Which members the network may pay. */
export interface StandingPart {
  /** The cut-off: accepts applications, and freezes the standing of every node's member. */
  closeRound(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff'>): Promise<void>
}

/** Network pay. */
export interface DynamicPayPart {
  /**
   * The cut-off: fixes the switch (off while a wind-down stops volume), the nodes, and the orders
   * that may reopen a round.
   */
  closeRound(tx: Tx, run: ReinvestingRun & Pick<CutOff, 'isVolumeStopped'>): Promise<void>
  /**
   * The input of step 6 of a run; with the fees of trades that were finished before the cut-off.
   */
  factsOfRun(reader: Database | Tx, run: CollectedRun): Promise<DynamicFacts>
  /** Step 6, to its end; stopped anywhere, it continues when called again. */
  postPay(run: DynamicPayRun): Promise<void>
}

/** A run, given by its cut-off: its orders as assigned, and the numbers of its version. */
export interface ReinvestingRun extends Pick<CutOff, 'period' | 'parameters'> {
  orders: readonly { id: string }[]
}

/**
 * A run, given by its cut-off: the fees that the market collected until then, and the numbers of
 * its version.
 */
export interface CollectedRun {
  period: Period
  collected: readonly CollectedFee[]
  parameters: Parameters
}

/** The effects of step 6 of a run. */
export interface DynamicPayRun {
  period: Period
  ruleVersion: number
  /** The pair rate of that version, basis points. */
  pairBps: number
  /** POOL.dynamic before it, micro-USDT. */
  pool: bigint
  facts: Pick<DynamicFacts, 'nodes' | 'kept' | 'balancesPairBps'>
  outcome: DynamicOutcome
}

/** The volume of the tree. */
export interface VolumePart {
  /** Records the volume that step 6 credits, for display and for the automatic side. */
  recordVolumes(tx: Tx, period: Period, credited: readonly CreditedFee[]): Promise<void>
}

/** The credit of a settlement's step 6 to a member, micro-USDT. */
export interface CreditedFee {
  memberId: string
  /** Above zero. */
  fee: bigint
}
