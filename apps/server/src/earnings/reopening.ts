import { wireIdOf } from '@banyan/domain'
import {
  type Fill,
  type Parameters,
  type Period,
  type Reopening,
  reopensRounds,
  roundOf,
} from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { reopenCited } from './prompt-store.ts'
import * as store from './reinvestment-store.ts'

/** The cut-off: which of a run's orders answer the prompt of a closed round, where that may open it again. */
export async function closeReinvestments(
  tx: Tx,
  { period, parameters, orders }: ReinvestingRun,
): Promise<void> {
  if (!reopensRounds(parameters) || orders.length === 0) return
  const citing = orders.map(({ id }) => ({ id, citing: wireIdOf('sub', id) }))
  await store.freezeReinvestments(tx, period, citing)
}

/** A run by its cut-off: its orders as that gave them to it, and the numbers that it is run by. */
export interface ReinvestingRun {
  period: Period
  parameters: Parameters
  orders: readonly { id: string }[]
}

/** What a run did to closed rounds. */
export interface ReopenRun {
  period: Period
  parameters: Parameters
  fills: ReadonlyMap<string, Fill>
  reopened: readonly Reopening[]
}

/**
 * Behind step 8: opens the rounds that the run has decided on, notes what was issued, and opens the
 * prompt again of whoever was issued too little to open the round, so that they may try another time.
 * One transaction; done again it changes nothing.
 */
export async function postReopenings(database: Database, run: ReopenRun): Promise<void> {
  const { period, parameters, fills, reopened } = run
  const opening = new Set(reopened.map(one => one.orderId))
  await inTransaction(database, async tx => {
    const reinvestments = await store.reinvestmentsOf(tx, period)
    if (reinvestments.length === 0) return
    const issued = (orderId: string) => fills.get(orderId)?.filled ?? 0n
    const ended = await store.endReinvestments(
      tx,
      reinvestments.map(({ orderId }) => ({
        ...{ orderId, issued: issued(orderId), reopened: opening.has(orderId) },
      })),
    )
    if (ended.length === 0) return
    await store.reopenRoundsOf(tx, period, reopened)
    for (const { orderId, round } of ended) {
      const tooLittle = issued(orderId) < parameters.reopenMinimumUsdt
      if (tooLittle && round === roundOf(period)) await reopenCited(tx, wireIdOf('sub', orderId))
    }
    await announce(
      tx,
      ended.map(({ memberId }) => ({ memberId, topic: 'earnings', subject: null })),
    )
  })
}
