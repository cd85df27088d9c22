import {
  canonicalJson,
  cutoffOf,
  periodAt,
  periodBefore,
  shareAgain,
  shareAmong,
} from '@banyan/economy'
import { houseAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { closeRound, factsOfRun, postShares, type RunContext } from './run.ts'
import { sharingOfClosed, sharingOfRun } from './store.ts'

/**
 * The part of a loss that remains after OPS, micro-USDT; read in the transaction that freezes
 * balances.
 */
export type LeftOver = (tx: Tx) => Promise<bigint>

/**
 * The newest cut-off that has passed. A platform with frozen books has no settlements; a sharing is
 * carried out at cut-offs all the same, so that its notice keeps its length.
 */
async function lastCutoff(reader: Database | Tx): Promise<{ period: string; cutoff: Date }> {
  const period = periodBefore(periodAt(await systemNow(reader)))
  return { period, cutoff: cutoffOf(period) }
}

/** Whether a sharing is due in a closed platform, or under way. Reads without a lock. */
export const isDueInClosed = async (reader: Database): Promise<boolean> =>
  (await sharingOfClosed(reader, (await lastCutoff(reader)).cutoff)) !== undefined

/**
 * Carries a sharing out in a platform that was wound down: only LOSS and members' balances are
 * left, so members bear everything that OPS could not, at one rate. Stopped anywhere, it continues
 * when called again.
 * @throws Error when two computations differ: nothing is posted.
 */
export async function shareInClosed(
  context: RunContext,
  leftOver: LeftOver,
  chunk: number,
): Promise<void> {
  const { database } = context
  const period = await inTransaction(database, async tx => {
    const last = await lastCutoff(tx)
    const due = await sharingOfClosed(tx, last.cutoff)
    if (!due || due.period !== null) return due?.period
    await closeRound(context, tx, { ...last, leftOver: await leftOver(tx) })
    return last.period
  })
  if (period) await carryOut(context, period, chunk)
}

async function carryOut(context: RunContext, period: string, chunk: number): Promise<void> {
  const { database, ledger } = context
  const left = (await sharingOfRun(database, period))?.leftOver
  const facts = await factsOfRun(database, period)
  // The cut-off may have found nothing left to share.
  if (!left || !facts) return
  const sharing = shareAmong(left, 0n, facts)
  const again = shareAgain(left, 0n, {
    most: `${facts.most}`,
    balances: Array.from(facts.balances, String),
    holds: facts.holds.map(({ id, amount }) => ({ id, amount: `${amount}` })),
  })
  if (canonicalJson(sharing) !== canonicalJson(again?.sharing ?? null))
    throw new Error(`the loss of ${period} is not shared: two computations differ`)
  if (sharing && sharing.dust > 0n) {
    const [from, to] = [houseAccount('USDT', 'LOSS'), houseAccount('USDT', 'OPS')]
    const reference = `run:${period}/dust`
    await inTransaction(database, tx =>
      ledger.post(tx, [{ from, to, amount: sharing.dust, kind: 'surplus', reference }]),
    )
  }
  await postShares(context, { period, facts, sharing, chunk })
}
