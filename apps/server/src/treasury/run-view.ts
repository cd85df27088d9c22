import {
  type AnswerOf,
  formatAmount,
  type settlementRun,
  type settlementRuns,
} from '@banyan/domain'
import { cutoffOf, type Period } from '@banyan/economy'
import type { AlarmRow, AnyRun } from './run-store.ts'
import type { StageRow } from './stage-store.ts'
import { stageNames } from './stages.ts'

type Run = AnswerOf<typeof settlementRuns>['items'][number]
type Times = AnswerOf<typeof settlementRun>['times']

/** A run for operators, with the stages and alarms that belong to it. */
export function presentRun(
  run: AnyRun,
  stages: readonly StageRow[],
  alarms: readonly AlarmRow[],
): Run {
  const open = alarms.find(({ settledAt }) => settledAt === null)
  return {
    period: run.period,
    state: run.publishedAt ? 'published' : open ? 'stopped' : 'running',
    cutoffAt: run.cutoffAt.toISOString(),
    closedAt: run.closedAt.toISOString(),
    computedAt: run.computedAt?.toISOString() ?? null,
    publishedAt: run.publishedAt?.toISOString() ?? null,
    rules: run.parametersVersion,
    stages: progressOf(stages),
    tookMs: stages.length === 0 ? null : stages.reduce((sum, { ms }) => sum + ms, 0),
    price: run.price === null ? null : formatAmount(run.price, 6),
    alarm: open ? presentAlarm(open) : null,
  }
}

/** A period whose cut-off has passed and that no run has closed. */
export const presentDue = (period: Period, stages: readonly StageRow[]): Run => ({
  period,
  state: 'due',
  cutoffAt: cutoffOf(period).toISOString(),
  closedAt: null,
  computedAt: null,
  publishedAt: null,
  rules: null,
  stages: progressOf(stages),
  tookMs: null,
  price: null,
  alarm: null,
})

export const presentAlarm = ({ raisedAt, what, settledAt }: AlarmRow) => ({
  raisedAt: raisedAt.toISOString(),
  what,
  settledAt: settledAt?.toISOString() ?? null,
})

/** The stages that a run of these will have: those it had, and those that have not begun. */
function namesOf(stages: readonly StageRow[]): string[] {
  const begun = stages.map(({ stage }) => stage)
  return [...begun, ...stageNames.filter(name => !begun.includes(name))]
}

function progressOf(stages: readonly StageRow[]): Run['stages'] {
  if (stages.length === 0) return null
  const ended = stages.filter(({ endedAt }) => endedAt !== null).length
  return { ended, all: namesOf(stages).length }
}

/** Every stage of a run with its times; those that have not begun last, none once it is published. */
export function timesOf(stages: readonly StageRow[], isPublished: boolean): Times {
  if (stages.length === 0) return []
  const names = isPublished ? stages.map(({ stage }) => stage) : namesOf(stages)
  return names.map(stage => {
    const row = stages.find(one => one.stage === stage)
    return {
      stage,
      tries: row?.tries ?? 0,
      begunAt: row?.begunAt.toISOString() ?? null,
      endedAt: row?.endedAt?.toISOString() ?? null,
      ms: row?.ms ?? 0,
    }
  })
}
