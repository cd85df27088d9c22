import type { SettlementInput } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import type { SettlementParts } from './parts.ts'
import type { ClosedRun } from './run.ts'
import type { SettlementStep } from './step.ts'
import { settlementSteps } from './steps.ts'

type StepIn<Entry> = Entry extends readonly (infer Step)[] ? Step : Entry
type FactsOf<Step> = Step extends { facts(...given: never[]): Promise<infer Facts> } ? Facts : never
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never

/** The facts of all steps together: an input for which a step is missing does not compile. */
type FactsOfSteps = All<FactsOf<StepIn<(typeof settlementSteps)[number]>>>

/**
 * Reads what the steps of a closed run need: the same at every call. The tree and the positions are
 * the longest by far, and are read side by side.
 */
export async function factsOfSteps(
  parts: SettlementParts,
  reader: Database,
  run: ClosedRun,
): Promise<FactsOfSteps> {
  const facts: Partial<SettlementInput> = {}
  for (const entry of settlementSteps) {
    const steps: readonly SettlementStep[] = [entry].flat()
    for (const some of await Promise.all(steps.map(step => step.facts?.(parts, reader, run))))
      Object.assign(facts, some)
  }
  return facts as FactsOfSteps
}
