import { wireIdOf } from '@banyan/domain'
import { reopensRounds, roundOf } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { ReinvestingRun, ReopenRun } from '../settlement/index.ts'
import { reopenCited } from './prompt-store.ts'
import * as store from './reinvestment-store.ts'

/** The prompt's reference to the order that answers it. */
const wireId = (orderId: string): string => wireIdOf('sub', orderId)

/**
 * The cut-off: which of a run's orders answer the prompt of a closed round, where that may reopen
 * it.
 */
export async function closeReinvestments(
  tx: Tx,
  { period, parameters, orders }: ReinvestingRun,
): Promise<void> {
  if (!reopensRounds(parameters) || orders.length === 0) return
  const citing = orders.map(({ id }) => ({ id, citing: wireId(id) }))
  await store.freezeReinvestments(tx, period, citing)
}

/**
 * After step 8: reopens the rounds that the run has decided on, records what was issued, and opens
 * the prompt again of every member whose order has reopened nothing, so that they may try again:
 * too little was issued, or the round was not closed, because a later version has raised its cap.
 * One transaction; a repeat changes nothing.
 */
export async function postReopenings(database: Database, run: ReopenRun): Promise<void> {
  const { period, fills, reopened } = run
  const opening = new Set(reopened.map(one => one.orderId))
  await inTransaction(database, async tx => {
    const reinvestments = await store.reinvestmentsOf(tx, period)
    if (reinvestments.length === 0) return
    const issued = (orderId: string) => fills.get(orderId)?.filled ?? 0n
    const ended = await store.endReinvestments(
      tx,
      reinvestments.map(({ orderId }) => ({
        orderId,
        issued: issued(orderId),
        reopened: opening.has(orderId),
      })),
    )
    if (ended.length === 0) return
    await store.reopenRoundsOf(tx, period, reopened)
    for (const { orderId, round } of ended) {
      if (opening.has(orderId) || round !== roundOf(period)) continue
      await reopenCited(tx, wireId(orderId))
    }
    await announce(
      tx,
      ended.map(({ memberId }) => ({ memberId, topic: 'earnings', subject: null })),
    )
  })
}
