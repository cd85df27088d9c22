import { duePeriod, type Period } from '@banyan/economy'
import { allOf } from '../platform/all-of.ts'
import { alone, isHeld } from '../platform/database/advisory-locks.ts'
import {
  type Posting,
  type Run,
  type SettlementStep,
  settlementSteps,
} from '../settlement/index.ts'
import type { SettlementContext } from './context.ts'
import { publish } from './publish.ts'
import { openRun, RunStopped } from './run.ts'
import { stageKeeper } from './stage-store.ts'
import { computingStages, Stages } from './stages.ts'
import { calendarOf, hasAlarm, raiseAlarm } from './store.ts'

/** The options of a settlement call. */
export interface SettleOptions {
  /** Called by a person: a run with an alarm is tried again. */
  retry?: boolean
  /**
   * When another node is settling: waits for it (at most a statement's limit), so that nothing is
   * due when this ends.
   */
  waits?: boolean
}

/**
 * Settles every due period, one after the other, the oldest first; returns how many. Returns zero
 * when nothing is due, another node is settling, or the next period has an alarm.
 */
export async function settleDue(
  context: SettlementContext,
  { retry = false, waits = false }: SettleOptions = {},
): Promise<number> {
  if ((await dueNow(context)) === null) return 0
  const inOrder = async () => {
    let count = 0
    for (let due = await dueNow(context); due !== null; due = await dueNow(context)) {
      if (!retry && (await hasAlarm(context.database, due))) break
      await settlePeriod(context, due)
      count++
    }
    return count
  }
  const settled = await alone(context.database, 'settlement', inOrder, { waits })
  return settled ?? 0
}

/**
 * Whether a call of `settleDue` would settle something now: a period is due, it has no alarm, and no
 * other node is settling.
 */
export async function canSettle(context: SettlementContext): Promise<boolean> {
  const due = await dueNow(context)
  if (due === null || (await hasAlarm(context.database, due))) return false
  return !(await isHeld(context.database, 'settlement'))
}

/** Null as well once a wind-down has frozen the books: the last settlement is done then. */
const dueNow = async ({ database, windDown }: SettlementContext): Promise<Period | null> =>
  (await windDown.isFrozen(database)) ? null : duePeriod(await calendarOf(database))

async function settlePeriod(context: SettlementContext, period: Period): Promise<void> {
  try {
    const stages = new Stages(stageKeeper(context.database, period))
    const run = await openRun(context, period, stages)
    for (const entry of settlementSteps) await postStep(context, run, entry, stages)
    // Steps 11 and 12 become visible together.
    await stages.time(computingStages.publish, () => publish(context, run))
    context.logger.info({ period, stages: stages.ms }, 'a period was settled')
  } catch (error) {
    if (error instanceof RunStopped) {
      context.logger.fatal({ period }, error.message)
      await raiseAlarm(context.database, period, error.message)
    }
    throw error
  }
}

/** Posts one step, or several side by side. Each can be stopped anywhere and continues there. */
async function postStep(
  context: SettlementContext,
  run: Run,
  entry: SettlementStep | readonly SettlementStep[],
  stages: Stages,
): Promise<void> {
  const postings = [entry].flat().flatMap(step => step.post ?? [])
  const timed = ({ name, post }: Posting) => stages.time(name, () => post(context, run))
  if (Array.isArray(entry)) await allOf(postings.map(timed))
  else for (const posting of postings) await timed(posting)
}
