import type { Parameters } from '../parameters.ts'
import type { SettlementInput } from './facts.ts'
import type { SettlementResult } from './result.ts'

/** The results of the steps so far. */
export type Workings = Omit<SettlementResult, 'published'>

/** One decision of a step: what it adds to the results so far. */
type Decision = (now: Workings, input: SettlementInput, p: Parameters) => Partial<Workings>

export type StepName =
  | 'losses and income'
  | 'exit mark'
  | 'fee coins'
  | 'static pay'
  | 'dynamic pay'
  | 'redemptions'
  | 'subscriptions'
  | 'rounds reopened'
  | 'positions'
  | 'placements'
  | 'split'

/** A step of the run. */
export interface Step {
  /** Its number in rule book 2.16. */
  readonly number: number
  readonly name: StepName
  /** Its decisions in their order; each reads the books as the one before left them. */
  readonly decide: readonly Decision[]
}
