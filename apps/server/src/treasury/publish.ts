import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { eachStep, type Run } from '../settlement/index.ts'
import type { SettlementContext } from './context.ts'
import { RunStopped } from './run.ts'
import { markPublished, settleAlarms } from './store.ts'
import { whatDiffers } from './verify.ts'

/**
 * Publishes a run in one transaction: the books are compared with the outcome, then every step
 * publishes its part. All becomes visible together.
 * @throws RunStopped when anything differs.
 */
export async function publish(context: SettlementContext, run: Run): Promise<void> {
  const { database, parts } = context
  const { period } = run
  await inTransaction(database, async tx => {
    const now = await systemNow(tx)
    if (!(await markPublished(tx, period, now))) return
    const differences = await whatDiffers(context, tx, run)
    for (const step of eachStep) differences.push(...((await step.check?.(parts, tx, run)) ?? []))
    if (differences.length > 0) {
      throw new RunStopped(
        `The run of ${period} is stopped before it is published: ${differences.join('; ')}.`,
      )
    }
    await settleAlarms(tx, period, now)
    for (const step of eachStep) await step.publish?.(context, tx, run)
  })
}
