import { createHash } from 'node:crypto'
import { type Period, settle } from '@banyan/economy'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Run, RunHashes } from '../settlement/index.ts'
import { closeRun } from './close.ts'
import type { SettlementContext } from './context.ts'
import { factsOfRun } from './facts.ts'
import { canonicalBytes, hashing, hashOf } from './hashes.ts'
import { RecountFault } from './recount.ts'
import { computingStages, type Stages } from './stages.ts'
import { findOutcome, insertOutcome } from './store.ts'
import { summaryOf } from './summary.ts'

/** The computations differ or fail, or the books do not match the run: nothing more is posted. */
export class RunStopped extends Error {
  override name = 'RunStopped'
}

/**
 * Closes the run of a period, or resumes one that was closed: the same inputs and the same outcome.
 * @throws RunStopped when the two computations differ or one fails, or when a run that was computed
 * before does not match its recorded hashes: a person must look.
 */
export async function openRun(
  context: SettlementContext,
  period: Period,
  stages: Stages,
): Promise<Run> {
  const { database } = context
  const closed = await stages.time(computingStages.cutOff, () =>
    inTransaction(database, tx => closeRun(context, tx, period)),
  )
  const input = await stages.time(computingStages.facts, () =>
    factsOfRun(context, database, closed),
  )
  const computed = await findOutcome(database, period)
  if (computed) {
    const result = await stages.time(computingStages.first, () =>
      orStop(period, () => settle(input)),
    )
    const hashes = await stages.time(computingStages.hashes, () => ({
      input: hashOf(input),
      result: hashOf(result),
    }))
    agree(period, hashes, { input: computed.inputHash, result: computed.resultHash })
    return { period, epoch: closed.epoch, input, result, hashes }
  }
  // Sent at once, so that both processes compute at the same time.
  const inputHash = createHash('sha256')
  const second = await stages.time(computingStages.sending, () =>
    context.recount(hashing(canonicalBytes(input), inputHash)),
  )
  const result = await stages.time(computingStages.first, () => orStop(period, () => settle(input)))
  const hashes = await stages.time(computingStages.hash, () => ({
    input: inputHash.digest(),
    result: hashOf(result),
  }))
  agree(
    period,
    hashes,
    await stages.time(computingStages.waiting, () => orStop(period, () => second.hashes)),
  )
  const run: Run = { period, epoch: closed.epoch, input, result, hashes }
  await record(context, run)
  return run
}

/**
 * An input that cannot be computed now never can: a person must look, as when two results differ.
 */
async function orStop<T>(period: Period, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof RecountFault)) throw error
    throw new RunStopped(
      `The run of ${period} is stopped: it cannot be worked out: ${error.message}. Nothing of it is posted.`,
    )
  }
}

function agree(period: Period, first: RunHashes, other: RunHashes): void {
  for (const what of ['input', 'result'] as const) {
    if (first[what].equals(other[what])) continue
    const [one, two] = [first[what].toString('hex'), other[what].toString('hex')]
    throw new RunStopped(
      `The run of ${period} is stopped: its ${what} has the hash ${one}, and ${two} where it was worked out apart. Nothing more of it is posted.`,
    )
  }
}

/** Records the agreed hashes before a single unit moves. */
async function record(context: SettlementContext, run: Run): Promise<void> {
  const { hashes } = run
  const { exitPrice, entryPrice, dynamics, carried } = run.result
  await inTransaction(context.database, async tx =>
    insertOutcome(tx, {
      period: run.period,
      inputHash: hashes.input,
      resultHash: hashes.result,
      exitPrice,
      entryPrice,
      factor: dynamics.factor,
      ...carried,
      summary: JSON.stringify(summaryOf(run.result)),
      computedAt: await systemNow(tx),
    }),
  )
}
