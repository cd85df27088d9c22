import { performance } from 'node:perf_hooks'
import { traced } from '../platform/tracing/spans.ts'
import { type SettlementStep, settlementSteps } from '../settlement/index.ts'

/** Keeps which stage of a run has begun and ended, for those who watch it. */
export interface StageKeeper {
  begin(stage: string): Promise<void>
  end(stage: string, ms: number): Promise<void>
}

const forgetting: StageKeeper = { begin: async () => {}, end: async () => {} }

/** The duration of each stage of a run, milliseconds, in the order in which they began. */
export class Stages {
  readonly ms: Record<string, number> = {}
  readonly #keeper: StageKeeper

  constructor(keeper: StageKeeper = forgetting) {
    this.#keeper = keeper
  }

  /** Runs a stage and records its duration; several pieces of one stage are added up. */
  async time<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    await this.#keeper.begin(name)
    const begun = performance.now()
    this.ms[name] ??= 0
    const result = await traced(
      () => ({ name: `settlement: ${name}`, facts: { 'banyan.stage': name } }),
      async () => work(),
    )
    const took = Math.round(performance.now() - begun)
    this.ms[name] += took
    await this.#keeper.end(name, took)
    return result
  }
}

/** The stages of a run's computation; one that is resumed has other stages instead of the last ones. */
export const computingStages = {
  cutOff: 'cut-off',
  facts: 'facts',
  sending: 'sending the input to the second computation',
  first: 'first computation',
  hash: 'hash of the result',
  hashes: 'hashes',
  waiting: 'waiting for the second computation',
  publish: 'split and publish',
} as const

const postingsOf = (step: SettlementStep): string[] => (step.post ?? []).map(({ name }) => name)

/** The stages of a run that is not resumed, in their order. */
export const stageNames: readonly string[] = [
  computingStages.cutOff,
  computingStages.facts,
  computingStages.sending,
  computingStages.first,
  computingStages.hash,
  computingStages.waiting,
  ...new Set(settlementSteps.flat().flatMap(postingsOf)),
  computingStages.publish,
]
